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
