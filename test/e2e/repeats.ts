import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IConnections, IDataObject } from 'n8n-workflow';
import type { FaultRequest } from '../../emulator/engine/faults';
import { outputJson } from '../../runtime/executionOutput';
import type { Execution, WorkflowDefinition } from '../../runtime/n8nRecords';
import type { Stage } from '../../runtime/stage';
import { storedExecutions } from '../../runtime/storedExecutions';
import { until } from '../../runtime/until';
import { end, manualStart, paymentsNode, webhookStart, workflow, type NodeSketch } from '../../runtime/workflows';
import { post } from './post';

/** Delay of a payment's answer, during which n8n is killed, in milliseconds. */
const SLOW_MS = 20_000;

/** Every payment has a unique amount, which identifies it in the books. */
let amounts = 700;
const newAmount = (): string => `${++amounts}.50`;

const COMMON = { paymentDescription: 'March wages', notify: 'none', options: { settleSeconds: 1, requestTimeout: 30 } };

const payout = (amount: string, externalId: string, more: IDataObject = {}): IDataObject => ({
	...{ resource: 'payout', operation: 'create', amount, externalId },
	payoutMethodName: { __rl: true, mode: 'id', value: 'au_bank_aud' },
	...{ firstName: 'Nathan', lastName: 'Smith', email: 'nathan@example.com' },
	methodParameters: {
		mappingMode: 'defineBelow',
		value: { bsb: '062000', account_number: '12345678', account_name: 'Nathan Smith' },
		matchingColumns: [],
		schema: [],
	},
	...COMMON,
	...more,
});

const audPayout = (amount: string, externalId: string): IDataObject => ({
	...{ resource: 'audPayout', operation: 'create', payee: 'Nathan Smith', email: 'nathan@example.com' },
	...{ amount, addressing: 'bankAccount', bsb: '062-000', accountNumber: '12345678' },
	externalId,
	...COMMON,
});

const calledStart: NodeSketch = {
	name: 'Called',
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	typeVersion: 1.1,
	parameters: { inputSource: 'passthrough' },
};

const call = (workflowId: string, more: NodeSketch['more'] = {}): NodeSketch => ({
	name: 'Call',
	type: 'n8n-nodes-base.executeWorkflow',
	typeVersion: 1.2,
	parameters: { workflowId: { __rl: true, mode: 'id', value: workflowId }, options: {} },
	more,
});

const filter = (name: string, ...conditions: IDataObject[]): NodeSketch => ({
	name,
	type: 'n8n-nodes-base.filter',
	typeVersion: 2,
	parameters: {
		conditions: { options: { caseSensitive: true, typeValidation: 'loose' }, combinator: 'and', conditions },
		options: {},
	},
});

const runsBelow = (most: number): IDataObject => ({
	...{ leftValue: '={{ $runIndex }}', rightValue: most },
	operator: { type: 'number', operation: 'lt' },
});

const hasFailed: IDataObject = {
	leftValue: '={{ $json.error }}',
	operator: { type: 'string', operation: 'exists', singleValue: true },
};

