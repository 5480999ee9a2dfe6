import type { BalanceHistory, SettlementList } from '../../../contract';
import { EventMemory } from '../../../core/events/memory';
import * as wire from '../../../emulator/otherwise';
import { EVENT_FIELDS, newPayin, newPayout, paidLink, receivedPayin, refund } from '../trigger/payments';
import { anotherProcess } from '../trigger/triggerEngine';
import { DAY, HOUR, MINUTE, postEntries, SECOND, startPolling, told } from './polling';

const polling = startPolling();
const payins = () => polling.service.emulator.account('AUD').payins;

afterEach(() => jest.restoreAllMocks());

it('remembers what exists when it is published, and emits what changes after that', async () => {
	const [before, pending] = [receivedPayin(polling.service), newPayin(polling.service)];
	const poller = polling.workflow().poller();
	expect(await poller.activate()).toEqual([]);
	expect(await poller.poll()).toEqual([]);
	await polling.pass(MINUTE);
	payins().simulate(pending, 'completed');
	const fresh = receivedPayin(polling.service);
	expect(told(await poller.poll())).toEqual([`${pending} received`, `${fresh} received`]);
	expect(await poller.poll()).toEqual([]);
	refund(polling.service, before);
	expect(told(await poller.poll())).toEqual([`${before} return_pending`]);
	await polling.pass(SECOND);
	expect(told(await poller.poll())).toEqual([`${before} return_received`]);
});

it('emits what exists when asked to', async () => {
	const uuid = receivedPayin(polling.service);
	await polling.pass(MINUTE);
	const poller = polling.workflow({ options: { emitExisting: true } }).poller();
	expect(told(await poller.activate())).toEqual([`${uuid} received`]);
	expect(await poller.poll()).toEqual([]);
});

it('emits events in the shape that both triggers use', async () => {
	const poller = polling.workflow().poller();
	await poller.activate();
	const uuid = receivedPayin(polling.service, { external_id: 'ord-77' });
	const [item = {}] = await poller.poll();
	expect(Object.keys(item).join(' ')).toBe(EVENT_FIELDS);
	expect(item).toMatchObject({
		event_type: 'payin.received',
		source: 'payin',
		uuid,
		external_id: 'ord-77',
		is_final: true,
		amount: '80.00',
		currency: 'AUD',
		received_at: '2031-03-04T00:00:00.000Z',
		payload: { uuid, stage: 'normal_stage' },
	});
});

it('takes creating a payment for no event', async () => {
	const poller = polling.workflow().poller();
	await poller.activate();
	newPayin(polling.service);
	newPayout(polling.service, { scheduled_at: '2031-03-05T00:00:00' });
	newPayout(polling.service);
	expect(await poller.poll()).toEqual([]);
});

it('follows payouts', async () => {
	const poller = polling.workflow({ events: ['payout'] }).poller();
	await poller.activate();
	const uuid = newPayout(polling.service);
	const seen: string[] = [];
	for (let second = 0; second < 4; second++) {
		seen.push(...told(await poller.poll()));
		await polling.pass(SECOND);
	}
	expect(seen).toEqual([`${uuid} processing`, `${uuid} completed`]);
	expect(polling.requests()).not.toHaveProperty('v2.payins.list');
});

it('the kinds that polling looks for do not include checkout links', async () => {
	const poller = polling.workflow({ events: ['payin', 'payout', 'balanceEntry', 'settlementReport'] }).poller();
	await poller.activate();
	paidLink(polling.service);
	await polling.pass(HOUR);
	const sources = (await poller.poll()).map(({ source }) => source);
	expect(new Set(sources)).toEqual(new Set(['balance']));
});

it('emits only the chosen statuses, and nothing of before when the choice grows', async () => {
	const workflow = polling.workflow({ statuses: ['expired'] });
	await workflow.poller().activate();
	receivedPayin(polling.service);
	const poller = workflow.poller();
	expect(await poller.activate()).toEqual([]);
	workflow.parameters.polling = {};
	expect(await workflow.poller().activate()).toEqual([]);
	const uuid = receivedPayin(polling.service);
	expect(told(await workflow.poller().activate())).toEqual([`${uuid} received`]);
});

