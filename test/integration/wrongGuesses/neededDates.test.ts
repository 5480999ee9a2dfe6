import { unprocessable } from '../../../emulator/engine/serviceError';
import * as wire from '../../../emulator/otherwise';
import { operation, QUICK } from '../action/orders';
import { HOUR, startPolling } from '../pollingTrigger/polling';
import { run } from '../resources/resourceRun';
import { newLink } from '../trigger/payments';

/** Lists that want both dates, as those do whose query the specification shows. */

const polling = startPolling();
afterEach(() => jest.restoreAllMocks());

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
	const { otherwise } = wire;
	jest.spyOn(wire, 'otherwise').mockImplementation((settings) => {
		const known = otherwise(settings);
		return {
			...known,
			request: (endpoint, request) => {
				if (['v3.links.list', 'v2.contacts.list', 'v2.settlements.list'].includes(endpoint))
					for (const date of ['from_date', 'to_date'])
						if (!request.query[date]) throw unprocessable({ [date]: "can't be blank" });
				return known.request(endpoint, request);
			},
		};
	});
	const asked = operation(resource, 'getAll', { returnAll: true, filters, options: QUICK });
	const { error, items } = await run(polling.service, asked);
	expect([error?.message, items.length]).toEqual([undefined, count]);
});
