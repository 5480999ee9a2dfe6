import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, checkoutLink, operation, payin, payout } from '../action/orders';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';
import { answered } from '../wrongGuesses/differing';
import { paidPayin } from './refundedPayins';

/** Two processes have made the same at once, or duplicates were not prevented: whoever asks later is told. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

it.each([
	['payment', payin],
	['link', checkoutLink],
	['payment', payout],
])('of two, each a %s, both are named', async (what, order) => {
	const items = [{ key: 'k', amount: 10 }];
	for (const preventDuplicates of [true, false])
		await run(service, order({ options: AT_ONCE, preventDuplicates }), { nodeTypes: startProcess().nodeTypes, items });
	const { error } = await run(service, order({ options: AT_ONCE }), { nodeTypes: startProcess().nodeTypes, items });
	expect(error?.message).toBe(`The ${what} k exists 2 times`);
});

it('of two refunds both are named', async () => {
	const uuid = await paidPayin(service);
	const refund = (preventDuplicates: boolean) =>
		operation('payin', 'refund', {
			...{ uuid, externalId: 'r-1', refundType: 'partial', amount: '30', reason: 'Parcel came late' },
			...{ preventDuplicates, options: AT_ONCE },
		});
	for (const preventDuplicates of [true, false])
		await run(service, refund(preventDuplicates), { nodeTypes: startProcess().nodeTypes });
	const { error } = await run(service, refund(true), { nodeTypes: startProcess().nodeTypes });
	expect(error?.message).toBe('The refund r-1 exists 2 times');
});

it('both are named where the answer of one was lost', async () => {
	const items = [{ key: 'k', amount: 10 }];
	const { nodeTypes } = startProcess();
	await run(service, payin({ options: AT_ONCE }), { nodeTypes: startProcess().nodeTypes, items });
	service.fault({ endpoint: 'v2.payins.create', fault: 'status', status: 503, when: 'after', times: 1 });
	let reads = 0;
	// The other process has made it between the look-up and the send.
	answered(['v2.payins.list'], (list) =>
		Number(list.total) > 0 && ++reads === 1 ? { ...list, records: [], total: 0 } : list,
	);
	const { error } = await run(service, payin({ options: AT_ONCE }), { nodeTypes, items });
	expect(error?.message).toBe('The payment k exists 2 times');
});