it('leaves partial refunds to notifications, and tells of a full one', async () => {
	const uuid = receivedPayin(polling.service);
	const poller = polling.workflow().poller();
	await poller.activate();
	await polling.pass(31 * MINUTE);
	const items: string[] = [];
	for (const amount of [30, 50]) {
		refund(polling.service, uuid, amount);
		await polling.pass(16 * MINUTE);
		items.push(...told(await poller.poll()));
	}
	expect(items).toEqual([`${uuid} return_received`]);
});

it('comes past refunds whose details stay behind the list, though they are more than a poll can read', async () => {
	const oldest = newPayin(polling.service);
	await polling.pass(SECOND);
	const uuids = Array.from({ length: 30 }, () => receivedPayin(polling.service));
	const poller = polling.workflow({ events: ['payin'] }).poller();
	await poller.activate();
	for (const uuid of uuids) refund(polling.service, uuid);
	const behind = new Map(uuids.map((uuid) => [uuid, structuredClone(payins().get(uuid))]));
	await polling.pass(MINUTE);
	payins().simulate(oldest, 'completed');
	const get = payins().get.bind(payins());
	jest.spyOn(payins(), 'get').mockImplementation((uuid) => behind.get(uuid) ?? get(uuid));
	const events: string[] = [];
	for (let poll = 0; poll < 3; poll += 1) {
		events.push(...told(await poller.poll()));
		await polling.pass(MINUTE);
	}
	expect(events).toContain(`${oldest} received`);
});

it('emits balance entries, again when they change', async () => {
	const poller = polling.workflow({ events: ['balanceEntry'] }).poller();
	await poller.activate();
	newPayout(polling.service);
	await polling.pass(SECOND);
	const [waiting = {}] = await poller.poll();
	expect(waiting).toMatchObject({
		event_type: 'balance.entry',
		source: 'balance',
		status: 'waiting',
		currency: 'AUD',
		payload: { transaction_type: 'payout' },
	});
	await polling.pass(SECOND);
	expect(told(await poller.poll())).toEqual([`${String(waiting.uuid)} done`]);
	expect(await poller.poll()).toEqual([]);
});

it('emits each of the entries of a batch that pays several people one amount', async () => {
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
		if (endpoint !== 'v2.balances.history') return answer;
		const { records, ...page } = answer as BalanceHistory;
		return { ...page, records: records.flatMap((entry) => [entry, entry, entry]) };
	});
	const poller = polling.workflow({ events: ['balanceEntry'] }).poller();
	await poller.activate();
	newPayout(polling.service);
	await polling.pass(SECOND);
	const { uuid = '' } = (await poller.poll())[0] ?? {};
	await polling.pass(SECOND);
	expect(told(await poller.poll())).toEqual(Array(3).fill(`${String(uuid)} done`));
	expect(await poller.poll()).toEqual([]);
});

