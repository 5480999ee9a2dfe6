import type { INodeParameters } from 'n8n-workflow';
import { BANK_ACCOUNT, batch, form, payout } from '../action/orders';
import type { NodeRun } from '../engine/execution';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { atCall } from './atCall';
import { eachOnce, outcomes, paidKeys, wages } from './payroll';

/** Several executions in one n8n process that pay under the same references at the same moment. */

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());

const options = { requestTimeout: 5, timeLimit: 10, settleSeconds: 0, concurrency: 1 };
const goOn = { onError: 'continueRegularOutput' as const };

const run = async (parameters: INodeParameters, items = wages(4)) =>
	await runNode({ credentials: service.credentials(), parameters, items, settings: goOn });

const single = payout({ options });
const together = batch({ options, additionalFields: { maxPerBatch: 2, batchExternalId: 'payroll-3' } });
const unnamed = batch({ options, additionalFields: { maxPerBatch: 2 } });

describe.each([
	['one request per item', single],
	['all items in one request', unnamed],
	['all items in one request with a reference of its own', together],
])('%s', (_, parameters) => {
	it('pays everybody once', async () => {
		const runs = await Promise.all([run(parameters), run(parameters), run(parameters)]);
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(4)));
		expect(runs.flatMap(outcomes).filter((outcome) => outcome === 'created')).toHaveLength(4);
		expect(runs.flatMap(outcomes).filter((outcome) => outcome === 'found')).toHaveLength(8);
	});

	it('pays everybody once when answers are lost', async () => {
		service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'after', probability: 0.5 });
		await Promise.all([run(parameters), run(parameters), run(parameters)]);
		expect(paidKeys(service).sort()).toEqual(eachOnce(wages(4)));
	});
});

it('pays everybody once under one reference of the batch, although the lists differ', async () => {
	await Promise.all([run(together, wages(4)), run(together, wages(5, 1)), run(together, wages(3, 2).reverse())]);
	expect(paidKeys(service).sort()).toEqual(eachOnce(wages(6)));
});

it('stops a payee whose account another execution has corrected and paid while the list was on its way', async () => {
	const methodParameters = form({ ...BANK_ACCOUNT, account_number: '={{ $json.account }}' });
	const additionalFields = { maxPerBatch: 1, batchExternalId: 'payroll-3' };
	const unnamedPayees = batch({ options, externalId: '', methodParameters, additionalFields });
	const list = wages(3);
	let corrected: Promise<NodeRun> = run(unnamedPayees, []);
	const correct = () => (corrected = run(unnamedPayees, [{ ...list[2], account: '99999999' }]));
	atCall(service, 'received', 1, correct, 'v2.payouts.create');
	service.fault({ endpoint: 'v2.payouts.create', fault: 'slow', when: 'before', delayMs: 800, nth: 1 });
	const [paid, alsoPaid, stopped] = outcomes(await run(unnamedPayees, list));
	expect([paid, alsoPaid, ...outcomes(await corrected)]).toEqual(['created', 'created', 'created']);
	expect(stopped).toContain('another payment under the Batch External ID payroll-3 has the same payee and amount');
	expect(service.emulator.account('AUD').payouts.payments().payouts).toHaveLength(3);
});

it('does not hold up another account', async () => {
	const { account } = service.emulator;
	service.fault({ endpoint: 'v2.payouts.create', fault: 'slow', delayMs: 300, times: 1 });
	const [aud] = await Promise.all([run(single, wages(1)), run({ ...single, preventDuplicates: false }, wages(1, 1))]);
	expect(outcomes(aud)).toEqual(['created']);
	expect(account('AUD').payouts.payments().payouts).toHaveLength(2);
});
