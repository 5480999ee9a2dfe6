import '../engine/temporaryN8n';
import { EventEmitter } from 'events';
import {
	ExecutionCancelledError,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IPollFunctions,
	type IWebhookData,
	type IRun,
	type IWebhookResponseData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import * as n8nWorkflow from 'n8n-workflow';
import { ExecuteContext, HookContext, PollContext, WebhookContext } from 'n8n-core';
import { MultiCurrencyPaymentsPollingTrigger } from '../../../nodes/MultiCurrencyPaymentsPollingTrigger/MultiCurrencyPaymentsPollingTrigger.node';
import { MultiCurrencyPaymentsTrigger } from '../../../nodes/MultiCurrencyPaymentsTrigger/MultiCurrencyPaymentsTrigger.node';
import { additionalDataOf } from '../engine/additionalData';
import { credentialOfNode } from '../engine/credentials';
import { newRunData } from '../engine/newRunData';

/** The code of both triggers as one n8n process has loaded it, with its memory. */
export interface Process {
	webhook: INodeType;
	polling: INodeType;
}

/** This process, whose memory lasts as long as the test file. */
export const thisProcess: Process = {
	webhook: new MultiCurrencyPaymentsTrigger(),
	polling: withPollTimes(new MultiCurrencyPaymentsPollingTrigger()),
};

/** As n8n does when it loads a polling trigger, which gets a parameter for the times at which it polls. */
function withPollTimes(trigger: INodeType): INodeType {
	const { description } = trigger;
	const pollTimes = { displayName: 'Poll Times', name: 'pollTimes', type: 'json' as const, default: '' };
	description.properties = [pollTimes, ...description.properties];
	return trigger;
}

/** Another process, or this one after a restart: the same code with nothing in memory. */
export function anotherProcess(): Process {
	let process: Process | undefined;
	jest.isolateModules(() => {
		const webhook = jest.requireActual<{ MultiCurrencyPaymentsTrigger: typeof MultiCurrencyPaymentsTrigger }>(
			'../../../nodes/MultiCurrencyPaymentsTrigger/MultiCurrencyPaymentsTrigger.node',
		);
		const polling = jest.requireActual<{
			MultiCurrencyPaymentsPollingTrigger: typeof MultiCurrencyPaymentsPollingTrigger;
		}>('../../../nodes/MultiCurrencyPaymentsPollingTrigger/MultiCurrencyPaymentsPollingTrigger.node');
		process = {
			webhook: new webhook.MultiCurrencyPaymentsTrigger(),
			polling: withPollTimes(new polling.MultiCurrencyPaymentsPollingTrigger()),
		};
	});
	if (!process || process.webhook instanceof MultiCurrencyPaymentsTrigger)
		throw new Error('The nodes could not be loaded again');
	return process;
}

const WEBHOOK_TYPE = 'n8n-nodes-multi-currency-payments.multiCurrencyPaymentsTrigger';
const POLLING_TYPE = 'n8n-nodes-multi-currency-payments.multiCurrencyPaymentsPollingTrigger';

/** What the service sends. */
export interface Notification {
	headers?: Record<string, string>;
	/** An object is sent as JSON. */
	body: unknown;
	/** n8n parses JSON, text, forms and XML before it calls the node; everything else only on request. */
	contentType?: string | null;
	/** The body can no longer be read, as with multipart forms. */
	unreadable?: boolean;
}

/** What n8n answered, and the items of the execution it started. */
export interface Answer {
	status: number;
	body: unknown;
	items: INodeExecutionData[] | null;
}

interface StoredExecution {
	id: string;
	trigger: TriggerName;
	items: INodeExecutionData[];
	storedBy: Process;
}

type TriggerName = 'Webhook' | 'Polling';

let workflows = 0;

/** A workflow in n8n's database with both triggers, whose static data is stored as n8n does it. */
export class StoredWorkflow {
	/** What the database holds, as JSON text. */
	staticData = '{}';
	/** How often static data was written. */
	saves = 0;
	/** How often the credential was read. */
	credentialReads = 0;
	/** Whether n8n's database fails when an execution is stored. */
	executionFails = false;
	/** n8n waits for this between the node's answer and storing the execution of a delivery. */
	beforeSave: (() => Promise<void>) | undefined;
	/** n8n waits for this after storing the execution of a delivery, before it writes static data and answers. */
	beforeAnswer: (() => Promise<void>) | undefined;
	/** n8n waits for this between saving the static data of a poll and storing the execution. */
	beforeStart: (() => Promise<void>) | undefined;
	/** n8n waits for this between storing the execution of a poll and running it, as under its limit of executions. */
	beforeRun: (() => Promise<void>) | undefined;
	/** n8n waits for this between running an execution's first node and its end. */
	beforeEnd: (() => Promise<void>) | undefined;
	/** The items of the executions that n8n holds, in the order in which it stored them. */
	readonly held: IDataObject[] = [];
	/** The items with which executions of polls, and in queue mode of deliveries, have gone on after the trigger. */
	readonly ran: IDataObject[] = [];
	/** Events with a stored execution and a saved record: the delivery was answered, or the poll's execution has ended. */
	readonly settled = new Set<unknown>();
	/** The process that passed on each of them. */
	readonly heldBy: Process[] = [];
	/** Where n8n's log goes; nowhere by default. */
	logger: { warn(message: string): void } | undefined;
	/** An n8n without the internals that save static data at once. */
	lacksOverride = false;
	/** Distinguishes several webhook triggers of the workflow. */
	webhookId = 'Webhook';
	/** Distinguishes a polling trigger from the one that it replaces. */
	pollingId = 'Polling';
	/** n8n's activation mode is “update” when the workflow was published before, and “activate” otherwise. */
	isPublished = false;
	/** Workers that run the executions in turn, as in queue mode; none where n8n is one process. n8n gives them no static data. */
	workers: readonly Process[] = [];
	/** What they are running. */
	private readonly atWork = new Set<Promise<void>>();
	/** Does not report that a poll's execution could not start when the database fails, as n8n before 2.35. */
	failsInSilence = false;
	/** Whether somebody stops the executions of polls. */
	stopped = false;
	/** Executions that n8n has stored and not begun. */
	private readonly enqueued = new Set<StoredExecution>();
	private executions = 0;
	private newest: StoredExecution | undefined;
	/** Unfinished executions of polls. */
	private readonly running = new Set<Promise<void>>();
	/** When the caller hangs up without waiting for the answer: before the node is called, or after. */
	callerHangsUp: 'before' | 'after' | undefined;
	/** Whether n8n's database fails when a credential is read. */
	credentialFails = false;
	readonly id = `workflow-${++workflows}`;
	address: string | undefined;

	constructor(
		public credentials: ICredentialDataDecryptedObject,
		public parameters: { webhook?: INodeParameters; polling?: INodeParameters } = {},
		private current: Process = thisProcess,
	) {}

	get process(): Process {
		return this.current;
	}

	/** Ends the process with all its pending work, and starts another. */
	set process(next: Process) {
		this.current = next;
		this.running.clear();
	}

	/** One delivery to the webhook trigger. */
	async deliver(notification: Notification, { mode = 'webhook' as WorkflowExecuteMode } = {}): Promise<Answer> {
		const { process } = this;
		const staticData = this.storedData();
		const workflow = this.load(staticData);
		const node = nodeNamed(workflow, 'Webhook');
		const { request, response } = exchange(notification);
		const additionalData = Object.assign(this.additionalData(mode), { httpRequest: request, httpResponse: response });
		if (this.callerHangsUp === 'before') response.hangUp();
		const context = new WebhookContext(workflow, node, additionalData, mode, this.webhookData(), [], null);
		if (this.logger) Object.defineProperty(context, 'logger', { value: this.logger });
		if (this.lacksOverride) Object.assign(workflow, { overrideStaticData: undefined });
		const result = (await process.webhook.webhook?.call(context)) as IWebhookResponseData;
		const items = result.workflowData?.[0] ?? null;
		// As in n8n: after storing the execution, it writes static data and then answers.
		if (result.noWebhookResponse !== true) {
			// To start an execution, n8n makes a second workflow from the same static data, which resets its "changed" mark.
			if (items) this.load(staticData);
			await this.beforeSave?.();
			if (this.callerHangsUp === 'after') response.hangUp();
			if (items && this.executionFails) response.status(500).json({ message: 'Error in workflow' });
			else {
				this.hold(process, items ?? []);
				if (items && this.workers.length > 0) void this.begin(process, workflow, this.store(process, 'Webhook', items));
				await this.beforeAnswer?.();
				this.save(workflow, mode);
				for (const { json } of items ?? []) this.settled.add(json.event_id);
				response.status(200).json(result.webhookResponse ?? { message: 'Workflow was started' });
			}
		}
		return { status: response.statusCode, body: response.sent, items: response.statusCode < 300 ? items : null };
	}

	/** What n8n does with the webhook trigger when the workflow is published. */
	async publish(mode: WorkflowExecuteMode = 'trigger', node: Partial<INode> = {}): Promise<boolean> {
		const workflow = this.load();
		const webhook = Object.assign(nodeNamed(workflow, 'Webhook'), node);
		const context = new HookContext(workflow, webhook, this.additionalData(mode), mode, 'activate', this.webhookData());
		const { checkExists, create } = this.process.webhook.webhookMethods?.default ?? {};
		return (await checkExists?.call(context)) || ((await create?.call(context)) ?? false);
	}

	/** Publishes the polling trigger: n8n keeps one workflow and one context in memory for all polls that follow. */
	poller(activation: WorkflowActivateMode = this.isPublished ? 'update' : 'activate'): Poller {
		this.isPublished = true;
		const mode = 'trigger';
		const workflow = this.load();
		const node = nodeNamed(workflow, 'Polling');
		const { process } = this;
		let emitted: INodeExecutionData[] = [];
		const emit: IPollFunctions['__emit'] = ([items = []], _response, done) => {
			emitted = items;
			// As in n8n: what the poll leaves behind is saved before the execution is stored.
			this.save(workflow, mode);
			const run = this.start(process, items, done);
			this.running.add(run);
			void run.finally(() => this.running.delete(run));
		};
		const context = new PollContext(workflow, node, this.additionalData(mode), mode, activation, emit);
		if (this.logger) Object.defineProperty(context, 'logger', { value: this.logger });
		if (this.failsInSilence) delete (context as { __commitCursor?: unknown }).__commitCursor;
		const poll = async () => {
			const returned = (await process.polling.poll?.call(context as IPollFunctions)) ?? null;
			if (returned !== null) emit(returned);
			const items = emitted;
			emitted = [];
			return items.map(({ json }) => json);
		};
		return {
			poll: async () => {
				const items = await poll();
				await this.idle();
				return items;
			},
			unawaited: poll,
			activate: async () => {
				const items = await poll();
				this.save(workflow, mode);
				await this.idle();
				return items;
			},
		};
	}

	/** Ends when the executions that polls have started are over; those that wait for the test do not count. */
	async idle(): Promise<void> {
		if (this.beforeStart ?? this.beforeRun ?? this.beforeEnd) await new Promise(setImmediate);
		else while (this.running.size > 0) await Promise.all(this.running);
	}

	/** Runs the polling trigger by hand, as n8n does in a test. */
	async listen(): Promise<IDataObject[]> {
		const items = await this.execute(
			this.process,
			this.load(),
			{ id: '1', trigger: 'Polling', items: [{ json: {} }], storedBy: this.process },
			'manual',
		);
		return items.map(({ json }) => json);
	}

	/** What n8n does first when it starts again: it runs what it has stored and not begun, without static data. */
	async recover(): Promise<void> {
		for (const execution of this.enqueued) {
			if (execution.storedBy === this.process) continue;
			const workflow = this.load({});
			await this.begin(this.process, workflow, execution);
			this.save(workflow, 'trigger');
		}
	}

	/** The items with which an execution goes on that begins with these in a process. */
	async runIn(process: Process, trigger: TriggerName, items: INodeExecutionData[]): Promise<IDataObject[]> {
		const output = await this.execute(process, this.load({}), this.store(this.process, trigger, items), 'webhook');
		return output.map(({ json }) => json);
	}

	/** The items with which the newest execution goes on when n8n runs it once more, or when somebody retries it. */
	async runAgain(mode: 'trigger' | 'retry'): Promise<IDataObject[]> {
		if (!this.newest) throw new Error('No poll has started an execution');
		const execution = mode === 'trigger' ? this.newest : { ...this.newest, id: String(++this.executions) };
		const items = await this.execute(this.process, this.load(), execution, mode);
		return items.map(({ json }) => json);
	}

	/** Stores an execution for what a poll has emitted, and runs its first node. */
	private async start(
		process: Process,
		items: INodeExecutionData[],
		done: Parameters<IPollFunctions['__emit']>[2],
	): Promise<void> {
		await this.beforeStart?.();
		if (this.executionFails) {
			if (!this.failsInSilence) done?.reject(new Error('SQLITE_BUSY: database is locked'));
			return;
		}
		this.hold(process, items);
		const workflow = this.load();
		const execution = this.store(process, 'Polling', items);
		this.newest = execution;
		this.enqueued.add(execution);
		await this.beforeRun?.();
		await this.begin(process, workflow, execution);
		if (this.stopped) {
			done?.reject(cancellation());
			return;
		}
		await this.beforeEnd?.();
		this.save(workflow, 'trigger');
		for (const { json } of items) this.settled.add(json.event_id);
		done?.resolve({} as IRun);
	}

	private store(process: Process, trigger: TriggerName, items: INodeExecutionData[]): StoredExecution {
		return { id: String(++this.executions), trigger, items, storedBy: process };
	}

	/** Runs an execution: in the worker whose turn it is, beside whatever that and the others are running, or else here. */
	private async begin(process: Process, workflow: Workflow, execution: StoredExecution): Promise<void> {
		const worker = this.workers[this.executions % this.workers.length];
		if (!worker) return await this.run(process, workflow, execution);
		const run = this.run(worker, this.load({}), execution);
		this.atWork.add(run);
		await run.finally(() => this.atWork.delete(run));
	}

	/** Ends when the workers have run all that they were given. */
	async workersIdle(): Promise<void> {
		while (this.atWork.size > 0) await Promise.all(this.atWork);
	}

	private async run(process: Process, workflow: Workflow, execution: StoredExecution): Promise<void> {
		this.enqueued.delete(execution);
		for (const { json } of await this.execute(process, workflow, execution, 'trigger')) this.ran.push(json);
	}

	private async execute(
		process: Process,
		workflow: Workflow,
		{ id, trigger, items }: StoredExecution,
		mode: WorkflowExecuteMode,
	): Promise<INodeExecutionData[]> {
		const node = nodeNamed(workflow, trigger);
		const data = { main: [items] };
		const run = newRunData({ executionData: { nodeExecutionStack: [{ node, data, source: null }] } });
		const call = { node, data, source: null };
		const additionalData = this.additionalData(mode, id);
		const context = new ExecuteContext(workflow, node, additionalData, mode, run, 0, items, data, call, []);
		const { execute } = trigger === 'Webhook' ? process.webhook : process.polling;
		const [output = []] = ((await execute?.call(context)) ?? []) as INodeExecutionData[][];
		return output;
	}

	private hold(process: Process, items: INodeExecutionData[]): void {
		for (const { json } of items) {
			this.held.push(json);
			this.heldBy.push(process);
		}
	}

	private storedData(): IDataObject {
		return JSON.parse(this.staticData) as IDataObject;
	}

	private load(staticData = this.storedData()): Workflow {
		return new Workflow({
			id: this.id,
			name: 'Events',
			active: true,
			nodes: [
				this.node('Webhook', WEBHOOK_TYPE, { path: 'multi-currency-payments', ...this.parameters.webhook }),
				this.node('Polling', POLLING_TYPE, { pollTimes: { item: [] }, ...this.parameters.polling }),
			],
			connections: {},
			nodeTypes: {
				getByName: (type) => this.typeOf(type),
				getByNameAndVersion: (type) => this.typeOf(type),
				getKnownTypes: () => ({}),
			},
			staticData,
		});
	}

	private node(name: string, type: string, parameters: INodeParameters): INode {
		return {
			id: `${this.id}-${name === 'Webhook' ? this.webhookId : this.pollingId}`,
			name,
			type,
			typeVersion: 1.1,
			position: [0, 0],
			parameters,
			credentials: structuredClone(credentialOfNode),
			...(name === 'Webhook' ? { webhookId: 'webhook-1' } : {}),
		};
	}

	private typeOf(type: string): INodeType {
		return type === WEBHOOK_TYPE ? this.process.webhook : this.process.polling;
	}

	private save(workflow: Workflow, mode: WorkflowExecuteMode): void {
		if (mode === 'manual' || workflow.staticData.__dataChanged !== true) return;
		this.staticData = JSON.stringify(workflow.staticData);
		this.saves += 1;
		(workflow.staticData as { __dataChanged: boolean }).__dataChanged = false;
	}

	private additionalData(mode: WorkflowExecuteMode, executionId = '1'): IWorkflowExecuteAdditionalData {
		const additionalData = additionalDataOf(this.credentials, {
			executionId,
			mode,
			...(this.address === undefined ? {} : { address: this.address }),
		});
		const { credentialsHelper } = additionalData;
		const getDecrypted = credentialsHelper.getDecrypted.bind(credentialsHelper);
		credentialsHelper.getDecrypted = async (...args) => {
			this.credentialReads += 1;
			if (this.credentialFails) throw new Error('Credential with ID "credential-1" does not exist');
			return await getDecrypted(...args);
		};
		return additionalData;
	}

	private webhookData(): IWebhookData {
		const [webhookDescription] = this.process.webhook.description.webhooks ?? [];
		if (!webhookDescription) throw new Error('The trigger has no webhook');
		return { webhookDescription, node: 'Webhook' } as IWebhookData;
	}
}

/** What n8n says when somebody stops an execution. Older versions have one word for all ways to stop it. */
function cancellation(): Error {
	const { ManualExecutionCancelledError: Manual } = n8nWorkflow as Partial<typeof n8nWorkflow>;
	return Manual ? new Manual('1') : new (ExecutionCancelledError as unknown as new (id: string) => Error)('1');
}

/** A published polling trigger. Each poll answers with what it emits. */
export interface Poller {
	/** The poll that publishing, or starting n8n, makes; n8n writes static data after it. */
	activate(): Promise<IDataObject[]>;
	/** A poll, and the executions that it starts. */
	poll(): Promise<IDataObject[]>;
	/** A poll alone. */
	unawaited(): Promise<IDataObject[]>;
}

function nodeNamed(workflow: Workflow, name: string): INode {
	const node = workflow.getNode(name);
	if (!node) throw new Error(`There is no node ${name}`);
	return node;
}

class Response extends EventEmitter {
	statusCode = 200;
	sent: unknown;
	writableFinished = false;
	writableEnded = false;
	closed = false;

	hangUp(): void {
		this.close();
	}

	status(code: number): this {
		this.statusCode = code;
		return this;
	}

	json(body: unknown): this {
		if (this.sent !== undefined) throw new Error('The response was sent before');
		this.sent = body;
		this.writableEnded = true;
		if (this.closed) return this;
		this.writableFinished = true;
		this.close();
		return this;
	}

	private close(): void {
		this.closed = true;
		this.emit('close');
	}
}

/** The request as n8n's body parser leaves it. */
export function exchange({ headers = {}, body, contentType = 'application/json', unreadable = false }: Notification) {
	const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
	const [type, charset] = (contentType ?? '').split(/; *charset=/);
	const parsed = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'].includes(type ?? '');
	const request: Record<string, unknown> = {
		method: 'POST',
		headers: { ...headers, ...(contentType === null ? {} : { 'content-type': contentType }) },
		params: {},
		query: {},
		encoding: charset ?? 'utf-8',
		rawBody: parsed && !unreadable ? bytes : undefined,
		readRawBody: async () => {
			if (unreadable) throw new Error('Request body stream was aborted or is not readable');
			request.rawBody = bytes;
		},
	};
	return { request, response: new Response() };
}
