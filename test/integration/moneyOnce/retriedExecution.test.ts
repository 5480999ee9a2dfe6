import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { form, payin, payout } from '../action/orders';
import { agentWithTool } from '../engine/agentTool';
import { runNode, runWorkflow, type NodeRunOptions } from '../engine/execution';
import { ACTION, ANSWER_OK, CALL_WORKFLOW, LOOP, PASS_ON, PAUSE } from '../engine/nodeTypes';
import { startService, type Service } from '../engine/service';
import type { WorkflowPlan } from '../engine/workflow';
import { outputsOf } from '../engine/workflow';
import { startProcess } from '../../sequences/n8nProcess';
import { atCall } from './atCall';
import { before, keysOf, outcomes, paidKeys, wages } from './payroll';
import { audPayoutPerItem } from './writes';

/** What the keys that the node makes itself survive. */

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());

/** The service finds out later that there is no such account. */
const UNKNOWN_ACCOUNT = form({ bsb: '062000', account_name: 'Nathan Smith', account_number: '12390001' });

/** No reference from the user. An unclear send counts as unknown after the first look-up that finds nothing. */
const keyless = (changes: INodeParameters = {}) =>
	payout({
		externalId: '',
		options: { requestTimeout: 5, timeLimit: 10, settleSeconds: 0, concurrency: 1 },
		...changes,
	});

/** A payment without a reference, behind a node of this type. */
const paidAfter = (type: string): WorkflowPlan => ({
	nodes: [
		{ name: 'Start', type: PASS_ON },
		{ name: 'Before', type },
		{ name: 'Pay', type: ACTION, parameters: keyless() },
	],
	wires: [
		['Start', 0, 'Before'],
		['Before', 0, 'Pay'],
	],
});

const pay = async (items: IDataObject[], options: Partial<NodeRunOptions> = {}) =>
	await runNode({ credentials: service.credentials(), parameters: keyless(), items, ...options });

const fail = (nth: number, when: 'before' | 'after' = 'before') =>
	service.fault({ endpoint: 'v2.payouts.create', fault: 'status', status: 500, nth, when });

/** Hides every payment from the lists, so that only the execution itself knows of it. */
const hideRecords = () => Object.assign(service.emulator.world.settings, { listLagMs: 3_600_000 });

const GO_ON = { onError: 'continueRegularOutput' as const };

const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3 };

describe('Retry On Fail', () => {
	it('takes what is paid from the memory of the execution, and sends only what is not', async () => {
		fail(3);
		const run = await pay(wages(4), { settings: RETRY_ON_FAIL });
		expect(outcomes(run)).toEqual(Array(4).fill('created'));
		expect(paidKeys(service)).toEqual(keysOf(run));
		expect(new Set(keysOf(run)).size).toBe(4);
		expect(service.calls()['v2.payouts.create']).toBe(5);
	});

	it('does not need the service to know what was paid', async () => {
		hideRecords();
		fail(3);
		const run = await pay(wages(4), { settings: RETRY_ON_FAIL });
		expect(paidKeys(service)).toEqual(keysOf(run));
	});

	it('pays a payment once whose every answer is lost', async () => {
		service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'after' });
		const run = await pay(wages(3), { settings: RETRY_ON_FAIL });
		expect(outcomes(run)).toEqual(Array(3).fill('found'));
		expect(paidKeys(service)).toEqual(keysOf(run));
	});

	it('keeps to the first key of a reference that is made anew at every try', async () => {
		hideRecords();
		fail(2);
		const parameters = keyless({ externalId: '=wage-{{ Math.random() }}' });
		const run = await pay(wages(3), { parameters, settings: RETRY_ON_FAIL });
		expect(outcomes(run)).toEqual(Array(3).fill('created'));
		expect(paidKeys(service)).toEqual(keysOf(run));
		expect(service.calls()['v2.payouts.create']).toBe(4);
	});
});

