import * as wire from '../../../emulator/otherwise';
import { startProcess } from '../../sequences/n8nProcess';
import { checkoutLink, operation, payin, payout, QUICK } from '../action/orders';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';

/** Two processes have made the same at once, or duplicates were not prevented: whoever asks later is told. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const AT_ONCE = { ...QUICK, settleSeconds: 0 };

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
	const { payins } = service.emulator.account('AUD');
	const { items } = await run(service, payin({ amount: 100 }), { items: [{ key: 'order-1' }] });
	const uuid = String(items[0]?.json.uuid);
	payins.simulate(uuid, 'completed');
	await service.advance(60 * 60_000);
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
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, endpoint, answer) =>
			endpoint === 'v2.payins.list' && (answer as { total: number }).total > 0 && ++reads === 1
				? { ...(answer as object), records: [], total: 0 }
				: answer,
		);
	const { error } = await run(service, payin({ options: AT_ONCE }), { nodeTypes, items });
	expect(error?.message).toBe('The payment k exists 2 times');
});
