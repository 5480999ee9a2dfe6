import type { INodeParameters } from 'n8n-workflow';
import { startProcess } from '../../sequences/n8nProcess';
import { batch } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { outcomes, wages } from './payroll';

/** What it costs to find out who is paid already, after 100,000 earlier payments. ARCHITECTURE tells the figures. */

const EARLIER = 100_000;
const MONTH = 30 * 86_400_000;

let service: Service;
beforeEach(async () => {
	service = await startService({ start: new Date(Date.now() - MONTH) });
});
afterEach(async () => await service.close());

/** Makes last month's payments, `perBatch` in each request. */
async function payBefore(perBatch: number): Promise<void> {
	const account = service.emulator.account('AUD');
	// Payments that await approval do not change while the month passes.
	account.approvals = true;
	const { payouts } = account;
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
	await service.advance(MONTH - 60_000);
}

/** How many requests list payouts, in a first run that finds nobody and in a later run of the same process. */
async function costs(payees: number, additionalFields: INodeParameters = {}): Promise<[first: number, later: number]> {
	const { nodeTypes } = startProcess();
	const parameters = batch({ options: { settleSeconds: 0 }, additionalFields });
	const cost = async (from: number) => {
		const before = service.calls()['v2.payouts.list'] ?? 0;
		const items = wages(payees, from);
		const run = await runNode({ credentials: service.credentials(), parameters, items, nodeTypes });
		expect(new Set(outcomes(run))).toEqual(new Set(['created']));
		return (service.calls()['v2.payouts.list'] ?? 0) - before;
	};
	return [await cost(0), await cost(payees)];
}

it.each<[payees: number, what: string, additionalFields: INodeParameters, first: number, later: number]>([
	// Two older years; the batches with several payees and each payee, or the whole list if that takes fewer requests; and the
	// look-up for duplicates.
	[10, 'without a Batch External ID', {}, 23, 12],
	[1000, 'without a Batch External ID', {}, 13, 12],
	// Two older years, the batches with that reference, and the look-up for duplicates.
	[10, 'with one', { batchExternalId: 'payroll-3' }, 4, 2],
	[1000, 'with one', { batchExternalId: 'payroll-3' }, 4, 2],
])('takes few requests for %i payees %s', async (payees, _, additionalFields, first, later) => {
	await payBefore(500);
	expect(await costs(payees, additionalFields)).toEqual([first, later]);
});
