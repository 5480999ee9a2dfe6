import type { INodeParameters } from 'n8n-workflow';
import { BANK_ACCOUNT, form, payout, QUICK } from '../action/orders';
import { runWorkflow } from '../engine/execution';
import { ACTION, AT_MOST, CALL_WORKFLOW, PASS_ON, READ_LIST } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import type { WorkflowPlan } from '../engine/workflow';
import { outputsOf } from '../engine/workflow';
import { paidKeys, wages } from './payroll';
import { audPayoutPerItem } from './writes';

/** Values that decide neither who is paid nor how much, and are others at every try. External ID is empty. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const paidPayouts = () => paidKeys(service);
const paidInAud = () => service.emulator.account('AUD').audPayouts.payments().aud_payouts;

const withRemark = (changes: INodeParameters = {}) =>
	payout({
		externalId: '',
		options: { ...QUICK, settleSeconds: 0 },
		methodParameters: form({
			bsb: '062000',
			account_number: '={{ $json.account }}',
			account_name: '=Nathan {{ Math.random() }}',
		}),
		...changes,
	});

describe('an unclear payment that goes into the node again by the error output', () => {
	const errorLoop = (parameters: INodeParameters): WorkflowPlan => ({
		nodes: [
			{ name: 'Start', type: PASS_ON },
			{ name: 'Pay', type: ACTION, parameters, settings: { onError: 'continueErrorOutput' } },
			{ name: 'Again', type: AT_MOST, parameters: { times: 2 } },
		],
		wires: [
			['Start', 0, 'Pay'],
			['Pay', 1, 'Again'],
			['Again', 0, 'Pay'],
		],
	});

	it.each([
		['payout', withRemark(), paidPayouts],
		['payout of all items', withRemark({ batchMode: 'allItems' }), paidPayouts],
		[
			'payout under another Batch External ID',
			withRemark({
				externalId: '={{ $json.key }}',
				methodParameters: form(BANK_ACCOUNT),
				additionalFields: { batchExternalId: '=march-{{ Math.random() }}' },
			}),
			paidPayouts,
		],
		['AUD payout', { ...audPayoutPerItem.parameters, payee: '=Ada {{ Math.random() }}' }, paidInAud],
	])('stops in every further run: %s', async (_, parameters, paid) => {
		Object.assign(service.emulator.world.settings, { listLagMs: 3_600_000 });
		for (const endpoint of ['v1.payouts.create', 'v2.payouts.create'] as const)
			service.fault({ endpoint, fault: 'reset', when: 'after', nth: 1 });
		const items = wages(1).map((json) => ({ json }));
		const { runData } = await runWorkflow(errorLoop(parameters), items, { credentials: service.credentials() });
		const told = (runData.Pay ?? []).flatMap((run) => outputsOf(run).flat()).map(({ json }) => json.error);
		expect(told).toEqual([
			expect.stringContaining('It is unknown whether'),
			expect.stringContaining('Whether this is a repeat'),
			expect.stringContaining('Whether this is a repeat'),
		]);
		expect(paid()).toHaveLength(1);
	});
});

it('a payee who stands at another place of a list that a retry reads anew is not paid again', async () => {
	const plan = (...numbers: number[]): WorkflowPlan => ({
		nodes: [
			{ name: 'Start', type: PASS_ON },
			numbers.length === 0
				? { name: 'Before', type: CALL_WORKFLOW }
				: {
						name: 'Before',
						type: READ_LIST,
						parameters: { list: JSON.stringify(numbers.flatMap((number) => wages(1, number))) },
					},
			{ name: 'Pay', type: ACTION, parameters: withRemark(), settings: { onError: 'continueRegularOutput' } },
		],
		wires: [
			['Start', 0, 'Before'],
			['Before', 0, 'Pay'],
		],
	});
	const failed = await runWorkflow(plan(), [{ json: {} }], { credentials: service.credentials() });
	await failed.retry({ plan: plan(1, 2) });
	const again = await failed.retry({ plan: plan(9, 1, 2) });
	expect(JSON.stringify(outputsOf(again.runData.Pay?.[0])[0]?.[2])).toContain('another place of the list');
	expect(paidPayouts()).toHaveLength(2);
});
