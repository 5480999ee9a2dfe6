import { everywhere } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, batch, form, operation, payout, QUICK } from '../action/orders';
import { runNode } from '../engine/execution';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';
import { answered } from '../wrongGuesses/differing';
import { audPayoutPerItem } from './writes';

/** What the service says plainly is not passed over. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

it.each([
	['one by one', payout],
	['all items together', batch],
])('a payout that has failed stops a retry once Return Ended is off (%s)', async (_how, order) => {
	const { nodeTypes } = startProcess();
	const account = form({ bsb: '062000', account_name: 'Nathan Smith', account_number: '12390001' });
	const pay = (returnEnded: boolean) => order({ methodParameters: account, options: { ...AT_ONCE, returnEnded } });
	const [a, b] = [
		{ key: 'a', amount: 10 },
		{ key: 'b', amount: 12 },
	];
	await run(service, pay(false), { nodeTypes: startProcess().nodeTypes, items: [a] });
	await service.advance(10_000);
	service.fault({ endpoint: 'v2.payouts.create', fault: 'status', status: 500, nth: 1, when: 'before' });
	const first = await runNode({ credentials: service.credentials(), parameters: pay(true), items: [a, b], nodeTypes });
	expect(first.status).toBe('error');
	const again = await first.retry({ parameters: pay(false) });
	expect(again.error?.message).toContain('has ended without money: failed');
});

it('an answer that says it was no success leaves an AUD payout unknown', async () => {
	answered(['v1.payouts.create'], () => ({ id: 12, success: false, message: 'Insufficient balance' }));
	const { error } = await run(service, audPayoutPerItem.parameters, { items: [{ key: 'a', amount: 10 }] });
	expect(error?.message).toContain('It is unknown whether the payment');
});

it('a batch without payees and without a sum keeps nobody from being paid', async () => {
	const pay = async (key: string) =>
		await run(service, payout({ options: QUICK, additionalFields: { batchExternalId: 'march' } }), {
			items: [{ key, amount: 10 }],
			nodeTypes: startProcess().nodeTypes,
		});
	await pay('draft');
	answered(['v2.payouts.list', 'v2.payouts.detail'], (answer) =>
		everywhere(answer, (fields) =>
			'payout_transactions' in fields ? { ...fields, total_amount: '0.0', payout_transactions: [] } : fields,
		),
	);
	expect((await pay('a')).error).toBeUndefined();
});

it('a gateway link of another order is not this one, however its answer is wrapped', async () => {
	answered(['v1.gateway.create'], (usual) => ({
		...usual,
		order_id: 'OTHER',
		merchant: { logo: 'https://shop.example/logo.png' },
	}));
	const { error } = await run(
		service,
		operation('gatewayLink', 'create', {
			...{ amount: '10', orderId: 'A-1', paymentDescription: 'Order 77', options: QUICK },
		}),
		{ nodeTypes: startProcess().nodeTypes },
	);
	expect(error?.message).toContain('It is unknown whether the gateway link A-1');
});
