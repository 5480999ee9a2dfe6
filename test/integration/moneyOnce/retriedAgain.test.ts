import type { INodeParameters } from 'n8n-workflow';
import { operation, payin, payout } from '../action/orders';
import type { Execution } from '../engine/execution';
import { runNode, runWorkflow } from '../engine/execution';
import { ACTION, AT_MOST, CALL_WORKFLOW, LOOP, PASS_ON, READ_LIST } from '../engine/nodeTypes';
import { startService, type Service } from '../engine/service';
import type { NodeSettings, WorkflowPlan } from '../engine/workflow';
import { outputsOf } from '../engine/workflow';
import { startProcess } from '../../sequences/n8nProcess';
import { paidKeys, wages } from './payroll';
import { audPayoutPerItem } from './writes';

/** An execution is retried after n8n has lost what earlier retries did: they ran in another process, or one crashed. */

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());

const keyless = (changes: INodeParameters = {}) =>
	payout({ externalId: '', options: { requestTimeout: 5, timeLimit: 10, settleSeconds: 0 }, ...changes });

const list = (items: readonly object[]): INodeParameters => ({ list: JSON.stringify(items) });

const people = (...numbers: number[]): object[] => numbers.flatMap((number) => wages(1, number));

/** A list that each execution reads anew, and a node that pays it. Its failed items come to it once more, or those of a corrected list. */
const plan = (
	parameters: INodeParameters,
	read: readonly object[] = people(1),
	{ settings = { onError: 'continueErrorOutput' }, corrected }: { settings?: NodeSettings; corrected?: object[] } = {},
): WorkflowPlan => ({
	nodes: [
		{ name: 'Start', type: PASS_ON },
		{ name: 'Before', type: READ_LIST, parameters: list(read) },
		{ name: 'Pay', type: ACTION, parameters, settings },
		{ name: 'Once', type: AT_MOST, parameters: { times: 1 } },
		corrected ? { name: 'Again', type: READ_LIST, parameters: list(corrected) } : { name: 'Again', type: PASS_ON },
	],
	wires: [
		['Start', 0, 'Before'],
		['Before', 0, 'Pay'],
		['Pay', 1, 'Once'],
		['Once', 0, 'Again'],
		['Again', 0, 'Pay'],
	],
});

/** The same, but one of its nodes fails before anything is sent. */
function failingIn(name: string, { nodes, wires }: WorkflowPlan): WorkflowPlan {
	return { nodes: nodes.map((node) => (node.name === name ? { name, type: CALL_WORKFLOW } : node)), wires };
}

const begin = async (failing: WorkflowPlan): Promise<Execution> =>
	await runWorkflow(failing, [{ json: {} }], { credentials: service.credentials() });

const elsewhere = () => ({ nodeTypes: startProcess().nodeTypes });

/** What the runs of the node tell of their failed items. */
const told = ({ runData }: Execution): string[] =>
	(runData.Pay ?? []).flatMap((run) => (outputsOf(run)[1] ?? []).map(({ json }) => String(json.error)));

const paidAmounts = (): number[] =>
	service.emulator
		.account('AUD')
		.payouts.payments()
		.payouts.map(({ amount }) => Number(amount));

const AT_ANOTHER_PLACE = expect.stringContaining('another place of the list');

/** A payin that was paid an hour ago. */
async function paidPayin(): Promise<string> {
	const { items } = await runNode({
		credentials: service.credentials(),
		parameters: payin({ amount: 100 }),
		items: [{ key: 'order-1' }],
	});
	const uuid = String(items[0]?.json.uuid);
	service.emulator.account('AUD').payins.simulate(uuid, 'completed');
	await service.advance(60 * 60_000);
	return uuid;
}

