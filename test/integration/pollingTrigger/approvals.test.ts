import * as wire from '../../../emulator/otherwise';
import { everywhere, type Fields } from '../../../emulator/otherwise/difference';
import { newPayout } from '../trigger/payments';
import { MINUTE, startPolling, told } from './polling';

const polling = startPolling({ approvals: true });

it('tells that a scheduled payout is scheduled, once it was approved', async () => {
	const poller = polling.workflow({ events: ['payout'] }).poller();
	await poller.activate();
	const uuid = newPayout(polling.service, { scheduled_at: '2031-03-05T00:00:00' });
	expect(told(await poller.poll())).toEqual([]);
	await polling.pass(MINUTE);
	polling.service.emulator.account('AUD').payouts.decide(uuid, 'approve');
	expect(told(await poller.poll())).toEqual([`${uuid} scheduled`]);
	expect(told(await poller.poll())).toEqual([]);
});

afterEach(() => jest.restoreAllMocks());

/** Changes every batch of every answer. */
const changeBatches = (change: (batch: Fields) => Fields) =>
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, _endpoint, answer) =>
			everywhere(answer, (each) => ('payout_transactions' in each ? change(each) : each)),
		);

it.each([['2031-03-04T00:01:00'], [undefined]])(
	'tells that a payout waits for funds after it began, scheduled at %s',
	async (scheduled_at) => {
		let status = 'processing';
		changeBatches((batch) => ({ ...batch, status }));
		const poller = polling.workflow({ events: ['payout'] }).poller();
		await poller.activate();
		const uuid = newPayout(polling.service, { scheduled_at });
		expect(told(await poller.poll())).toEqual([`${uuid} processing`]);
		await polling.pass(3 * MINUTE);
		status = 'scheduled';
		expect(told(await poller.poll())).toEqual([`${uuid} scheduled`]);
	},
);

it('tells that one payment of a payout failed, which is still created', async () => {
	let status = 'created';
	changeBatches((batch) => ({
		...batch,
		status: 'created',
		payout_transactions: (batch.payout_transactions as object[]).map((each) => ({ ...each, status })),
	}));
	const poller = polling.workflow({ events: ['payout'] }).poller();
	await poller.activate();
	const uuid = newPayout(polling.service);
	expect(await poller.poll()).toEqual([]);
	status = 'failed';
	await polling.pass(MINUTE);
	expect(told(await poller.poll())).toEqual([`${uuid} created`]);
});