describe('the retry of an execution', () => {
	it('keeps the keys, and pays nobody twice', async () => {
		hideRecords();
		fail(3);
		const failed = await pay(wages(4));
		expect(failed.status).toBe('error');
		const paid = paidKeys(service);
		const run = await failed.retry();
		expect(run.status).toBe('success');
		expect(run.id).not.toBe(failed.id);
		expect(keysOf(run).slice(0, 2)).toEqual(paid);
		expect(paidKeys(service)).toEqual(keysOf(run));
	});

	it('can be repeated until all is paid', async () => {
		service.fault({ endpoint: 'v2.payouts.create', fault: 'status', status: 502, nth: [2, 4, 5] });
		let run = await pay(wages(4));
		let retries = 0;
		for (; run.status === 'error'; retries++) run = await run.retry();
		expect(retries).toBe(3);
		expect(paidKeys(service)).toEqual(keysOf(run));
	});

	it.each<[string, Partial<NodeRunOptions>]>([
		['the credential could not be read', { credentials: {} }],
		['there was no such operation', { parameters: keyless({ operation: 'creat' }) }],
	])('pays where nothing was sent because %s', async (_, spoilt) => {
		const failed = await pay(wages(2), spoilt);
		expect(failed.status).toBe('error');
		const run = await failed.retry({ credentials: service.credentials(), parameters: keyless() });
		expect(run.error).toBeUndefined();
		expect(outcomes(run)).toEqual(['created', 'created']);
		expect(paidKeys(service)).toEqual(keysOf(run));
	});

	it('pays in a called workflow whose credential could not be read, although AUD payouts cannot be looked up', async () => {
		const call: WorkflowPlan = {
			nodes: [
				{ name: 'Start', type: PASS_ON },
				{ name: 'Call', type: CALL_WORKFLOW, parameters: { workflow: 'called' } },
			],
			wires: [['Start', 0, 'Call']],
			others: [
				{
					id: 'called',
					nodes: [
						{ name: 'Start', type: PASS_ON },
						{
							name: 'Pay',
							type: ACTION,
							parameters: { ...audPayoutPerItem.parameters, externalId: '={{ $json.key }}' },
						},
					],
					wires: [['Start', 0, 'Pay']],
				},
			],
		};
		const failed = await runWorkflow(call, [{ json: { key: 'wage-0', amount: '10.50' } }], { credentials: {} });
		expect(failed.error?.message).toContain('has no App ID');
		const run = await failed.retry({ credentials: service.credentials() });
		expect(run.error).toBeUndefined();
		expect(service.calls()['v1.payouts.create']).toBe(1);
	});

	it.each([
		['one by one', keyless()],
		['in one request', keyless({ batchMode: 'allItems', lastName: '={{ $json.name }}' })],
	])(
		'can be repeated from the first failed execution, although another retry has paid meanwhile (%s)',
		async (_, parameters) => {
			const credentials = service.credentials();
			const failed = await pay(wages(2), { parameters, credentials: { ...credentials, secretKey: 'mistyped' } });
			expect(failed.status).toBe('error');
			const first = await failed.retry({ credentials });
			const second = await failed.retry({ credentials });
			expect(outcomes(first)).toEqual(['created', 'created']);
			expect(outcomes(second)).toEqual(['found', 'found']);
			expect(keysOf(second)).toEqual(keysOf(first));
			expect(paidKeys(service)).toHaveLength(2);
		},
	);

	describe('that had waited and was killed later: n8n has kept it as it was when it began to wait', () => {
		const plan = (parameters: INodeParameters): WorkflowPlan => ({
			nodes: [
				{ name: 'Start', type: PASS_ON },
				{ name: 'Approval', type: PAUSE },
				{ name: 'Pay', type: ACTION, parameters },
			],
			wires: [
				['Start', 0, 'Approval'],
				['Approval', 0, 'Pay'],
			],
		});
		const items = wages(2).map((json) => ({ json }));
		it.each([
			['in it', undefined],
			['after it', { Pay: 'finished', Later: 'crashed' }],
			['in it, and a node after it in the list of nodes had run', { Pay: 'crashed', Prepare: 'finished' }],
		] as const)('finds what was paid before (%s)', async (_, recovered) => {
			const waiting = await runWorkflow(plan(keyless()), items, { credentials: service.credentials() });
			expect(waiting.status).toBe('waiting');
			expect((await waiting.resume()).status).toBe('success');
			const retried = await waiting.retry({ recovered, nodeTypes: startProcess().nodeTypes });
			expect(retried.status).toBe('success');
			expect(paidKeys(service)).toHaveLength(2);
		});

		it('stops, External ID empty, if n8n resumes it although it was retried meanwhile', async () => {
			const waiting = await runWorkflow(plan(keyless()), items, { credentials: service.credentials() });
			expect((await waiting.retry()).status).toBe('success');
			const resumed = await waiting.resume();
			expect(resumed.error?.message).toContain('another execution began at the same moment with the same items');
			expect(paidKeys(service)).toHaveLength(2);
		});

		it('stops where the service cannot be asked', async () => {
			const parameters = audPayoutPerItem.parameters;
			const waiting = await runWorkflow(plan(parameters), items, { credentials: service.credentials() });
			await waiting.resume();
			const retried = await waiting.retry({ nodeTypes: startProcess().nodeTypes });
			expect(retried.error?.message).toContain('unknown whether the payment');
			expect(service.calls()['v1.payouts.create']).toBe(2);
		});
	});

	it('makes another payment under the same External ID where Prevent Duplicates is off', async () => {
		const parameters = keyless({ externalId: '={{ $json.key }}', preventDuplicates: false });
		const credentials = service.credentials();
		await pay(wages(1), { parameters });
		const failed = await pay(wages(1), { parameters, credentials: { ...credentials, secretKey: 'mistyped' } });
		expect(outcomes(await failed.retry({ credentials }))).toEqual(['created']);
		expect(paidKeys(service)).toEqual(['wage-0', 'wage-0']);
	});

	it('can be repeated from an execution that failed before this node', async () => {
		const items = wages(2).map((json) => ({ json }));
		const failed = await runWorkflow(paidAfter(CALL_WORKFLOW), items, { credentials: service.credentials() });
		expect(failed.status).toBe('error');
		await failed.retry({ plan: paidAfter(PASS_ON) });
		const again = await failed.retry({ plan: paidAfter(PASS_ON) });
		expect(again.status).toBe('success');
		expect(paidKeys(service)).toHaveLength(2);
	});

	describe.each([
		['one by one', keyless()],
		['in one request', keyless({ batchMode: 'allItems', lastName: '={{ $json.name }}' })],
	])('that failed before this node, with a list that each retry reads anew (%s)', (_, parameters) => {
		const plan = (before: WorkflowPlan['nodes'][number]): WorkflowPlan => ({
			nodes: [{ name: 'Start', type: PASS_ON }, before, { name: 'Pay', type: ACTION, parameters, settings: GO_ON }],
			wires: [
				['Start', 0, 'Before'],
				['Before', 0, 'Pay'],
			],
		});
		const reads = (...numbers: number[]) => plan(before(...numbers));
		const amounts = () =>
			service.emulator
				.account('AUD')
				.payouts.payments()
				.payouts.map(({ amount }) => Number(amount))
				.sort();

		it.each<[string, number[], number[], string[]]>([
			['is the same', [1, 2], [1, 2], ['found', 'found']],
			['has grown at its end', [1, 2], [1, 2, 3], ['found', 'found', 'created']],
			['has lost its first', [1, 2], [2], ['another place of the list']],
			['has another first', [2], [9, 2], ['belongs to another payment', 'another place of the list']],
			['holds one twice', [1, 1], [1, 1], ['found', 'found']],
		])('pays nobody twice when it %s', async (_what, first, second, expected) => {
			const credentials = service.credentials();
			const failing = plan({ name: 'Before', type: CALL_WORKFLOW });
			const failed = await runWorkflow(failing, [{ json: {} }], { credentials });
			expect((await failed.retry({ plan: reads(...first) })).status).toBe('success');
			const again = await failed.retry({ plan: reads(...second) });
			const told = outputsOf(again.runData.Pay?.[0])[0]?.map(({ json }) => {
				const { outcome } = (json.idempotency ?? {}) as { outcome?: string };
				return outcome ?? String(json.error);
			});
			expect(told).toEqual(expected.map((text) => expect.stringContaining(text)));
			const created = expected.flatMap((text, index) => (text === 'created' ? [second[index] ?? 0] : []));
			expect(amounts()).toEqual([...first, ...created].map((number) => number + 10.5).sort());
		});

		it.each([
			['has grown at its beginning', [1, 2, 3], [9, 1, 2, 3]],
			['has lost its first', [9, 1, 2, 3], [1, 2, 3]],
			['is turned round', [1, 2, 3, 4], [4, 3, 2, 1]],
		])('pays nobody twice in two retries at the same time, when it %s', async (_what, one, other) => {
			const credentials = service.credentials();
			const failing = plan({ name: 'Before', type: CALL_WORKFLOW });
			const failed = await runWorkflow(failing, [{ json: {} }], { credentials });
			await Promise.all([one, other].map(async (list) => await failed.retry({ plan: reads(...list) })));
			expect(amounts().length).toBeGreaterThan(0);
			expect(new Set(amounts()).size).toBe(amounts().length);
		});
	});

	it('stops, External ID empty, where another execution began at the same moment with the same items', async () => {
		const begin = async (type: string) =>
			await runWorkflow(paidAfter(type), [{ json: { amount: '10.50' } }], { credentials: service.credentials() });
		const moment = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => moment);
		await begin(PASS_ON);
		const failed = await begin(CALL_WORKFLOW);
		jest.restoreAllMocks();
		const retried = await failed.retry({ plan: paidAfter(PASS_ON) });
		expect(retried.error?.message).toContain('another execution began at the same moment with the same items');
		expect(paidKeys(service)).toHaveLength(1);
	});

	describe.each([
		[
			'in a loop, one item at a time',
			[
				['Before', 0, 'Loop'],
				['Loop', 0, 'Pay'],
				['Pay', 0, 'Loop'],
			],
			keyless(),
		],
		[
			'where the items that reach the node do not hold the payee',
			[
				['Before', 0, 'Answer'],
				['Answer', 0, 'Pay'],
			],
			keyless({ amount: '={{ $("Before").item.json.amount }}', lastName: '={{ $("Before").item.json.name }}' }),
		],
	] as [string, [string, number, string][], INodeParameters][])(
		'with a list that each retry reads anew, %s',
		(_, wires, parameters) => {
			const plan = (...numbers: number[]): WorkflowPlan => ({
				nodes: [
					{ name: 'Start', type: PASS_ON },
					before(...numbers),
					{ name: 'Loop', type: LOOP },
					{ name: 'Answer', type: ANSWER_OK },
					{ name: 'Pay', type: ACTION, parameters, settings: GO_ON },
				],
				wires: [['Start', 0, 'Before'], ...wires],
			});

			it('pays nobody twice who stands at another place', async () => {
				const credentials = service.credentials();
				const failed = await runWorkflow(plan(), [{ json: {} }], { credentials });
				service.fault({ endpoint: 'v2.payouts.create', fault: 'status', status: 500, nth: 1, when: 'before' });
				await failed.retry({ plan: plan(1, 2) });
				const paid = () =>
					service.emulator
						.account('AUD')
						.payouts.payments()
						.payouts.map(({ amount }) => Number(amount));
				expect(paid()).toEqual([12.5]);
				const again = await failed.retry({ plan: plan(2) });
				expect(JSON.stringify(outputsOf(again.runData.Pay?.[0]))).toContain('another place of the list');
				expect(paid()).toEqual([12.5]);
			});
		},
	);

	it.each([
		['a reference', keyless({ externalId: '=wage-{{ $json.key }}-{{ Math.random() }}' })],
		[
			'a reference of the batch',
			keyless({ additionalFields: { batchExternalId: '=payroll-{{ Math.random() }}' } as INodeParameters }),
		],
		[
			'references in one request',
			keyless({ batchMode: 'allItems', lastName: '={{ $json.name }}', externalId: '=wage-{{ Math.random() }}' }),
		],
		[
			'a reference of all items in one request',
			keyless({
				batchMode: 'allItems',
				lastName: '={{ $json.name }}',
				additionalFields: { maxPerBatch: 2, batchExternalId: '=payroll-{{ Math.random() }}' },
			}),
		],
	])('pays nobody twice where %s is made anew at every try', async (_, parameters) => {
		// Paid, but the answer is lost and the record not yet in the list: the retry has to look for the first key.
		hideRecords();
		fail(1, 'after');
		const failed = await pay(wages(3), { parameters });
		expect(failed.error?.message).toContain('unknown');
		await service.advance(3_700_000);
		const run = await failed.retry();
		expect(run.error).toBeUndefined();
		expect(outcomes(run)).toContain('found');
		expect(paidKeys(service).sort()).toEqual(keysOf(run).sort());
		expect(paidKeys(service)).toHaveLength(3);
	});
});