describe.each([
	['one by one', keyless()],
	['in one request', keyless({ batchMode: 'allItems', lastName: '={{ $json.name }}' })],
])('another retry in another process (%s)', (_, parameters) => {
	it('does not pay in the second run of the node what the first retry paid in the first', async () => {
		const failed = await begin(failingIn('Before', plan(parameters)));
		await failed.retry({ plan: plan(parameters) });
		const corrected = plan(parameters, [{ ...people(1)[0], amount: 'ten' }], { corrected: people(1) });
		const again = await failed.retry({ plan: corrected, ...elsewhere() });
		expect(told(again)).toEqual([expect.stringContaining('Amount'), AT_ANOTHER_PLACE]);
		expect(paidKeys(service)).toHaveLength(1);
	});

	it('does not pay in the first run of the node what the first retry paid in the second', async () => {
		const failed = await begin(failingIn('Before', plan(parameters)));
		const corrected = plan(parameters, [{ ...people(1)[0], amount: 'ten' }], { corrected: people(1) });
		expect(told(await failed.retry({ plan: corrected }))).toHaveLength(1);
		expect(paidKeys(service)).toHaveLength(1);
		const again = await failed.retry({ plan: plan(parameters), ...elsewhere() });
		// The failed item keeps its key when it comes again.
		expect(told(again)).toEqual([AT_ANOTHER_PLACE, AT_ANOTHER_PLACE]);
		expect(paidKeys(service)).toHaveLength(1);
	});

	it.each<[string, number[], number[], number]>([
		['has grown at its beginning', [1, 2], [9, 1, 2], 2],
		['has lost its first', [1, 2], [2], 2],
		['has a newcomer in the middle', [1, 2], [1, 9, 2], 2],
	])('pays nobody twice who stands at another place, when the list %s', async (_what, before, after, paid) => {
		const failed = await begin(failingIn('Before', plan(parameters)));
		await failed.retry({ plan: plan(parameters, people(...before)) });
		expect(paidKeys(service)).toHaveLength(paid);
		const again = await failed.retry({ plan: plan(parameters, people(...after)), ...elsewhere() });
		expect(told(again)).not.toEqual([]);
		for (const each of told(again)) expect(each).toMatch(/another place of the list|belongs to another payment/);
		expect(new Set(paidAmounts()).size).toBe(paidAmounts().length);
	});

	it('pays nobody twice who stands at another place, in two workers that run as long as the execution', async () => {
		const [one, other] = [elsewhere(), elsewhere()];
		const failed = await runWorkflow(failingIn('Before', plan(parameters)), [{ json: {} }], {
			credentials: service.credentials(),
			...one,
		});
		await failed.retry({ plan: plan(parameters, people(1, 2)), ...other });
		const again = await failed.retry({ plan: plan(parameters, people(9, 1, 2)), ...one });
		expect(told(again)).toContainEqual(AT_ANOTHER_PLACE);
		expect(new Set(paidAmounts()).size).toBe(paidAmounts().length);
	});

	it('pays the same list, and two alike in it, once', async () => {
		const failed = await begin(failingIn('Before', plan(parameters)));
		service.fault({ endpoint: 'v2.payouts.create', fault: 'status', status: 500, nth: 3, when: 'before' });
		await failed.retry({ plan: plan(parameters, people(1, 1, 2)) });
		const again = await failed.retry({ plan: plan(parameters, people(1, 1, 2)), ...elsewhere() });
		expect(told(again)).toEqual([]);
		expect(paidKeys(service)).toHaveLength(3);
	});
});

it('a loop in a retry reads once what others have paid since the execution began', async () => {
	const pays = keyless({ options: { requestTimeout: 5, timeLimit: 10, settleSeconds: 1 } });
	const looping = ({ nodes, wires }: WorkflowPlan): WorkflowPlan => ({
		nodes: [
			...nodes.filter(({ name }) => name !== 'Pay'),
			{ name: 'Loop', type: LOOP },
			{ name: 'Pay', type: ACTION, parameters: pays },
		],
		wires: [...wires.slice(0, 1), ['Before', 0, 'Loop'], ['Loop', 0, 'Pay'], ['Pay', 0, 'Loop']],
	});
	const failed = await begin(failingIn('Before', looping(plan(pays))));
	const others = wages(60, 100);
	await runNode({ credentials: service.credentials(), parameters: keyless(), items: others });
	const before = service.calls()['v2.payouts.list'] ?? 0;
	const again = await failed.retry({ plan: looping(plan(pays, wages(40))), ...elsewhere() });
	expect(told(again)).toEqual([]);
	expect(paidKeys(service)).toHaveLength(100);
	// Two for each of the 40, who is looked for as well, and a few pages of others for all of them.
	expect((service.calls()['v2.payouts.list'] ?? 0) - before).toBeLessThan(100);
});

it('does not refund from another place in another retry', async () => {
	const uuid = await paidPayin();
	const parameters = operation('payin', 'refund', {
		...{ uuid, refundType: 'partial', amount: '={{ $json.amount }}', reason: 'Parcel came late', externalId: '' },
		options: { settleSeconds: 0 },
	});
	const failed = await begin(failingIn('Before', plan(parameters)));
	await failed.retry({ plan: plan(parameters, people(1, 2)) });
	const refunds = () =>
		service.emulator
			.account('AUD')
			.payins.payments()
			.refunds.map(({ amount }) => Number(amount));
	expect(refunds()).toEqual([11.5, 12.5]);
	const again = await failed.retry({ plan: plan(parameters, people(1, 9, 2)), ...elsewhere() });
	// A failed item keeps its key, so what it says stays true when it comes again.
	const stopped = [expect.stringContaining('belongs to another refund'), AT_ANOTHER_PLACE];
	expect(told(again)).toEqual([...stopped, ...stopped]);
	expect(refunds()).toEqual([11.5, 12.5]);
});

it('stops a payment that cannot be looked up, also when n8n repeats the node in the retry', async () => {
	const { parameters } = audPayoutPerItem;
	const failed = await begin(failingIn('Before', plan(parameters)));
	await failed.retry({ plan: plan(parameters) });
	expect(service.calls()['v1.payouts.create']).toBe(1);
	const repeated = {
		plan: plan(parameters, people(1), { settings: { retryOnFail: true, maxTries: 2 } }),
		...elsewhere(),
	};
	const again = await failed.retry(repeated);
	expect(again.error?.message).toContain('unknown whether the payment');
	const third = await again.retry(repeated);
	expect(third.error?.message).toContain('unknown whether the payment');
	expect(service.calls()['v1.payouts.create']).toBe(1);
});

it('knows in later runs of the node that n8n had crashed in it, with the progress before it saved', async () => {
	// To n8n the node has not run yet, and nothing is left of what it sent.
	const crashed = await begin(failingIn('Pay', plan(keyless())));
	const retried = await crashed.retry({ plan: plan(keyless()) });
	const LEFT_NO_RECORD = expect.stringContaining('left no record of what it sent');
	expect(told(retried)).toEqual([LEFT_NO_RECORD, LEFT_NO_RECORD]);
	expect(paidKeys(service)).toEqual([]);
});
