import { notFound, unprocessable } from '../../../emulator/engine/serviceError';
import { operation, QUICK } from '../action/orders';
import { HOUR, startPolling } from '../pollingTrigger/polling';
import { run } from '../resources/resourceRun';
import { newLink } from '../trigger/payments';
import { asked } from './differing';

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
		['checkoutLink', { toDate: '2032-03-01' }, 1],
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
