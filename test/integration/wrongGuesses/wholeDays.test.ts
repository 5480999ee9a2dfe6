import { operation, QUICK } from '../action/orders';
import { HOUR, MINUTE, startPolling, told } from '../pollingTrigger/polling';
import { run } from '../resources/resourceRun';
import { newPayout, receivedPayin } from '../trigger/payments';
import { asked } from './differing';

/** A service that takes only the day of the dates of its lists: the specification says of them that they are ISO 8601. */

const polling = startPolling();
const LISTS = ['v2.payins.list', 'v2.payouts.list'];

beforeEach(() =>
	asked(LISTS, ({ query, ...request }) => {
		const { from_date: from, to_date: to } = query;
		if (!from || !to) return { ...request, query };
		const days = { from_date: `${from.slice(0, 10)}T00:00:00Z`, to_date: `${to.slice(0, 10)}T23:59:59Z` };
		return { ...request, query: { ...query, ...days } };
	}),
);
afterEach(() => jest.restoreAllMocks());

it('polling tells nothing that existed when the trigger was published', async () => {
	await polling.pass(10 * MINUTE);
	receivedPayin(polling.service);
	newPayout(polling.service);
	await polling.pass(12 * HOUR);
	const poller = polling.workflow({ events: ['payin', 'payout'] }).poller();
	await poller.activate();
	const events: string[] = [];
	for (let hour = 1; hour <= 2 * 24; hour++) {
		await polling.pass(HOUR);
		events.push(...told(await poller.poll()));
	}
	expect(events).toEqual([]);
});

it.each([
	['payin', receivedPayin],
	['payout', newPayout],
] as const)('Get Many of %ss gives those of the period', async (resource, make) => {
	await polling.pass(10 * MINUTE);
	make(polling.service);
	await polling.pass(6 * HOUR);
	const uuid = make(polling.service);
	await polling.pass(6 * HOUR);
	make(polling.service);
	const [fromDate, toDate] = [7, 5].map((hours) => new Date(Date.now() - hours * HOUR).toISOString());
	const period = { returnAll: true, fromDate, toDate, options: QUICK };
	const { error, items } = await run(polling.service, operation(resource, 'getAll', period));
	expect([error, items.map(({ json }) => json.batch_uuid ?? json.uuid)]).toEqual([undefined, [uuid]]);
});

it.each([
	['payin', receivedPayin],
	['payout', newPayout],
] as const)('Get Many of %ss gives nothing of the day after the last', async (resource, make) => {
	await polling.pass(10 * MINUTE);
	const uuid = make(polling.service);
	const day = new Date().toISOString().slice(0, 10);
	await polling.pass(24 * HOUR);
	make(polling.service);
	await polling.pass(HOUR);
	for (const toDate of [day, `={{ DateTime.fromISO("${day}").endOf("day") }}`]) {
		const period = { returnAll: true, fromDate: day, toDate, options: QUICK };
		const { error, items } = await run(polling.service, operation(resource, 'getAll', period));
		expect([error, items.map(({ json }) => json.batch_uuid ?? json.uuid)]).toEqual([undefined, [uuid]]);
	}
});

it.each([
	['payin', receivedPayin],
	['payout', newPayout],
] as const)(
	'Get Many of %ss gives what a list that goes by another date, such as the day due, shows of other days',
	async (resource, make) => {
		const later = (date: string) => `${new Date(Date.parse(date) - 48 * HOUR).toISOString().slice(0, 19)}Z`;
		jest.restoreAllMocks();
		asked(LISTS, ({ query, ...request }) => {
			const { from_date: from, to_date: to } = query;
			return { ...request, query: from && to ? { ...query, from_date: later(from), to_date: later(to) } : query };
		});
		await polling.pass(10 * MINUTE);
		const uuid = make(polling.service);
		const made = Date.now();
		await polling.pass(72 * HOUR);
		const [fromDate, toDate] = [47, 49].map((hours) => new Date(made + hours * HOUR).toISOString());
		const period = { returnAll: true, fromDate, toDate, options: QUICK };
		const { error, items } = await run(polling.service, operation(resource, 'getAll', period));
		expect([error, items.map(({ json }) => json.batch_uuid ?? json.uuid)]).toEqual([undefined, [uuid]]);
	},
);
