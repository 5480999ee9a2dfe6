import type { INodeParameters } from 'n8n-workflow';
import { batch, payout } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { atCall } from './atCall';
import { startProcess } from './killableProcess';
import { eachOnce, outcomes, paidKeys, wages } from './payroll';

/** n8n is killed in the middle of a run; the workflow is run again over the same list, under the user's own references. */

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());

const options = { requestTimeout: 5, timeLimit: 10, settleSeconds: 0, concurrency: 1 };

const ways: [string, INodeParameters][] = [
	['one request per item', payout({ options })],
	['all items in one request', batch({ options, additionalFields: { maxPerBatch: 1, batchExternalId: 'payroll-3' } })],
];

it.each(ways)('%s: nobody is paid twice, and nobody is left out', async (_, parameters) => {
	const what = { credentials: service.credentials(), parameters, items: wages(5) };
	const n8n = await startProcess();
	// The kill comes while the answer to the third payout is on its way.
	service.fault({ endpoint: 'v2.payouts.create', fault: 'slow', when: 'after', delayMs: 2_000, nth: 3 });
	atCall(service, 'handled', 3, () => void n8n.kill(), 'v2.payouts.create');
	expect(await n8n.run(what)).toBeNull();
	expect(paidKeys(service)).toEqual(['wage-0', 'wage-1', 'wage-2']);
	const again = await runNode(what);
	expect(outcomes(again)).toEqual(['found', 'found', 'found', 'created', 'created']);
	expect(paidKeys(service)).toEqual(eachOnce(wages(5)));
});
