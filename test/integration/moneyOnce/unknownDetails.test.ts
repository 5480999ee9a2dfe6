import type { INodeParameters } from 'n8n-workflow';
import { optional } from '../../../emulator/methods/parameters';
import { payoutMethods } from '../../../emulator/methods/payoutMethods';
import { BANK_ACCOUNT, form, payout } from '../action/orders';
import { agentWithTool } from '../engine/agentTool';
import { runNode, runWorkflow } from '../engine/execution';
import { ACTION, AT_MOST, CALL_WORKFLOW, PASS_ON } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import type { WorkflowPlan } from '../engine/workflow';
import { atCall } from './atCall';
import { before, paidKeys } from './payroll';

/**
 * A method may ask for texts under any name, such as one for the payee to read. They do not say where the money goes, so a
 * payment whose outcome is not known stays the same with another one. External ID is empty unless said otherwise.
 */

const NAMES = ['description', 'narration', 'invoice_number', 'statement_text', 'remittance_info'];
const method = payoutMethods.find(({ name }) => name === 'au_bank_aud');
if (!method) throw new Error('The emulator offers no au_bank_aud');
const { parameters: usual } = method;
const ask = (parameters: typeof usual) => Object.assign(method, { parameters });

let service: Service;
beforeAll(async () => {
	ask([...usual, ...NAMES.map((name) => optional(name, 'text for the payee'))]);
	service = await startService();
});
beforeEach(async () => await service.reset());
afterAll(async () => {
	ask(usual);
	await service.close();
});

const options = { requestTimeout: 5, timeLimit: 0.3, settleSeconds: 0, concurrency: 1 };
const patient = { ...options, timeLimit: 10 };
const pay = (name: string, changes: INodeParameters = {}, text = '=Wages {{ Math.random() }}') =>
	payout({
		...{ externalId: '', amount: 10, options },
		methodParameters: form({ ...BANK_ACCOUNT, [name]: text }),
		...changes,
	});
const fromList = { amount: '={{ $json.amount }}', options: patient };

/** The answer to the first payment is lost, and the list fails for a moment right after it. */
function loseAnswer(): void {
	service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'after', nth: 1 });
	const fault = { endpoint: 'v2.payouts.list', fault: 'status', status: 503, retryAfter: '5', times: 1 } as const;
	atCall(service, 'handled', 1, () => service.fault(fault), 'v2.payouts.create');
}

const run = async (plan: WorkflowPlan) =>
	await runWorkflow(plan, [{ json: {} }], { credentials: service.credentials() });

describe.each(NAMES)('another %s makes no other payment', (name) => {
	it('of an unclear one that comes by the error output', async () => {
		loseAnswer();
		await run({
			nodes: [
				{ name: 'Start', type: PASS_ON },
				{ name: 'Pay', type: ACTION, parameters: pay(name), settings: { onError: 'continueErrorOutput' } },
				{ name: 'Again', type: AT_MOST, parameters: { times: 1 } },
			],
			wires: [
				['Start', 0, 'Pay'],
				['Pay', 1, 'Again'],
				['Again', 0, 'Pay'],
			],
		});
		expect(paidKeys(service)).toHaveLength(1);
	});

	it('of an unclear one whose workflow is called again', async () => {
		loseAnswer();
		const settings = { retryOnFail: true, maxTries: 2 };
		const called = {
			id: 'called',
			nodes: [
				{ name: 'Start', type: PASS_ON },
				{ name: 'Pay', type: ACTION, parameters: pay(name) },
			],
			wires: [['Start', 0, 'Pay'] as [string, number, string]],
		};
		await run({
			nodes: [
				{ name: 'Start', type: PASS_ON },
				{ name: 'Call', type: CALL_WORKFLOW, parameters: { workflow: 'called' }, settings },
			],
			wires: [['Start', 0, 'Call']],
			others: [called],
		});
		expect(paidKeys(service)).toHaveLength(1);
	});

	it('of one at another place of a list that a retry reads anew', async () => {
		const parameters = pay(name, fromList);
		const plan = (...numbers: number[]): WorkflowPlan => ({
			nodes: [
				{ name: 'Start', type: PASS_ON },
				before(...numbers),
				{ name: 'Pay', type: ACTION, parameters, settings: { onError: 'continueRegularOutput' } },
			],
			wires: [
				['Start', 0, 'Before'],
				['Before', 0, 'Pay'],
			],
		});
		const failed = await run(plan());
		await failed.retry({ plan: plan(1, 2) });
		await failed.retry({ plan: plan(9, 9, 1) });
		const amounts = service.emulator.account('AUD').payouts.payments().payouts;
		expect(amounts.filter(({ amount }) => Number(amount) === 11.5)).toHaveLength(1);
	});

	it('of an unclear one that an agent calls under another External ID', async () => {
		loseAnswer();
		const tool = pay(
			name,
			{ externalId: "={{ $fromAI('id', '', 'string') }}" },
			"={{ $fromAI('note', '', 'string') }}",
		);
		const { refusal } = await agentWithTool(tool, service.credentials());
		expect(await refusal({ id: 'a', note: 'Wages' })).toContain('It is unknown whether');
		expect(await refusal({ id: 'b', note: 'Wages, second try' })).toContain('Find out about the external ID a first');
		expect(paidKeys(service)).toEqual(['a']);
	});

	it.each(['perItem', 'allItems'])('under a Batch External ID, with a corrected amount (%s)', async (batchMode) => {
		const additionalFields = { batchExternalId: 'march' };
		const parameters = pay(name, { ...fromList, batchMode, additionalFields }, '=Wages {{ $json.amount }}');
		const paying = async (amount: number) =>
			await runNode({ credentials: service.credentials(), parameters, items: [{ amount }] });
		await paying(10);
		expect((await paying(12)).error?.message).toContain('belongs to another payment');
		expect(paidKeys(service)).toHaveLength(1);
	});
});
