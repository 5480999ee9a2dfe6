import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, batch, payout } from '../action/orders';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';

/** Payouts that something else than this node has made with the same account. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const account = () => service.emulator.account('AUD');

/** A batch of other software: its payees have no references of their own. */
const made = (externalId: string, payees: readonly string[] = ['Smith']) =>
	account().payouts.create({
		payout_method_name: 'au_bank_aud',
		currency: 'AUD',
		description: 'Invoice 1',
		external_id: externalId,
		webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'none' },
		payout_transaction_details: payees.map((last_name) => ({
			...{ first_name: 'Nathan', last_name, email: 'nathan@example.com', amount: 10 },
			payout_method_params: { bsb: '062000', account_number: '12345678', account_name: 'Nathan Smith' },
		})),
	});

const paid = () => account().payouts.payments().payouts.length;

describe('a payout that has its reference at the batch alone', () => {
	it.each([
		['one by one', payout],
		['all items together', batch],
	])('is found (%s)', async (_how, order) => {
		made('INV-1');
		const { items, error } = await run(service, order({ options: AT_ONCE }), {
			items: [{ amount: 10, key: 'INV-1' }],
			nodeTypes: startProcess().nodeTypes,
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json.idempotency).toMatchObject({ outcome: 'found', external_id: 'INV-1' });
		expect(paid()).toBe(1);
	});

	it('stops one of another amount', async () => {
		made('INV-1');
		const { error } = await run(service, payout({ options: AT_ONCE }), {
			items: [{ amount: 12, key: 'INV-1' }],
			nodeTypes: startProcess().nodeTypes,
		});
		expect(error?.message).toBe('The external ID INV-1 belongs to another payment');
	});

	it('is reconciled by it', async () => {
		made('INV-1');
		const { items } = await run(
			service,
			{ resource: 'reconciliation', operation: 'run' },
			{ items: [{ external_id: 'INV-1', amount: 10, kind: 'payout' }] },
		);
		expect(items.map(({ json }) => [json.verdict, json.external_id])).not.toContainEqual([
			'missing_at_service',
			'INV-1',
		]);
	});

	it('is nobody’s where the batch has several payees', async () => {
		made('INV-1', ['Smith', 'Jones']);
		const { items } = await run(service, payout({ options: AT_ONCE }), {
			items: [{ amount: 10, key: 'INV-1' }],
			nodeTypes: startProcess().nodeTypes,
		});
		expect(items[0]?.json.idempotency).toMatchObject({ outcome: 'created' });
	});
});
