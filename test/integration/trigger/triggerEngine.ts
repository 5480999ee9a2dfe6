import '../engine/temporaryN8n';
import { EventEmitter } from 'events';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IPollFunctions,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { HookContext, PollContext, WebhookContext } from 'n8n-core';
import { MultiCurrencyPaymentsPollingTrigger } from '../../../nodes/MultiCurrencyPaymentsPollingTrigger/MultiCurrencyPaymentsPollingTrigger.node';
import { MultiCurrencyPaymentsTrigger } from '../../../nodes/MultiCurrencyPaymentsTrigger/MultiCurrencyPaymentsTrigger.node';
import { additionalDataOf } from '../engine/additionalData';
import { credentialOfNode } from '../engine/credentials';

/** The code of both triggers as one n8n process has loaded it, with whatever it keeps in memory. */
export interface Process {
	webhook: INodeType;
	polling: INodeType;
}

/** This process, whose memory lasts as long as the test file. */
export const thisProcess: Process = {
	webhook: new MultiCurrencyPaymentsTrigger(),
	polling: new MultiCurrencyPaymentsPollingTrigger(),
};

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
			polling: new polling.MultiCurrencyPaymentsPollingTrigger(),
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
	/** n8n parses JSON, text, forms and XML before the node; everything else only when asked. */
	contentType?: string | null;
	/** The body cannot be read any more, as with multipart forms. */
	unreadable?: boolean;
}

/** What n8n answered, and the items of the execution it started. */
export interface Answer {
	status: number;
	body: unknown;
	items: INodeExecutionData[] | null;
}

let workflows = 0;

/** A workflow in n8n's database with both triggers, whose static data is stored as n8n does it. */
export class StoredWorkflow {
	/** What the database holds, as JSON text. */
	staticData = '{}';
	/** How often static data was written. */
	saves = 0;
	/** How often the credential was read. */
	credentialReads = 0;
	/** What n8n's database answers while an execution is to be stored. */
	executionFails = false;
	/** What n8n waits for between an event and writing static data: it stores the execution first. */
	beforeSave: (() => Promise<void>) | undefined;
	/** When the caller goes without waiting for the answer: before the node is called, or after. */
	callerHangsUp: 'before' | 'after' | undefined;
	/** What n8n's database answers while a credential is read. */
	credentialFails = false;
	readonly id = `workflow-${++workflows}`;
	address: string | undefined;

	constructor(
		public credentials: ICredentialDataDecryptedObject,
		public parameters: { webhook?: INodeParameters; polling?: INodeParameters } = {},
		public process: Process = thisProcess,
	) {}

	/** One delivery to the webhook trigger. */
	async deliver(notification: Notification, { mode = 'webhook' as WorkflowExecuteMode } = {}): Promise<Answer> {
		const staticData = this.storedData();
		const workflow = this.load(staticData);
		const node = nodeNamed(workflow, 'Webhook');
		const { request, response } = exchange(notification);
		const additionalData = Object.assign(this.additionalData(mode), { httpRequest: request, httpResponse: response });
		if (this.callerHangsUp === 'before') response.hangUp();
		const context = new WebhookContext(workflow, node, additionalData, mode, this.webhookData(), [], null);
		const result = (await this.process.webhook.webhook?.call(context)) as IWebhookResponseData;
		const items = result.workflowData?.[0] ?? null;
		// As in n8n: the answer follows when the execution is stored, and static data is written before it.
		if (result.noWebhookResponse !== true) {
			// To start an execution n8n makes a second workflow of the same static data, which takes its mark "changed" away.
			if (items) this.load(staticData);
			await this.beforeSave?.();
			if (this.callerHangsUp === 'after') response.hangUp();
			if (items && this.executionFails) response.status(500).json({ message: 'Error in workflow' });
			else {
				this.save(workflow, mode);
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
	poller(activation: WorkflowActivateMode = 'activate', mode: WorkflowExecuteMode = 'trigger'): Poller {
		const workflow = this.load();
		const node = nodeNamed(workflow, 'Polling');
		const context = new PollContext(workflow, node, this.additionalData(mode), mode, activation);
		const poll = async () => {
			const answer = (await this.process.polling.poll?.call(context as IPollFunctions)) ?? null;
			return answer?.[0] ?? null;
		};
		return {
			poll: async () => {
				const items = await poll();
				// n8n writes static data when a poll emits something, and after the poll that publishing makes.
				if (items !== null) this.save(workflow, mode);
				return (items ?? []).map(({ json }) => json);
			},
			activate: async () => {
				const items = await poll();
				this.save(workflow, mode);
				return (items ?? []).map(({ json }) => json);
			},
			discarded: async () => await poll(),
		};
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
			id: `${this.id}-${name}`,
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

	private additionalData(mode: WorkflowExecuteMode): IWorkflowExecuteAdditionalData {
		const additionalData = additionalDataOf(this.credentials, {
			executionId: '1',
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

/** A published polling trigger. Each poll answers with what it emits. */
export interface Poller {
	/** The poll that publishing, or starting n8n, makes; n8n writes static data after it. */
	activate(): Promise<IDataObject[]>;
	poll(): Promise<IDataObject[]>;
	/** A poll whose result n8n throws away, because the workflow was published anew meanwhile. */
	discarded(): Promise<INodeExecutionData[] | null>;
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
