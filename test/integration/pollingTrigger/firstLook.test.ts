import type { IDataObject } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { unprocessable } from '../../../emulator/engine/serviceError';
import { newPayout, receivedPayin, refund } from '../trigger/payments';
import { anotherProcess } from '../trigger/triggerEngine';
import { DAY, HOUR, MINUTE, postEntries, SECOND, startPolling, told } from './polling';

/** The first poll after publishing tells what existed from what happens since. */

const polling = startPolling();

const account = () => polling.service.emulator.account('AUD');
const scheduled = () => newPayout(polling.service, { scheduled_at: '2031-03-20T00:00:00' });
const cancel = (uuid: string) => account().payouts.cancelScheduled(uuid);

/** Lets each page of the payouts take as long as this on the clock of n8n. */
function slowPages(milliseconds: number): void {
	const { payouts } = account();
	const list = payouts.list.bind(payouts);
	jest.spyOn(payouts, 'list').mockImplementation((...asked) => {
		jest.setSystemTime(Date.now() + milliseconds);
		return list(...asked);
	});
}

afterEach(() => jest.restoreAllMocks());

describe('where there is more than 25 requests can read', () => {
	it('a change after publishing is news, however far down the list', async () => {
		const oldest = scheduled();
		Array.from({ length: 620 }, () => newPayout(polling.service));
		await polling.pass(2 * SECOND);
		const poller = polling.workflow({ events: ['payout'] }).poller();
		expect(await poller.activate()).toEqual([]);
		await polling.pass(MINUTE);
		cancel(oldest);
		const items: IDataObject[] = [];
		for (let poll = 0; poll < 3; poll++) items.push(...(await poller.poll()));
		expect(told(items)).toEqual([`${oldest} cancelled`]);
	});

	it('a later poll, which repeats nothing of before, keeps to 25 requests', async () => {
		Array.from({ length: 620 }, () => newPayout(polling.service));
		await polling.pass(2 * SECOND);
		const poller = polling.workflow({ events: ['payout'] }).poller();
		await poller.activate();
		expect(polling.requests()).toEqual({ 'v2.payouts.list': 31 });
		await polling.pass(MINUTE);
		expect(await poller.poll()).toEqual([]);
		expect(polling.requests()).toEqual({ 'v2.payouts.list': 25 });
	});
});

it('ends within the time that n8n gives a publication, however slow the service is', async () => {
	Array.from({ length: 620 }, () => newPayout(polling.service));
	await polling.pass(2 * SECOND);
	slowPages(15 * SECOND);
	const begun = Date.now();
	expect(
		await polling
			.workflow({ events: ['payin', 'payout'] })
			.poller()
			.activate(),
	).toEqual([]);
	expect(Date.now() - begun).toBeLessThan(84 * SECOND);
});

it('takes no entry of the balance that shares its ID with another one for news', async () => {
	const uuid = receivedPayin(polling.service);
	await polling.pass(31 * MINUTE);
	refund(polling.service, uuid, 30);
	await polling.pass(MINUTE);
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_world, endpoint, answer) =>
			endpoint === 'v2.balances.history'
				? JSON.parse(JSON.stringify(answer), (key, value) => (key === 'id' ? 'B-1' : value))
				: answer,
		);
	const poller = polling.workflow({ events: ['balanceEntry'] }).poller();
	expect(await poller.activate()).toEqual([]);
	expect(await poller.poll()).toEqual([]);
	refund(polling.service, uuid, 30);
	await polling.pass(MINUTE);
	expect(await poller.poll()).toHaveLength(1);
});

it('a refund whose detail is refused is told as the list shows it, once, and keeps none of the others from being found', async () => {
	const uuids = Array.from({ length: 3 }, () => receivedPayin(polling.service));
	const poller = polling.workflow({ events: ['payin'] }).poller();
	await poller.activate();
	polling.service.emulator.world.settings.refundDelayMs = DAY;
	for (const uuid of uuids) refund(polling.service, uuid);
	const details = jest.spyOn(account().payins, 'get').mockImplementationOnce(() => {
		throw unprocessable({ uuid: 'is blocked' });
	});
	const found = told(await poller.poll());
	expect(found.sort()).toEqual(uuids.map((uuid) => `${uuid} return_pending`).sort());
	details.mockClear();
	await polling.pass(MINUTE);
	expect(await poller.poll()).toEqual([]);
	expect(details).toHaveBeenCalledTimes(2);
});