/** Everything that repeats the node in a real n8n: retries, crashes, called workflows, agents and loops. One External ID is one payment. */
export function repeatTests(stage: () => Stage): void {
	/** How often an amount was paid out, through v1 or v2. */
	function timesPaid(amount: string): number {
		const { payouts, audPayouts } = stage().emulator.account('AUD');
		const all = [...payouts.payments().payouts, ...audPayouts.payments().aud_payouts];
		return all.filter((payment) => Number(payment.amount) === Number(amount)).length;
	}

	const fault = (rule: FaultRequest) => void stage().emulator.world.faults.add(rule);

	const pay = (parameters: IDataObject, more: NodeSketch['more'] = {}): NodeSketch => ({
		...paymentsNode('action', 'Pay', stage().credential, parameters),
		more,
	});

	async function saveCalled(name: string, parameters: IDataObject): Promise<string> {
		const { client } = stage();
		const id = await client.saveWorkflow(workflow(name, [calledStart, pay(parameters), end('Paid')]));
		await client.publish(id);
		return id;
	}

	const run = async (definition: WorkflowDefinition): Promise<Execution> => {
		const { client } = stage();
		return await client.runToEnd(await client.saveWorkflow(definition));
	};

	afterEach(() => void stage().emulator.world.faults.remove());

	/** What the editor shows above the output of a node. */
	const hintsOf = ({ data }: Execution, node: string) =>
		(data?.resultData.runData[node] ?? []).flatMap(({ hints = [] }) => hints.map(({ message }) => message));

	/** Runs nodes behind a webhook, kills n8n once the service has paid, starts n8n again and retries the execution. */
	async function crashAndRetry(path: string, sketches: readonly NodeSketch[]): Promise<Execution> {
		const { client, n8n, emulator, killN8n, startN8n } = stage();
		const id = await client.saveWorkflow(workflow(`Crashes (${path})`, [webhookStart(path), ...sketches]));
		await client.publish(id);
		fault({ endpoint: 'v2.payouts.create', when: 'after', fault: 'slow', delayMs: SLOW_MS, times: 1 });
		const { faults } = emulator.world;
		const before = faults.firings.length;
		await post(`${n8n.url}/webhook/${path}`, {}, '{}');
		await until(() => faults.firings.length > before, {
			withinMs: 180_000,
			everyMs: 20,
			otherwise: 'The service was not asked to pay',
		});
		await killN8n();
		await startN8n();
		const [crashed] = await storedExecutions(client, id);
		const executionId = crashed?.id ?? '';
		await client.waitForStatus(executionId, ['crashed']);
		await client.rest('POST', `/executions/${executionId}/retry`, { loadWorkflow: true });
		const retried = (await storedExecutions(client, id, executionId)).at(-1);
		return await client.waitForEnd(retried?.id ?? '');
	}

	test('a workflow that another one calls, and Retry On Fail of the call: paid once', async () => {
		const amount = newAmount();
		const again = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
		const called = await saveCalled('Called', payout(amount, 'e2e-called'));
		fault({ endpoint: 'v2.payouts.create', when: 'before', fault: 'status', status: 500, times: 1 });
		const { status } = await run(workflow('Calls', [manualStart, call(called, again)]));
		expect(status).toBe('success');
		expect(timesPaid(amount)).toBe(1);
	});

	describe('n8n is killed while a payment is on its way, and the execution is retried from the list', () => {
		test('a payment by itself: found, and again by whoever starts the workflow anew', async () => {
			const amount = newAmount();
			const path = 'crash-own';
			const { status, workflowId } = await crashAndRetry(path, [pay(payout(amount, 'e2e-crash'))]);
			expect(status).toBe('success');
			const { length } = await storedExecutions(stage().client, workflowId);
			await post(`${stage().n8n.url}/webhook/${path}`, {}, '{}');
			const [anew] = (await storedExecutions(stage().client, workflowId)).slice(length);
			const execution = await stage().client.waitForEnd(anew?.id ?? '');
			expect(outputJson(execution, 'Pay')).toMatchObject([{ outcome: 'found' }]);
			expect(hintsOf(execution, 'Pay')).toEqual(['0 paid now. 1 had been paid before and was not paid again.']);
			expect(timesPaid(amount)).toBe(1);
		});

		test('a payment of a called workflow: found', async () => {
			const amount = newAmount();
			const called = await saveCalled('Called and killed', payout(amount, 'e2e-crash-called'));
			expect((await crashAndRetry('crash-called', [call(called)])).status).toBe('success');
			expect(timesPaid(amount)).toBe(1);
		});

		test('a list: everybody found', async () => {
			const amounts = [newAmount(), newAmount(), newAmount()];
			const list = {
				name: 'List',
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: { mode: 'raw', jsonOutput: JSON.stringify({ amounts }), options: {} },
			};
			const each = {
				name: 'Each',
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				parameters: { fieldToSplitOut: 'amounts', options: {} },
			};
			const inList = { batchMode: 'allItems', batchExternalId: 'e2e-list', amount: '={{ $json.amounts }}' };
			const payees = pay(payout('', '=payee-{{ $itemIndex }}', inList));
			const execution = await crashAndRetry('crash-list', [list, each, payees]);
			expect(outputJson(execution, 'Pay')).toMatchObject(amounts.map(() => ({ outcome: 'found' })));
			expect(amounts.map(timesPaid)).toEqual([1, 1, 1]);
		});
	});

	describe('n8n is killed amid AUD payouts, for which the service cannot be asked, and the workflow is started again', () => {
		const each: NodeSketch = {
			name: 'Each',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.amounts', options: { destinationFieldName: 'amount' } },
		};
		const inList = { batchMode: 'allItems', batchExternalId: 'e2e-aud-list', additionalFields: { maxPerBatch: 2 } };

		test.each([
			['one by one', {}],
			['in a list', inList],
		])('%s: nobody is paid twice, and whoever is not paid is told as unknown', async (how, more) => {
			const { client, killN8n, startN8n } = stage();
			const amounts = Array.from({ length: 60 }, newAmount);
			const path = `killed-aud-${Object.keys(more).length}`;
			const parameters = {
				...audPayout('={{ $json.amount }}', `=killed ${how} {{ $json.amount }}`),
				...more,
				options: { settleSeconds: 1, requestTimeout: 2, timeLimit: 3 },
			};
			const workflowId = await client.saveWorkflow(
				workflow(`Killed amid AUD payouts, ${how}`, [
					webhookStart(path),
					each,
					pay(parameters, { onError: 'continueRegularOutput' }),
				]),
			);
			await client.publish(workflowId);
			const headers = { 'content-type': 'application/json' };
			const start = async () => await post(`${stage().n8n.url}/webhook/${path}`, headers, JSON.stringify({ amounts }));
			const paid = () => amounts.filter((amount) => timesPaid(amount) > 0).length;
			fault({ endpoint: 'v1.payouts.create', when: 'after', fault: 'slow', delayMs: 200 });
			await start();
			await until(() => paid() >= 4, { withinMs: 180_000, everyMs: 5, otherwise: 'Nobody was paid' });
			await killN8n();
			const paidBefore = paid();
			await startN8n();
			const [{ id: killed } = { id: '' }] = await storedExecutions(client, workflowId);
			await start();
			const [anew] = (await storedExecutions(client, workflowId)).slice(1);
			expect(anew?.id).not.toBe(killed);
			const execution = await client.waitForEnd(anew?.id ?? '');
			const told = outputJson(execution, 'Pay').map(({ outcome, error }) => String(outcome ?? error));
			expect(paidBefore).toBeLessThan(amounts.length);
			expect(told).toHaveLength(amounts.length);
			const wrong = amounts.flatMap((amount, at) => {
				const [times, what] = [timesPaid(amount), told[at]];
				return times > 1 || (times === 0 && what !== 'unknown')
					? [`${amount}: paid ${times} times, told as ${what}`]
					: [];
			});
			expect(wrong).toEqual([]);
			expect(told).toContain('created');
			expect(told.filter((each) => each !== 'created').length).toBeGreaterThan(0);
			expect([...new Set(told)].filter((each) => !['created', 'found', 'unknown'].includes(each))).toEqual([]);
		});
	});

	test('what the service cannot be asked for is remembered by its execution, also when n8n is killed meanwhile', async () => {
		const { client, n8n, killN8n, startN8n } = stage();
		const amount = newAmount();
		const path = 'kept-with-execution';
		// n8n stores an execution that waits for more than 65 seconds.
		const dateTime = `={{ $runIndex === 0 ? $now.plus({ seconds: 70 }).toISO() : $now.toISO() }}`;
		const definition = workflow('Pays, waits, pays again', [
			webhookStart(path),
			pay(audPayout(amount, 'e2e-kept')),
			{
				name: 'Until later',
				type: 'n8n-nodes-base.wait',
				typeVersion: 1.1,
				parameters: { resume: 'specificTime', dateTime },
			},
			filter('Once more', runsBelow(1)),
		]);
		definition.connections['Once more'] = { main: [[{ node: 'Pay', type: 'main', index: 0 }]] };
		const workflowId = await client.saveWorkflow(definition);
		await client.publish(workflowId);
		await post(`${n8n.url}/webhook/${path}`, {}, '{}');
		const [started] = await storedExecutions(client, workflowId);
		const id = started?.id ?? '';
		await client.waitForStatus(id, ['waiting']);
		await killN8n();
		await startN8n();
		const { status, data } = await client.waitForEnd(id, 180_000);
		expect(status).toBe('success');
		expect(data?.resultData.runData.Pay).toHaveLength(2);
		expect(timesPaid(amount)).toBe(1);
	});

	describe('a failed item goes into the node again by its error output', () => {
		const onceMore = filter('Once more', runsBelow(2));

		test.each([
			['payout', payout],
			['AUD payout', audPayout],
		])('%s: paid once', async (_, payment) => {
			const amount = newAmount();
			const definition = workflow('Error output', [
				manualStart,
				pay(payment(amount, `error-output-${amount}`), { onError: 'continueErrorOutput' }),
				onceMore,
			]);
			const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
			const connections: IConnections = {
				Start: { main: [to('Pay')] },
				Pay: { main: [[], to('Once more')] },
				'Once more': { main: [to('Pay')] },
			};
			fault({ endpoint: 'v2.payouts.create', when: 'before', fault: 'status', status: 500, times: 1 });
			fault({ endpoint: 'v1.payouts.create', when: 'after', fault: 'reset', times: 1 });
			const execution = await run({ ...definition, connections });
			expect(execution.data?.resultData.runData.Pay?.length).toBeGreaterThan(1);
			expect(timesPaid(amount)).toBe(1);
		});
	});

	it('a failed item that Loop Over Items hands out again and again is paid once', async () => {
		const amount = newAmount();
		const parameters = { ...payout(amount, 'e2e-loop'), amount: `={{ $runIndex === 0 ? 'nothing' : '${amount}' }}` };
		const definition = workflow('Loop until paid', [
			manualStart,
			{
				name: 'Loop',
				type: 'n8n-nodes-base.splitInBatches',
				typeVersion: 3,
				parameters: { options: {} },
			},
			pay(parameters, { onError: 'continueErrorOutput' }),
			filter('Failed', hasFailed, runsBelow(3)),
		]);
		const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
		const connections: IConnections = {
			Start: { main: [to('Loop')] },
			Loop: { main: [to('Failed'), to('Pay')] },
			Pay: { main: [to('Loop'), to('Loop')] },
			Failed: { main: [to('Pay')] },
		};
		const execution = await run({ ...definition, connections });
		expect(execution.data?.resultData.runData.Pay?.length).toBeGreaterThan(2);
		expect(timesPaid(amount)).toBe(1);
	});

	describe.each([
		['as a separate node', 3.1],
		['within the agent', 2.2],
	])('an AI agent runs the node as its tool, %s', (_, agentVersion) => {
		/** A scripted chat model, which ignores what it is asked. */
		let model: Server;
		let says: IDataObject[] = [];
		let heard: string[] = [];

		beforeAll(async () => {
			model = createServer((request, response) => {
				let body = '';
				request.on('data', (chunk) => (body += String(chunk)));
				request.on('end', () => {
					heard.push(body);
					const message = says.shift() ?? { role: 'assistant', content: 'Done' };
					response.setHeader('content-type', 'application/json');
					response.end(
						JSON.stringify({
							...{ id: 'chat-1', object: 'chat.completion', created: 1, model: 'scripted' },
							choices: [{ index: 0, message, finish_reason: message.tool_calls ? 'tool_calls' : 'stop' }],
							usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
						}),
					);
				});
			});
			await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
		});

		afterAll(async () => await new Promise((resolve) => model.close(resolve)));

		const callTool = (id: string, args: IDataObject): IDataObject => ({
			role: 'assistant',
			content: null,
			tool_calls: [{ id, type: 'function', function: { name: 'Pay', arguments: JSON.stringify(args) } }],
		});

		async function converse(name: string, parameters: IDataObject, calls: IDataObject[]): Promise<Execution> {
			const { client, credential } = stage();
			says = [...calls, { role: 'assistant', content: 'Done' }];
			heard = [];
			const { port } = model.address() as AddressInfo;
			const key = { name: 'Scripted model', type: 'openAiApi' };
			const data = { apiKey: 'none', url: `http://127.0.0.1:${port}/v1` };
			const credentialId = await client.saveCredential({ ...key, data });
			const tool = paymentsNode('action', 'Pay', credential, parameters);
			const definition = workflow(name, [
				manualStart,
				{
					name: 'Agent',
					type: '@n8n/n8n-nodes-langchain.agent',
					typeVersion: agentVersion,
					parameters: { promptType: 'define', text: 'Pay the invoice', options: {} },
				},
				{
					name: 'Model',
					type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
					typeVersion: 1.2,
					parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
					more: { credentials: { openAiApi: { id: credentialId, name: key.name } } },
				},
				{ ...tool, type: `${tool.type}Tool` },
			]);
			const connections: IConnections = {
				Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
				Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
				Pay: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			};
			return await run({ ...definition, connections });
		}

		const filledByModel = "={{ $fromAI('external_id', 'Number of the invoice', 'string') }}";

		test.each([
			['payout', payout],
			['AUD payout', audPayout],
		])('%s: an unclear call that is repeated pays once', async (_, payment) => {
			const amount = newAmount();
			fault({ endpoint: 'v2.payouts.create', when: 'after', fault: 'reset', times: 1 });
			fault({ endpoint: 'v1.payouts.create', when: 'after', fault: 'reset', times: 1 });
			const args = { external_id: `inv-${amount}` };
			const calls = [callTool('call-1', args), callTool('call-2', args), callTool('call-3', args)];
			const { status } = await converse('Agent', payment(amount, filledByModel), calls);
			expect(status).toBe('success');
			expect(heard).toHaveLength(4);
			expect(timesPaid(amount)).toBe(1);
		});

		/** What comes of a call that fails. An agent of n8n that runs its tools itself tells the model nothing of it. */
		const told = ({ data }: Execution) =>
			agentVersion > 3 ? heard.at(-1) : JSON.stringify(data?.resultData.runData.Pay?.at(-1)?.error);

		test('an unclear call that is repeated under another External ID stops', async () => {
			const amount = newAmount();
			fault({ endpoint: 'v1.payouts.create', when: 'after', fault: 'reset', times: 1 });
			const calls = ['a', 'b'].map((id) => callTool(`call-${id}`, { external_id: `inv-${amount}-${id}` }));
			const execution = await converse('Agent with other numbers', audPayout(amount, filledByModel), calls);
			expect(told(execution)).toContain(`The same payment may have been made under the External ID inv-${amount}-a`);
			expect(timesPaid(amount)).toBe(1);
		});

		test('a call without an External ID is refused', async () => {
			const amount = newAmount();
			const calls = [callTool('call-1', { external_id: '' })];
			expect(told(await converse('Agent without numbers', payout(amount, filledByModel), calls))).toContain(
				'External ID is missing',
			);
			expect(timesPaid(amount)).toBe(0);
		});
	});
}
