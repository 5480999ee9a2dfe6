import type { INodeParameters } from 'n8n-workflow';
import { startProcess } from '../../sequences/n8nProcess';
import { payout, QUICK } from '../action/orders';
import { runWorkflow } from '../engine/execution';
import { ACTION, CALL_WORKFLOW, PASS_ON, PAUSE } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import type { WorkflowPlan } from '../engine/workflow';
import { paidKeys } from './payroll';
import { audPayoutPerItem } from './writes';

/** A workflow that pays, called by another one in a process of n8n that has not served its calls from the first on. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const parameters = {
	payout: payout({ amount: '10.50', options: { ...QUICK, settleSeconds: 0 } }),
	aud: { ...audPayoutPerItem.parameters, amount: '10.50' } as INodeParameters,
};

const calling = (way: keyof typeof parameters, externalId: string, ...steps: string[]): WorkflowPlan => {
	const names = ['Start', ...steps.map((type, index) => `${type} ${index}`)];
	return {
		nodes: names.map((name, index) => ({
			name,
			type: steps[index - 1] ?? PASS_ON,
			parameters: steps[index - 1] === CALL_WORKFLOW ? { workflow: 'called' } : {},
		})),
		wires: names.slice(1).map((name, index) => [names[index] ?? '', 0, name]),
		others: [
			{
				id: 'called',
				nodes: [
					{ name: 'Start', type: PASS_ON },
					{ name: 'Pay', type: ACTION, parameters: { ...parameters[way], externalId } },
				],
				wires: [['Start', 0, 'Pay']],
			},
		],
	};
};

const begin = async (plan: WorkflowPlan, process = startProcess()) =>
	await runWorkflow(plan, [{ json: {} }], { credentials: service.credentials(), nodeTypes: process.nodeTypes });

const afterRestart = () => ({ nodeTypes: startProcess().nodeTypes });

describe('a caller that waited over a restart of n8n', () => {
	it.each([
		['an own External ID', 'wage-0'],
		['External ID empty', ''],
	])('stops in its second call where the service cannot be asked (%s)', async (_, externalId) => {
		const waiting = await begin(calling('aud', externalId, CALL_WORKFLOW, PAUSE, CALL_WORKFLOW));
		expect(waiting.status).toBe('waiting');
		const { error } = await waiting.resume(undefined, afterRestart());
		expect(error?.message).toContain('by an earlier call');
		expect(service.calls()['v1.payouts.create']).toBe(1);
	});

	it.each([
		['an own External ID', 'wage-0', undefined],
		['External ID empty', '', 'with the same values made already'],
	])('pays nobody twice in its second call where it can (%s)', async (_, externalId, message) => {
		const waiting = await begin(calling('payout', externalId, CALL_WORKFLOW, PAUSE, CALL_WORKFLOW));
		const { error } = await waiting.resume(undefined, afterRestart());
		expect(error?.message ?? '').toContain(message ?? '');
		expect(String(error?.description)).toContain(message ? 'an External ID given now does not find it' : '');
		expect(paidKeys(service)).toHaveLength(1);
	});

	it.each(['wage-0', ''])('pays in its first call (External ID %p)', async (externalId) => {
		const waiting = await begin(calling('payout', externalId, PAUSE, CALL_WORKFLOW));
		const { error } = await waiting.resume(undefined, afterRestart());
		expect(error).toBeUndefined();
		expect(paidKeys(service)).toHaveLength(1);
	});
});

describe('a retried caller whose first calls another worker has served', () => {
	it.each([
		['stops', '', 'may have had it made before it was repeated', 0],
		['pays', 'wage-0', undefined, 1],
	])('%s (External ID %p)', async (_, externalId, message, paid) => {
		const otherWorker = startProcess();
		service.fault({ endpoint: 'v2.payouts.create', fault: 'status', status: 500, when: 'before', nth: 1 });
		const failed = await begin(calling('payout', externalId, CALL_WORKFLOW));
		expect(failed.status).toBe('error');
		const { error } = await failed.retry({ nodeTypes: otherWorker.nodeTypes });
		expect(error?.message ?? '').toContain(message ?? '');
		expect(paidKeys(service)).toHaveLength(paid);
	});
});

describe('two retries of a caller at once, with another amount in each', () => {
	it.each(['perItem', 'allItems'])('pay once, External ID empty (%s)', async (batchMode) => {
		const plan = calling('payout', '', CALL_WORKFLOW);
		const pay = plan.others?.[0]?.nodes[1];
		Object.assign(pay?.parameters ?? {}, { batchMode, amount: '={{ (10 + Number($execution.id) / 100).toFixed(2) }}' });
		const credentials = service.credentials();
		const failed = await runWorkflow(plan, [{ json: {} }], { credentials: { ...credentials, secretKey: 'mistyped' } });
		expect(failed.status).toBe('error');
		const retries = await Promise.all([failed.retry({ credentials }), failed.retry({ credentials })]);
		expect(retries.map(({ error }) => error?.message ?? '').sort()).toEqual([
			'',
			expect.stringContaining('may have had it made before it was repeated'),
		]);
		expect(paidKeys(service)).toHaveLength(1);
	});
});