it('where the service refuses all pages but the first, publishing says so, and what the first shows is found', async () => {
	const { payouts } = account();
	const oldest = scheduled();
	Array.from({ length: 50 }, () => newPayout(polling.service));
	await polling.pass(2 * SECOND);
	const list = payouts.list.bind(payouts);
	const refusing = jest.spyOn(payouts, 'list').mockImplementation((asked) => {
		if ((asked.page ?? 1) > 1) throw unprocessable({ page: 'is too far' });
		return list(asked);
	});
	const poller = polling.workflow({ events: ['payout'] }).poller();
	await expect(poller.activate()).rejects.toThrow('Page: is too far');
	const fresh = newPayout(polling.service);
	await polling.pass(2 * SECOND);
	expect(told(await poller.poll())).toEqual([`${fresh} completed`]);
	// What no poll could read counts as existing when one can.
	cancel(oldest);
	refusing.mockRestore();
	expect([...(await poller.poll()), ...(await poller.poll())]).toEqual([]);
	// From then on it is watched.
	const last = newPayout(polling.service);
	await polling.pass(2 * SECOND);
	expect(told(await poller.poll())).toEqual([`${last} completed`]);
});

describe('where its time does not suffice for everything', () => {
	/** Publishes a workflow. Two pages of twenty take the whole time of its first poll. */
	const publishWithoutTime = async () => {
		await polling.pass(2 * SECOND);
		slowPages(30 * SECOND);
		const workflow = polling.workflow({ events: ['payout'] });
		const poller = workflow.poller();
		expect(await poller.activate()).toEqual([]);
		jest.restoreAllMocks();
		return { workflow, poller };
	};

	it('what it has read, and what is created, is watched from then on', async () => {
		const oldest = scheduled();
		const older = Array.from({ length: 60 }, () => newPayout(polling.service));
		const known = scheduled();
		const { workflow } = await publishWithoutTime();
		cancel(known);
		const fresh = newPayout(polling.service);
		await polling.pass(2 * SECOND);
		workflow.process = anotherProcess();
		const next = workflow.poller('init');
		const items = [...(await next.activate()), ...(await next.poll())];
		expect(told(items).sort()).toEqual([`${fresh} completed`, `${known} cancelled`].sort());
		cancel(oldest);
		expect(told(await next.poll())).toEqual([`${oldest} cancelled`]);
		expect(older).toHaveLength(60);
	});

	describe('and the poll that reads the rest cannot be concluded', () => {
		/** A published workflow whose first poll has not read its oldest payout. */
		const partlyRead = async () => {
			const oldest = scheduled();
			Array.from({ length: 60 }, () => newPayout(polling.service));
			const { workflow, poller } = await publishWithoutTime();
			const fresh = newPayout(polling.service);
			await polling.pass(2 * SECOND);
			return { oldest, fresh, workflow, poller };
		};

		it('what that poll has read is watched, though n8n could not start the execution', async () => {
			const { oldest, fresh, workflow, poller } = await partlyRead();
			workflow.executionFails = true;
			expect(await poller.poll()).toHaveLength(1);
			workflow.executionFails = false;
			cancel(oldest);
			expect(told(await poller.poll()).sort()).toEqual([`${fresh} completed`, `${oldest} cancelled`].sort());
		});
	});

	it('every list gets its share of the time', async () => {
		receivedPayin(polling.service);
		Array.from({ length: 60 }, () => newPayout(polling.service));
		await polling.pass(2 * SECOND);
		const { payins } = account();
		const list = payins.list.bind(payins);
		jest.spyOn(payins, 'list').mockImplementation((...asked) => {
			jest.setSystemTime(Date.now() + HOUR);
			return list(...asked);
		});
		const poller = polling.workflow().poller();
		expect(await poller.activate()).toEqual([]);
		expect(polling.requests()).toMatchObject({ 'v2.payins.list': 1 });
	});
});

