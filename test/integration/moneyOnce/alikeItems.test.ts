import type { INodeParameters, ITaskData } from 'n8n-workflow';
import type { EndpointId } from '../../../contract';
import * as wire from '../../../emulator/otherwise';
import { BANK_ACCOUNT, form, operation, payin, payout, QUICK } from '../action/orders';
import { runWorkflow } from '../engine/execution';
import { ACTION, CALL_WORKFLOW, LOOP, PASS_ON } from '../engine/nodeTypes';
import { startService, type Service } from '../engine/service';
import type { WorkflowPlan } from '../engine/workflow';
import { outputsOf } from '../engine/workflow';
import { goOn, run } from '../resources/resourceRun';
import { atCall } from './atCall';
import { paidKeys } from './payroll';

/** Two invoices of one amount to one payee, of which the first is unclear: the second one must not count as that. */

let service: Service;
beforeAll(async () => void (service = await startService({ start: new Date() })));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const account = () => service.emulator.account('AUD');
const common = { externalId: '', amount: 10, paymentDescription: '={{ $json.invoice }}' };
const options = { ...QUICK, settleSeconds: 0 };
const invoices = (...names: string[]) => names.map((invoice) => ({ json: { invoice } }));
const two = invoices('Invoice 1', 'Invoice 2');

interface Way {
	parameters: INodeParameters;
	path: 'v2.payouts' | 'v2.payins';
	paid: () => number;
}
const WAYS: [string, Way][] = [
	[
		'payout',
		{
			parameters: payout({ ...common, options, methodParameters: form(BANK_ACCOUNT) }),
			path: 'v2.payouts',
			paid: () => paidKeys(service).length,
		},
	],
	[
		'payin',
		{
			parameters: payin({ ...common, options }),
			path: 'v2.payins',
			paid: () => account().payins.payments().payins.length,
		},
	],
];

/** The first answer is lost, and the list shows the payment a moment later than Look for Record waits. */
function loseFirst(path: Way['path']): void {
	const { settings } = service.emulator.world;
	const [create, list]: EndpointId[] = [`${path}.create`, `${path}.list`];
	service.fault({ endpoint: create, fault: 'reset', when: 'after', nth: 1 });
	const hide = () => {
		settings.listLagMs = 3_600_000;
		atCall(service, 'answered', 1, () => Object.assign(settings, { listLagMs: 0 }), list);
	};
	atCall(service, 'handled', 1, hide, create);
}

const pays = (parameters: INodeParameters) => ({
	...{ name: 'Pay', type: ACTION, parameters, settings: { onError: 'continueRegularOutput' as const } },
});
const inList = (parameters: INodeParameters): Omit<WorkflowPlan, 'others'> => ({
	nodes: [{ name: 'Begin', type: PASS_ON }, pays(parameters)],
	wires: [['Begin', 0, 'Pay']],
});
const inLoop = (parameters: INodeParameters, before = PASS_ON): Omit<WorkflowPlan, 'others'> => ({
	nodes: [
		{ name: 'Begin', type: PASS_ON },
		{ name: 'Before', type: before },
		{ name: 'Loop', type: LOOP },
		pays(parameters),
	],
	wires: [
		['Begin', 0, 'Before'],
		['Before', 0, 'Loop'],
		['Loop', 0, 'Pay'],
		['Pay', 0, 'Loop'],
	],
});
const calling = (called: Omit<WorkflowPlan, 'others'>, mode: 'each' | 'once'): WorkflowPlan => ({
	nodes: [
		{ name: 'Start', type: PASS_ON },
		{ name: 'Call', type: CALL_WORKFLOW, parameters: { workflow: 'pays', mode } },
	],
	wires: [['Start', 0, 'Call']],
	others: [{ id: 'pays', ...called }],
});

const toldIn = (runs: ITaskData[] = []) =>
	runs.flatMap((one) => outputsOf(one).flat()).map(({ json }) => json.error ?? json.idempotency);
const STOPS = [expect.stringContaining('It is unknown whether'), expect.stringContaining('Whether this is a repeat')];