describe('of a balance history of several pages', () => {
	/** Shows the records of the history otherwise, page by page. */
	const showHistory = (change: (page: BalanceHistory) => BalanceHistory['records']) =>
		jest
			.spyOn(wire, 'answerOtherwise')
			.mockImplementation((_world, endpoint, answer) =>
				endpoint === 'v2.balances.history'
					? { ...(answer as object), records: change(answer as BalanceHistory) }
					: answer,
			);
	const poller = (emitExisting: boolean) =>
		polling.workflow({ events: ['balanceEntry'], options: { emitExisting } }).poller();

	it.each([
		['that begins the newest page', 150, 0],
		['that begins on a later page', 220, 70],
		['of two', 2, 60],
		['of which one poll reads a part', 150, 2_450],
		['longer than a poll reads', 2_700, 10],
	])('each entry of a batch %s is emitted once, though all look alike', async (_, size, newer) => {
		showHistory(({ records }) =>
			records.map((entry) =>
				entry.transaction_type === 'topup' && Number(entry.amount) === 7
					? { ...entry, id: 'B-1', reference_id: 'P1', created_at: '2031-03-04T00:00:00.000+0000' }
					: entry,
			),
		);
		postEntries(polling.service, size, 7_000_000n);
		postEntries(polling.service, newer);
		const trigger = poller(true);
		const events = told(await trigger.activate());
		for (let poll = 0; poll < 6; poll++) {
			events.push(...told(await trigger.poll()));
			await polling.pass(MINUTE);
		}
		expect(events.filter((event) => event === 'B-1 done')).toHaveLength(size);
	});

	it('none that existed is emitted where many look alike', async () => {
		showHistory(({ records }) => records.map((entry) => ({ ...entry, id: 'B-1', reference_id: 'P1' })));
		postEntries(polling.service, 250);
		const trigger = poller(false);
		expect([...(await trigger.activate()), ...(await trigger.poll()), ...(await trigger.poll())]).toEqual([]);
	});

	it('one that comes again on the next page, because the list has grown, is emitted once', async () => {
		let last: BalanceHistory['records'] = [];
		showHistory(({ records, has_more }) => {
			const shown = has_more ? records : [...last, ...records];
			last = records.slice(-2);
			return shown;
		});
		postEntries(polling.service, 150);
		const trigger = poller(true);
		const events = [...(await trigger.activate()), ...(await trigger.poll()), ...(await trigger.poll())];
		expect(new Set(events.map(({ uuid }) => uuid)).size).toBe(events.length);
	});
});

it('emits settlement reports as they appear, monthly ones too', async () => {
	receivedPayin(polling.service);
	const poller = polling.workflow({ events: ['settlementReport'], lookBack: 24 }).poller();
	await poller.activate();
	const seen: string[] = [];
	for (let day = 0; day < 40; day++) {
		await polling.pass(DAY);
		seen.push(...told(await poller.poll()));
	}
	expect(seen.filter((report) => report.startsWith('AUD-daily'))).toHaveLength(40);
	expect(seen.filter((report) => report.startsWith('AUD-monthly'))).toHaveLength(1);
	expect(new Set(seen).size).toBe(41);
	expect(seen[0]).toMatch(/ available$/);
});

describe('a settlement report that the service lists long after it has closed', () => {
	type Report = Record<string, unknown>;
	/** The list as the service shows it, newest first. */
	let reports: Report[];
	const closed = (id: string, at: unknown, fields: Report = {}): Report => ({
		...{ id, report_frequency: 'monthly', file_url: 'https://files.example/r', ...fields },
		summary: { settled_amount: 1, closing_balance_at: at },
	});
	const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
	beforeEach(() => {
		reports = [closed('R-1', ago(4)), closed('R-0', ago(400))];
		jest
			.spyOn(wire, 'answerOtherwise')
			.mockImplementation((_world, endpoint, answer) =>
				endpoint === 'v2.settlements.list' ? { records: reports, has_more: false, next_cursor: null } : answer,
			);
	});

	it.each<[string, () => Report]>([
		['by its closing time alone', () => closed('R-2', ago(5))],
		['by a day', () => closed('R-2', ago(5).slice(0, 10))],
		['by an offset in hours', () => closed('R-2', `${ago(5).slice(0, 19)}+00`)],
		['by the end of its period', () => closed('R-2', null, { period_end: ago(5) })],
		['without any time', () => closed('R-2', null)],
	])('is found, and once, %s', async (_what, late) => {
		const poller = polling.workflow({ events: ['settlementReport'], lookBack: 24 }).poller();
		expect(await poller.activate()).toEqual([]);
		reports = [late(), ...reports];
		expect(told(await poller.poll())).toEqual(['R-2 available']);
		for (const days of [1, 4, 5, 15, 20, 40]) {
			await polling.pass(days * DAY);
			expect(await poller.poll()).toEqual([]);
		}
	});

	it('is told apart from those that existed, where none shows a time', async () => {
		reports = [closed('R-1', null), closed('R-0', undefined)];
		const poller = polling.workflow({ events: ['settlementReport'] }).poller();
		expect(await poller.activate()).toEqual([]);
		reports = [closed('R-2', null), ...reports];
		expect(told(await poller.poll())).toEqual(['R-2 available']);
		expect(await poller.poll()).toEqual([]);
	});
});