describe('keys that the node makes', () => {
	it('are shown with every payment, and are those of the service', async () => {
		const run = await pay(wages(2));
		expect(run.items.map(({ json }) => json.external_id)).toEqual(keysOf(run));
		expect(paidKeys(service)).toEqual(keysOf(run));
	});

	it('differ between nodes, also where a workflow repeats the id of a node', async () => {
		const node = { id: 'pay', type: ACTION, parameters: keyless() };
		const plan: WorkflowPlan = {
			nodes: [
				{ name: 'Start', type: PASS_ON },
				{ name: 'Pay', ...node },
				{ name: 'Pay Tip', ...node },
			],
			wires: [
				['Start', 0, 'Pay'],
				['Start', 0, 'Pay Tip'],
			],
		};
		await runWorkflow(plan, [{ json: { amount: '10.50' } }], { credentials: service.credentials() });
		expect(paidKeys(service)).toHaveLength(2);
		expect(new Set(paidKeys(service)).size).toBe(2);
	});

	it('differ between executions', async () => {
		const keys = [...keysOf(await pay(wages(2))), ...keysOf(await pay(wages(2)))];
		expect(new Set(keys).size).toBe(4);
		expect(paidKeys(service)).toEqual(keys);
	});

	it('differ between executions of the same number, as after a new database of n8n', async () => {
		await pay(wages(1), { executionId: '7' });
		await pay(wages(1), { executionId: '7' });
		expect(new Set(paidKeys(service)).size).toBe(2);
	});

	it('differ between the runs of a loop, and a failed run of it is repeated alone', async () => {
		const plan = {
			nodes: [
				{ name: 'Start', type: PASS_ON },
				{ name: 'Loop', type: LOOP },
				{ name: 'Pay', type: ACTION, parameters: keyless(), settings: RETRY_ON_FAIL },
			],
			wires: [
				['Start', 0, 'Loop'],
				['Loop', 0, 'Pay'],
				['Pay', 0, 'Loop'],
			] as [string, number, string][],
		};
		fail(2);
		const same = Array.from({ length: 3 }, () => ({ json: { amount: '10.50' } }));
		const execution = await runWorkflow(plan, same, { credentials: service.credentials() });
		expect(execution.status).toBe('success');
		expect(new Set(paidKeys(service)).size).toBe(3);
		expect(paidKeys(service)).toHaveLength(3);
	});

	it('stop a later run of a loop whose payment has failed meanwhile', async () => {
		const plan = {
			nodes: [
				{ name: 'Start', type: PASS_ON },
				{ name: 'Loop', type: LOOP },
				{
					name: 'Pay',
					type: ACTION,
					parameters: keyless({ externalId: 'order-1', methodParameters: UNKNOWN_ACCOUNT }),
				},
			],
			wires: [
				['Start', 0, 'Loop'],
				['Loop', 0, 'Pay'],
				['Pay', 0, 'Loop'],
			] as [string, number, string][],
		};
		atCall(service, 'answered', 1, () => void service.advance(10_000), 'v2.payouts.create');
		const same = Array.from({ length: 2 }, () => ({ json: { amount: '10.50' } }));
		const execution = await runWorkflow(plan, same, { credentials: service.credentials() });
		expect(execution.error?.message).toContain('has ended without money: failed');
		expect(paidKeys(service)).toEqual(['order-1']);
	});

	it('hold payments that are found no more to their facts', async () => {
		fail(2);
		const failed = await pay(wages(2));
		const changed = await failed.retry({ parameters: keyless({ amount: '99' }) });
		expect(changed.error?.message).toContain('belongs to another payment');
		expect(changed.error?.description).toContain('Asked for: amount 99. Made before: amount 10.5.');
		expect(paidKeys(service)).toHaveLength(1);
	});
});

