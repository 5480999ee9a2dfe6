import type { INodeParameters } from 'n8n-workflow';
import { startProcess } from '../../sequences/n8nProcess';
import { batch } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { outcomes, wages } from './payroll';

/**
 * What it costs to find out who is paid already, in requests that list payouts, after 100,000 earlier payments: docs/payouts.md
 * tells users these figures.
 */

const EARLIER = 100_000;

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());

/** Payments of last month, so many in each request. */
function payBefore(perBatch: number): void {
	const { payouts } = service.emulator.account('AUD');
	for (let first = 0; first < EARLIER; first += perBatch) {
		const keys = Array.from({ length: perBatch }, (_, index) => `earlier-${first + index}`);
		payouts.create({
			payout_method_name: 'au_bank_aud',
			currency: 'AUD',
			description: 'Earlier wages',
			webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'none' },
			external_id: perBatch === 1 ? keys[0] : 'n8n-batch',
			payout_transaction_details: keys.map((external_id) => ({
				first_name: 'Nathan',
				last_name: 'Smith',
				email: 'nathan@example.com',
				amount: 10,
				payout_method_params: { bsb: '062000', account_number: '12345678', account_name: 'Nathan Smith' },
				external_id,
			})),
		});
	}
}

const lists = () => (service.calls()['v2.payouts.list'] ?? 0) + (service.calls()['v2.payouts.detail'] ?? 0);

/** Requests of one run that ask, in a process that has asked before or not. */
async function cost(payees: number, additionalFields: INodeParameters = {}, nodeTypes = startProcess().nodeTypes) {
	const before = lists();
	const parameters = batch({
		email: '={{ $json.key }}@shop.test',
		options: { settleSeconds: 0 },
		additionalFields,
	});
	const run = await runNode({ credentials: service.credentials(), parameters, items: wages(payees), nodeTypes });
	expect(new Set(outcomes(run))).toEqual(new Set(['created']));
	return lists() - before;
}

describe('after 100,000 earlier payments', () => {
	it('costs', async () => {
		const figures: Record<string, number> = {};
		for (const perBatch of [500, 10, 1]) {
			for (const payees of [10, 1000, 10000]) {
				await service.reset();
				payBefore(perBatch);
				figures[`${payees} after batches of ${perBatch}`] = await cost(payees);
			}
		}
		await service.reset();
		payBefore(500);
		figures['10000 under a reference'] = await cost(10000, { batchExternalId: 'p-1' });
		console.log(figures);
	}, 600_000);
});