it('watches a payment as long as it was asked to', async () => {
	const [watched, late] = [receivedPayin(polling.service), receivedPayin(polling.service)];
	const poller = polling.workflow({ lookBack: 48 }).poller();
	await poller.activate();
	await polling.pass(47 * HOUR);
	refund(polling.service, watched);
	expect(told(await poller.poll())).toEqual([`${watched} return_pending`]);
	await polling.pass(2 * HOUR);
	expect(told(await poller.poll())).toEqual([`${watched} return_received`]);
	refund(polling.service, late);
	expect(await poller.poll()).toEqual([]);
});

it('finds what comes after one poll with a clock far ahead', async () => {
	const poller = polling.workflow({ events: ['payin'] }).poller();
	await poller.activate();
	const now = Date.now();
	jest.setSystemTime(now + 400 * DAY);
	await poller.poll();
	jest.setSystemTime(now);
	const uuid = receivedPayin(polling.service);
	expect(told(await poller.poll())).toEqual([`${uuid} received`]);
});

it('takes no old event for new when it is to look back further', async () => {
	receivedPayin(polling.service);
	const workflow = polling.workflow({ lookBack: 2 });
	await workflow.poller().activate();
	for (let hours = 0; hours < 60; hours += 6) {
		await polling.pass(6 * HOUR);
		receivedPayin(polling.service);
		expect(await workflow.poller().activate()).toHaveLength(1);
	}
	workflow.parameters.polling = { lookBack: 72 };
	expect(await workflow.poller().activate()).toEqual([]);
	const uuid = receivedPayin(polling.service);
	expect(told(await workflow.poller().activate())).toEqual([`${uuid} received`]);
});

it('takes what happened to a kind of event while it was not chosen for existing', async () => {
	const workflow = polling.workflow({ events: ['payin', 'payout'] });
	await workflow.poller().activate();
	newPayout(polling.service);
	await polling.pass(2 * SECOND);
	expect(await workflow.poller().activate()).toHaveLength(1);
	workflow.parameters.polling = { events: ['payin'] };
	await workflow.poller().activate();
	for (let day = 0; day < 10; day++) {
		receivedPayin(polling.service);
		await polling.pass(DAY);
		expect(await workflow.poller().activate()).toHaveLength(1);
	}
	newPayout(polling.service);
	await polling.pass(2 * SECOND);
	workflow.parameters.polling = { events: ['payin', 'payout'] };
	expect(await workflow.poller().activate()).toEqual([]);
	const uuid = newPayout(polling.service);
	await polling.pass(2 * SECOND);
	expect(told(await workflow.poller().activate())).toEqual([`${uuid} completed`]);
});

it('says from when on it watches payments where it cannot remember them all, and finds what is created then', async () => {
	const old = receivedPayin(polling.service);
	await polling.pass(2 * HOUR);
	const workflow = polling.workflow();
	const warnings: string[] = [];
	workflow.logger = { warn: (message) => warnings.push(message) };
	// It would take 150,000 payments.
	const crowdedOut = jest
		.spyOn(EventMemory.prototype, 'crowdedOutUntil', 'get')
		.mockReturnValue(Date.now() - 5 * MINUTE);
	const poller = workflow.poller();
	expect(await poller.activate()).toEqual([]);
	expect(warnings).toEqual([expect.stringContaining('created before 2031-03-04T01:55:00.000Z')]);
	crowdedOut.mockRestore();
	// Kept for the time after a restart, too.
	workflow.process = anotherProcess();
	const next = workflow.poller('init');
	refund(polling.service, old);
	const uuid = receivedPayin(polling.service);
	expect(told(await next.activate())).toEqual([`${uuid} received`]);
	expect(await next.poll()).toEqual([]);
	expect(warnings).toHaveLength(1);
});