describe('where n8n makes every poll in a context of its own (N8N_SCHEDULER_POLL_TRIGGERS_ENABLED)', () => {
	it('a poll that comes while the first one still reads leaves that to tell what existed', async () => {
		const oldest = newPayout(polling.service);
		Array.from({ length: 60 }, () => newPayout(polling.service));
		const known = scheduled();
		await polling.pass(2 * SECOND);
		const workflow = polling.workflow({ events: ['payout'] });
		const { payouts } = account();
		const list = payouts.list.bind(payouts);
		const scheduledPolls: Promise<IDataObject[]>[] = [];
		jest.spyOn(payouts, 'list').mockImplementation((...asked) => {
			const page = list(...asked);
			if (scheduledPolls.length === 0 && page.records.some(({ uuid }) => uuid === oldest)) {
				cancel(known);
				scheduledPolls.push(workflow.poller('update').unawaited());
			}
			return page;
		});
		expect(await workflow.poller('activate').activate()).toEqual([]);
		expect((await Promise.all(scheduledPolls)).flat()).toEqual([]);
		expect(told(await workflow.poller('update').poll())).toEqual([`${known} cancelled`]);
		expect(await workflow.poller('update').poll()).toEqual([]);
	});

	it('what happened while the workflow was not published stays unsaid, though only the first poll says “activate”', async () => {
		const workflow = polling.workflow();
		await workflow.poller('activate').activate();
		const first = receivedPayin(polling.service);
		expect(told(await workflow.poller('update').poll())).toEqual([`${first} received`]);
		receivedPayin(polling.service);
		await polling.pass(HOUR);
		expect(await workflow.poller('activate').activate()).toEqual([]);
		expect(await workflow.poller('update').poll()).toEqual([]);
		const fresh = receivedPayin(polling.service);
		workflow.process = anotherProcess();
		expect(told(await workflow.poller('update').poll())).toEqual([`${fresh} received`]);
	});

	it('a failure is told, and the next poll goes on', async () => {
		const workflow = polling.workflow();
		await workflow.poller('activate').activate();
		const { credentials } = workflow;
		workflow.credentials = { ...credentials, secretKey: 'wrong' };
		await expect(workflow.poller('update').poll()).rejects.toThrow('did not accept the credential');
		workflow.credentials = credentials;
		const uuid = receivedPayin(polling.service);
		expect(told(await workflow.poller('update').poll())).toEqual([`${uuid} received`]);
	});
});

describe('where the service refuses a position in its midst', () => {
	const refusedAtThirdPage = () => {
		const { ledger } = account();
		const { sources } = ledger;
		jest
			.spyOn(ledger, 'sources')
			.mockImplementationOnce(sources)
			.mockImplementationOnce(sources)
			.mockImplementationOnce(() => {
				throw unprocessable({ cursor: 'is not one of this account' });
			});
	};

	it('what changed and what was created meanwhile is emitted, and nothing of before', async () => {
		postEntries(polling.service, 250);
		newPayout(polling.service);
		await polling.pass(SECOND);
		const workflow = polling.workflow({ events: ['balanceEntry'] });
		refusedAtThirdPage();
		const poller = workflow.poller('init');
		expect(await poller.activate()).toEqual([]);
		newPayout(polling.service);
		await polling.pass(SECOND);
		const items = await poller.poll();
		await polling.pass(SECOND);
		items.push(...(await poller.poll()), ...(await poller.poll()));
		expect(items.map(({ status }) => status).sort()).toEqual(['done', 'done', 'waiting']);
		expect(new Set(items.map(({ uuid }) => uuid)).size).toBe(2);
	});
});

it('a payment that was received and refunded between two polls shows both', async () => {
	const poller = polling.workflow().poller();
	await poller.activate();
	const uuid = receivedPayin(polling.service);
	refund(polling.service, uuid);
	await polling.pass(SECOND);
	expect(told(await poller.poll())).toEqual([`${uuid} received`, `${uuid} return_received`]);
	expect(await poller.poll()).toEqual([]);
});
