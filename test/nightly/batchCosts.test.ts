import { startProcess } from '../sequences/n8nProcess';
import { runNode } from '../integration/engine/execution';
import { startService, type Service } from '../integration/engine/service';
import { list, one, outcomes, wages } from '../integration/moneyOnce/payroll';

/** What it costs to find out who is paid already, after 100,000 earlier payments. ARCHITECTURE tells the figures. */

const EARLIER = 100_000;
const PER_BATCH = 500;
const MONTH = 30 * 86_400_000;

let service: Service;
beforeAll(async () => {
	service = await startService({ start: new Date(Date.now() - MONTH) });
	await payBefore();
});
afterAll(async () => await service.close());

/** Makes last month's payments. */
async function payBefore(): Promise<void> {
	const account = service.emulator.account('AUD');
	// Payments that await approval do not change while the month passes.
	account.approvals = true;
	for (let first = 0; first < EARLIER; first += PER_BATCH)
		account.payouts.create({
			payout_method_name: 'au_bank_aud',
			currency: 'AUD',
			description: 'Earlier wages',
			webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'none' },
			external_id: `earlier-${first}`,
			payout_transaction_details: Array.from({ length: PER_BATCH }, (_, index) => ({
				first_name: 'Nathan',
				last_name: 'Smith',
				email: 'nathan@example.com',
				amount: 10,
				payout_method_params: { bsb: '062000', account_number: '12345678', account_name: 'Nathan Smith' },
				external_id: `wage-${index}`,
			})),
		});
	await service.advance(MONTH - 60_000);
}

const listed = () => service.calls()['v2.payouts.list'] ?? 0;

it.each([
	['a list of 10', list, 10, { first: 3, again: 1 }],
	['a list of 10,000 in 20 requests', list, 10_000, { first: 3, again: 1 }],
	['10 by themselves', one, 10, { first: 12, again: 10 }],
] as const)('takes few requests: %s', async (what, order, payees, costs) => {
	const { nodeTypes } = startProcess();
	const parameters = order({ externalId: `=${what} {{ $json.key }}`, batchExternalId: what });
	const items = wages(payees);
	const run = async () => {
		const before = listed();
		const told = await runNode({ credentials: service.credentials(), parameters, items, nodeTypes });
		return { told: new Set(outcomes(told)), listed: listed() - before };
	};
	// Two older years are asked for once in a process, each list or payment once in a run.
	expect(await run()).toEqual({ told: new Set(['created']), listed: costs.first });
	expect(await run()).toEqual({ told: new Set(['found']), listed: costs.again });
});