describe('where the list of settlement reports does not say whether it goes on', () => {
	const shortPages = () =>
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
			if (endpoint !== 'v2.settlements.list') return answer;
			return { records: (answer as { records: object[] }).records.slice(0, 20) };
		});

	it.each([
		[25, 1],
		[15, 0],
	])('of %i new reports it says %i times that some may be missing', async (days, times) => {
		receivedPayin(polling.service);
		await polling.pass(30 * DAY);
		shortPages();
		const workflow = polling.workflow({ events: ['settlementReport'], lookBack: 720 });
		const warnings: string[] = [];
		workflow.logger = { warn: (message) => warnings.push(message) };
		const poller = workflow.poller();
		expect(await poller.activate()).toEqual([]);
		expect(warnings).toEqual([]);
		await polling.pass(days * DAY);
		expect((await poller.poll()).length).toBeGreaterThanOrEqual(15);
		expect(await poller.poll()).toEqual([]);
		expect(warnings).toHaveLength(times);
	});
});

it.each([4, 0])(
	'finds a settlement report that closes a balance of %i days ago and does not show when it was made',
	async (days) => {
		receivedPayin(polling.service);
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
			if (endpoint !== 'v2.settlements.list') return answer;
			const { records } = answer as SettlementList;
			const listed = records.filter(({ summary }) => Date.parse(summary.closing_balance_at) <= Date.now() - days * DAY);
			return { ...(answer as object), records: listed.map((report) => ({ ...report, created_at: undefined })) };
		});
		const poller = polling.workflow({ events: ['settlementReport'] }).poller();
		await poller.activate();
		const seen: string[] = [];
		for (let day = 0; day < 10; day++) {
			await polling.pass(DAY);
			seen.push(...told(await poller.poll()));
		}
		expect(seen).toHaveLength(10 - days);
	},
);

it('begins anew when the credential names another account', async () => {
	const workflow = polling.workflow();
	await workflow.poller().activate();
	const { credentials } = workflow;
	receivedPayin(polling.service);
	workflow.credentials = polling.service.credentials('USD');
	expect(await workflow.poller().activate()).toEqual([]);
	workflow.credentials = credentials;
	expect(await workflow.poller().activate()).toEqual([]);
});

describe('a test in the editor', () => {
	it('shows recent events, oldest first, and takes none from the published workflow', async () => {
		const workflow = polling.workflow();
		const poller = workflow.poller();
		await poller.activate();
		const uuids = Array.from({ length: 12 }, () => receivedPayin(polling.service));
		refund(polling.service, uuids[11] ?? '');
		const shown = [...uuids.slice(3).map((uuid) => `${uuid} received`), `${String(uuids[11])} return_pending`];
		expect(told(await workflow.listen())).toEqual(shown);
		expect(told(await workflow.listen())).toEqual(shown);
		expect(await poller.poll()).toHaveLength(13);
	});

	it('shows nothing where nothing has happened', async () => {
		newPayin(polling.service);
		expect(await polling.workflow().listen()).toEqual([]);
	});

	it('says what is wrong', async () => {
		const workflow = polling.workflow();
		workflow.credentials = { ...workflow.credentials, secretKey: 'wrong' };
		await expect(workflow.listen()).rejects.toThrow('did not accept the credential');
	});
});

it.each([
	['a week', 7],
	['a month', 31],
])('finds what happened to a payment right after a poll in the next one, %s later', async (_pause, days) => {
	const workflow = polling.workflow();
	const poller = workflow.poller();
	const uuid = newPayin(polling.service);
	await polling.pass(30 * MINUTE);
	expect(await poller.activate()).toEqual([]);
	await polling.pass(30 * MINUTE);
	payins().simulate(uuid, 'completed');
	await polling.pass(days * DAY);
	expect(told(await poller.poll())).toEqual([`${uuid} received`]);
});
