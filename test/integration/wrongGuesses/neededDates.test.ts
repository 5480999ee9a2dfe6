import { notFound, unprocessable } from '../../../emulator/engine/serviceError';
import { operation, QUICK } from '../action/orders';
import { HOUR, startPolling } from '../pollingTrigger/polling';
import { run } from '../resources/resourceRun';
import { newLink } from '../trigger/payments';
import { answered, asked } from './differing';

/** Lists that want both dates, as those do whose query the specification shows. */

const polling = startPolling();
afterEach(() => jest.restoreAllMocks());

describe.each([
	['refused values', (date: string) => unprocessable({ [date]: "can't be blank" })],
	['not found', () => notFound('Not found')],
])('lists without dates that are answered with %s', (_how, refuse) => {
	it.each([
		['checkoutLink', {}, 1],
		['checkoutLink', { fromDate: '2031-03-01' }, 1],
		['checkoutLink', { toDate: '2032-02-28' }, 1],
		['checkoutLink', { externalId: 'order-2' }, 0],
		['contact', {}, 0],
		['contact', { fromDate: '2031-03-01' }, 0],
		['settlementReport', {}, 0],
	])('%s, %j', async (resource, filters, count) => {
		newLink(polling.service);
		await polling.pass(HOUR);
		asked(['v3.links.list', 'v2.contacts.list', 'v2.settlements.list'], (request) => {
			for (const date of ['from_date', 'to_date']) if (!request.query[date]) throw refuse(date);
			return request;
		});
		const getMany = operation(resource, 'getAll', { returnAll: true, filters, options: QUICK });
		const { error, items } = await run(polling.service, getMany);
		expect([error?.message, items.length]).toEqual([undefined, count]);
	});
});

/** Lists that are not found while they are empty, and refuse these dates. */
function emptyWithoutDates(refuses: (from: string, to: string) => boolean): void {
	const lists = ['v3.links.list', 'v2.contacts.list', 'v2.settlements.list'];
	asked(lists, (request) => {
		const { from_date: from, to_date: to } = request.query as Record<string, string>;
		if (from && to && refuses(from, to)) throw unprocessable({ from_date: 'is not taken' });
		return request;
	});
	answered(lists, (answer) => {
		if ((answer.records as unknown[]).length === 0) throw notFound('No records found');
		return answer;
	});
}

describe.each([
	['longer than 90 days', (from: string, to: string) => Date.parse(to) - Date.parse(from) > 90 * 24 * HOUR],
	['of any kind', () => true],
])('empty lists that are not found, and take no dates %s', (_which, refuses) => {
	beforeEach(() => emptyWithoutDates(refuses));

	it.each(['checkoutLink', 'contact', 'settlementReport'])('hold nothing: %s', async (resource) => {
		const getMany = operation(resource, 'getAll', { returnAll: true, filters: {}, options: QUICK });
		const { error, items } = await run(polling.service, getMany);
		expect([error?.message, items]).toEqual([undefined, []]);
	});

	it('say that dates of the user were refused', async () => {
		const filters = { fromDate: '2030-01-01' };
		const getMany = operation('settlementReport', 'getAll', { returnAll: true, filters, options: QUICK });
		const { error } = await run(polling.service, getMany);
		expect(error?.message).toBe('The payment service refused this: From Date: is not taken');
	});

	it('stop no other event of a trigger', async () => {
		const poller = polling.workflow({ events: ['payin', 'settlementReport'] }).poller();
		await poller.activate();
		expect(await poller.poll()).toEqual([]);
	});
});