async function callsFor(plan: WorkflowPlan, items = two): Promise<unknown[]> {
	const runs: ITaskData[] = [];
	await runWorkflow(plan, items, {
		credentials: service.credentials(),
		onCalled: (called) => void runs.push(...(called.run.data.resultData.runData.Pay ?? [])),
	});
	return toldIn(runs);
}

describe.each(WAYS)('a called workflow, %s', (_kind, { parameters, path, paid }) => {
	it('stops at an invoice with another description in another call', async () => {
		loseFirst(path);
		expect(await callsFor(calling(inList(parameters), 'each'))).toEqual(STOPS);
		expect(paid()).toBe(1);
	});

	it.each([
		['a list', inList, two],
		['a list, with the same description', inList, invoices('Invoice', 'Invoice')],
		['a loop', inLoop, two],
	])('stops at another item of the same call: %s', async (_shape, shapeOf, items) => {
		loseFirst(path);
		expect(await callsFor(calling(shapeOf(parameters), 'once'), items)).toEqual(STOPS);
		expect(paid()).toBe(1);
	});
});

it.each(WAYS)(
	'stops at the same External ID in another item where duplicates are not prevented: %s',
	async (_kind, { parameters, path, paid }) => {
		loseFirst(path);
		const another = { ...parameters, externalId: 'rent', preventDuplicates: false };
		const { items } = await run(service, another, {
			items: [{ invoice: 'March rent' }, { invoice: 'March rent' }],
			settings: goOn,
		});
		expect(items.map(({ json }) => json.error ?? json.idempotency)).toEqual(STOPS);
		expect(paid()).toBe(1);
	},
);

it('a loop does not take a refund for another reason for an unclear one', async () => {
	const { items } = await run(service, payin({ amount: 100 }), { items: [{ key: 'order-1' }] });
	const uuid = String(items[0]?.json.uuid);
	account().payins.simulate(uuid, 'completed');
	await service.advance(60 * 60_000);
	const refund = { uuid, refundType: 'partial', amount: '10', reason: '={{ $json.reason }}', externalId: '', options };
	service.fault({ endpoint: 'v2.payins.refund', fault: 'reset', when: 'after', nth: 1 });
	let isShown = false;
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_world, endpoint, answer) =>
			endpoint === 'v2.payins.detail' && !isShown ? { ...(answer as object), refunds: [], status: 'received' } : answer,
		);
	atCall(service, 'answered', 2, () => (isShown = true), 'v2.payins.detail');
	const list = ['Cup was broken', 'Plate was broken'].map((reason) => ({ json: { reason } }));
	const plan = inLoop(operation('payin', 'refund', refund));
	const { runData } = await runWorkflow(plan, list, { credentials: service.credentials() });
	expect(toldIn(runData.Pay)).toEqual(STOPS);
});

it('a second retry does not take an invoice with another description for one that the first left unclear', async () => {
	const slow = { requestTimeout: 5, timeLimit: 1, settleSeconds: 0.3, concurrency: 1 };
	const parameters = payout({ ...common, options: slow, methodParameters: form(BANK_ACCOUNT) });
	// The execution fails before it pays.
	const failed = await runWorkflow(inLoop(parameters, CALL_WORKFLOW), two, { credentials: service.credentials() });
	expect(failed.status).toBe('error');
	const down = () => void service.fault({ endpoint: 'v2.payouts.list', fault: 'status', status: 503 });
	service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'after', nth: 1 });
	atCall(service, 'handled', 1, down, 'v2.payouts.create');
	const first = await failed.retry({ plan: inLoop(parameters) });
	expect(toldIn(first.runData.Pay)).toEqual(STOPS);
	const up = () => void service.emulator.world.faults.remove();
	up();
	down();
	// The service comes back a moment after the first invoice could not be looked up.
	atCall(service, 'received', 2, up, 'v2.payouts.methodParams');
	const second = await failed.retry({ plan: inLoop(parameters) });
	expect(toldIn(second.runData.Pay)).toEqual(STOPS);
	expect(paidKeys(service)).toHaveLength(1);
});