describe('as a tool of an agent', () => {
	const TOOL = keyless({ amount: "={{ $fromAI('amount') }}", externalId: "={{ $fromAI('key') }}" });
	const answerOf = (text: string) => JSON.parse(text) as [{ idempotency: { outcome: string; external_id: string } }];

	it('sends nothing without an External ID, and asks for one', async () => {
		const { refusal } = await agentWithTool(TOOL, service.credentials());
		expect(await refusal({ amount: '10', key: '' })).toContain('Give each payment an External ID of its own');
		expect(service.writes()).toBe(0);
	});

	it('sends nothing while the expression of Fields fails', async () => {
		const fields = { output: 'selectedFields', selectedFields: "={{ $('Nobody').first().json.fields }}" };
		const { refusal } = await agentWithTool({ ...TOOL, ...fields }, service.credentials());
		expect(await refusal({ amount: '10', key: 'inv-1' })).toContain('Referenced node');
		expect(service.writes()).toBe(0);
	});

	it.each(['perItem', 'allItems'])('takes a call with the same External ID for the same payment (%s)', async (mode) => {
		hideRecords();
		fail(1, 'after');
		const { call, refusal } = await agentWithTool({ ...TOOL, batchMode: mode }, service.credentials());
		expect(await refusal({ amount: '10', key: 'inv-1' })).toContain('no usable answer came');
		await service.advance(3_700_000);
		const [again] = answerOf(await call({ amount: '10', key: 'inv-1' }));
		expect(again.idempotency).toEqual({ outcome: 'found', external_id: 'inv-1' });
		const [once] = answerOf(await call({ amount: '10', key: 'inv-1' }));
		expect(once.idempotency.outcome).toBe('found');
		expect(paidKeys(service)).toEqual(['inv-1']);
	});

	it.each(['perItem', 'allItems'])(
		'stops at the same values under another External ID while one is unclear (%s)',
		async (mode) => {
			hideRecords();
			fail(1, 'after');
			const { refusal } = await agentWithTool({ ...TOOL, batchMode: mode }, service.credentials());
			await refusal({ amount: '10', key: 'inv-1' });
			expect(await refusal({ amount: '10', key: 'inv-2' })).toContain('Find out about the external ID inv-1 first');
			expect(paidKeys(service)).toEqual(['inv-1']);
		},
	);

	it('takes another call after an unclear one for another payment', async () => {
		fail(1);
		const { call } = await agentWithTool(TOOL, service.credentials());
		await call({ amount: '10', key: 'inv-1' }).catch(() => undefined);
		const [other] = answerOf(await call({ amount: '11', key: 'inv-2' }));
		expect(other.idempotency.outcome).toBe('created');
		expect(paidKeys(service)).toEqual(['inv-2']);
	});
});

describe('payins', () => {
	it('are asked for once, too', async () => {
		service.fault({ endpoint: 'v2.payins.create', fault: 'truncate', when: 'after', nth: [1, 3] });
		const parameters = payin({
			externalId: '',
			options: { requestTimeout: 5, timeLimit: 10, settleSeconds: 0, concurrency: 1 },
		});
		const run = await pay(wages(3), { parameters, settings: RETRY_ON_FAIL });
		expect(outcomes(run)).toEqual(['found', 'created', 'found']);
		const made = service.emulator.account('AUD').payins.payments().payins;
		expect(made.map(({ external_id }) => external_id)).toEqual(keysOf(run));
	});
});
