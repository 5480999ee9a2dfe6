import { startProcess as newProcess } from '../../sequences/n8nProcess';
import { runNode, runWorkflow } from '../engine/execution';
import { ACTION, PASS_ON } from '../engine/nodeTypes';
import { processedDataOfFile } from '../engine/processedData';
import { startService, type Service } from '../engine/service';
import type { WorkflowPlan } from '../engine/workflow';
import { atCall } from './atCall';
import { startProcess } from './killableProcess';
import { eachOnce, list, one, outcomes, paidKeys, wages } from './payroll';
import { audPayoutPerItem } from './writes';

/** n8n is killed in the middle of a run; the workflow is run again over the same list. */

processedDataOfFile();
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

it('what another node of the execution could not find out stays unknown when the execution is retried', async () => {
	const { parameters } = audPayoutPerItem;
	const again = { ...parameters, externalId: "={{ $('Start').first().json.key }}", amount: '10.50' };
	const plan: WorkflowPlan = {
		nodes: [
			{ name: 'Start', type: PASS_ON },
			{ name: 'Pay', type: ACTION, parameters, settings: { onError: 'continueErrorOutput' } },
			{ name: 'Pay again', type: ACTION, parameters: again },
		],
		wires: [
			['Start', 0, 'Pay'],
			['Pay', 1, 'Pay again'],
		],
	};
	service.fault({ endpoint: 'v1.payouts.create', fault: 'reset', when: 'after', times: 1 });
	const anew = () => ({ credentials: service.credentials(), nodeTypes: newProcess().nodeTypes });
	const failed = await runWorkflow(plan, [{ json: wages(1)[0] ?? {}, pairedItem: { item: 0 } }], anew());
	const retried = await failed.retry(anew());
	for (const run of [failed, retried])
		expect(run.error?.message).toBe('It is unknown whether the payment wage-0 was made');
	expect(audPayoutPerItem.booked(service)).toHaveLength(1);
});
