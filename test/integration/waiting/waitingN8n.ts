import '../engine/temporaryN8n';
import { createServer } from 'http';
import type { AddressInfo } from 'net';
import { text } from 'stream/consumers';
import { parse } from 'flatted';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookData,
	IWebhookFunctions,
} from 'n8n-workflow';
import { WebhookContext } from 'n8n-core';
import { WAIT_WEBHOOKS } from '../../../nodes/MultiCurrencyPayments/form/notification';
import { resume } from '../../../nodes/MultiCurrencyPayments/resume';
import { additionalDataOf } from '../engine/additionalData';
import { runWorkflow, type Execution } from '../engine/execution';
import { outputsOf, workflowOf, type WorkflowPlan } from '../engine/workflow';
import { exchange } from '../trigger/triggerEngine';

/** A POST at the address of a waiting execution. */
export interface Call {
	/** Path and query. */
	url: string;
	headers: Record<string, string>;
	body: unknown;
}

/** An execution in n8n's database. */
interface Stored {
	plan: WorkflowPlan;
	/** Undefined while it runs. */
	at: Execution | undefined;
}

let workflows = 0;

/** The part of n8n's server that stores executions and resumes waiting ones. */
export class WaitingN8n {
	private readonly executions = new Map<string, Stored>();
	private last = 0;

	constructor(
		private readonly credentials: ICredentialDataDecryptedObject,
		public address = 'http://127.0.0.1:1/',
	) {}

	/** An n8n that the service reaches over HTTP. */
	static async listening(
		credentials: ICredentialDataDecryptedObject,
	): Promise<{ n8n: WaitingN8n; close: () => Promise<void> }> {
		const n8n = new WaitingN8n(credentials);
		const server = createServer((request, response) => {
			const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
			void text(request)
				.then(async (body) => await n8n.receive({ url: request.url ?? '', headers, body }))
				.then((status) => response.writeHead(status).end());
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		n8n.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
		return { n8n, close: async () => await new Promise((resolve) => server.close(() => resolve())) };
	}

	/** Starts an execution and runs it until it ends or waits. @returns its id */
	async start(plan: WorkflowPlan, items?: IDataObject[]): Promise<string> {
		const { id, stored } = this.begin(plan, items);
		await stored;
		return id;
	}

	/** Starts an execution. @returns its id, and a promise that resolves when it ends or waits */
	begin(planned: WorkflowPlan, items: IDataObject[] = [{}]): { id: string; stored: Promise<void> } {
		const executionId = String(1_000 + ++this.last);
		// What the nodes keep of a credential, they keep by workflow.
		const plan = { ...planned, id: `workflow-${++workflows}` };
		const input = items.map((json, item) => ({ json, pairedItem: { item } }));
		const { credentials, address } = this;
		this.executions.set(executionId, { plan, at: undefined });
		const running = runWorkflow(plan, input, { credentials, address, executionId });
		return { id: executionId, stored: this.store(executionId, running) };
	}

	execution(id: string): Execution {
		const { at } = this.executions.get(id) ?? {};
		if (!at) throw new Error(`Execution ${id} is not stored`);
		return at;
	}

	/** The output items of a node's last run; undefined when it has not ended. */
	outputOf(id: string, node: string): IDataObject[] | undefined {
		const { status, stored, runData } = this.execution(id);
		const { lastNodeExecuted } = (parse(stored) as IRunExecutionData).resultData;
		if (status === 'waiting' && lastNodeExecuted === node) return undefined;
		return outputsOf(runData[node]?.at(-1))[0]?.map(({ json }) => json);
	}

	/** Resumes a waiting execution as if its time were over. */
	async timeOut(id: string): Promise<void> {
		await this.goOn(id, undefined);
	}

	/** Answers a call at the address of an execution. */
	async receive({ url, headers, body }: Call): Promise<number> {
		const { pathname, searchParams } = new URL(url, this.address);
		const [, endpoint, id = '', suffix = ''] = pathname.split('/');
		const stored = this.executions.get(id);
		if (endpoint !== 'webhook-waiting' || !stored) return 404;
		if (!stored.at || stored.at.status !== 'waiting') return 409;
		const data = parse(stored.at.stored) as IRunExecutionData & { resumeToken?: string };
		if (data.resumeToken !== undefined && searchParams.get('signature') !== data.resumeToken) return 401;
		const workflow = workflowOf(stored.plan);
		const node = workflow.getNode(data.resultData.lastNodeExecuted ?? '');
		const webhookDescription = WAIT_WEBHOOKS.find(({ path }) => path === suffix);
		if (!node || !webhookDescription) return 404;
		const { request, response } = exchange({ headers, body });
		const additionalData = Object.assign(additionalDataOf(this.credentials, { executionId: id, mode: 'webhook' }), {
			httpRequest: request,
			httpResponse: response,
		});
		const webhook = { webhookDescription, node: node.name } as IWebhookData;
		const context = new WebhookContext(workflow, node, additionalData, 'webhook', webhook, [], data);
		const { workflowData, noWebhookResponse } = await resume(context as unknown as IWebhookFunctions);
		if (noWebhookResponse === true) return response.statusCode;
		// Another copy has resumed it in the meantime; n8n lets only one do so.
		if (workflowData && this.executions.get(id)?.at !== stored.at) return 409;
		if (workflowData) void this.goOn(id, workflowData);
		return 200;
	}

	isRunning(id: string): boolean {
		return this.executions.get(id)?.at === undefined;
	}

	/** How many executions run. */
	get running(): number {
		return [...this.executions.values()].filter(({ at }) => at === undefined).length;
	}

	/** Ends when nothing runs. */
	async idle(): Promise<void> {
		while (this.running > 0) await new Promise(setImmediate);
	}

	private async goOn(id: string, items: INodeExecutionData[][] | undefined): Promise<void> {
		const { plan } = this.executions.get(id) ?? {};
		const execution = this.execution(id);
		if (!plan) throw new Error(`There is no execution ${id}`);
		this.executions.set(id, { plan, at: undefined });
		await this.store(id, execution.resume(items));
	}

	private async store(id: string, running: Promise<Execution>): Promise<void> {
		const { plan } = this.executions.get(id) ?? {};
		if (plan) this.executions.set(id, { plan, at: await running });
	}
}
