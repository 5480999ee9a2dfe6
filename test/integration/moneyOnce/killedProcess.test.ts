import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { atCall } from './atCall';
import { startProcess } from './killableProcess';
import { eachOnce, list, one, outcomes, paidKeys, wages } from './payroll';

/** n8n is killed in the middle of a run; the workflow is run again over the same list. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

it.each([
	['one request per item', one()],
	['all items in one request', list({ additionalFields: { maxPerBatch: 1 } })],
])('%s: nobody is paid twice, and nobody is left out', async (_, parameters) => {
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
