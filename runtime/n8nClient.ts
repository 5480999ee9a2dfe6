import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { N8nSession, type Owner } from './n8nSession';
import type {
	CredentialSettings,
	DynamicParameterRequest,
	Execution,
	ExecutionStatus,
	PublicationStatus,
	Workflow,
	WorkflowDefinition,
} from './n8nRecords';

interface Page<T> {
	data: T[];
	nextCursor?: string | null;
}

interface ExecutionFilter {
	workflowId?: string;
	status?: ExecutionStatus;
	/** Only executions after this one, by its id. */
	after?: string;
	includeData?: boolean;
}

const ENDED: readonly ExecutionStatus[] = ['success', 'error', 'crashed', 'canceled'];
const PAGE = 250;
const PATIENCE_MS = 60_000;

const inPath = encodeURIComponent;

/** Waits until `probe` gives something. Throws what `otherwise` says when the time (milliseconds) is over. */
async function waitFor<T>(probe: () => Promise<T | undefined>, withinMs: number, otherwise: () => string): Promise<T> {
	const deadline = Date.now() + withinMs;
	for (;;) {
		const found = await probe();
		if (found !== undefined) return found;
		if (Date.now() > deadline) throw new Error(`${otherwise()} (waited ${Math.round(withinMs / 1000)} seconds).`);
		await new Promise((resolve) => setTimeout(resolve, 150));
	}
}

/** What a person does in the editor and what a program does over n8n's public interface, as the owner of an n8n. */
export class N8nClient {
	private constructor(private readonly session: N8nSession) {}

	/** Sets the owner up where there is none yet, logs in and obtains an API key. `url` is that of {@link RunningN8n}. */
	static async connect(url: string, owner: Owner): Promise<N8nClient> {
		const session = new N8nSession(url);
		if (await session.needsOwner()) await session.setUpOwner(owner);
		else await session.login(owner);
		await session.createApiKey();
		return new N8nClient(session);
	}

	/** A request of the editor (`/rest/…`), for what has no method here. Gives the answer's `data`. */
	async rest<T>(method: string, path: string, body?: unknown): Promise<T> {
		return await this.session.rest<T>(method, path, body);
	}

	/** A request of the public interface (`/api/v1/…`), for what has no method here. */
	async api<T>(method: string, path: string, body?: unknown): Promise<T> {
		return await this.session.api<T>(method, path, body);
	}

	// Credentials

	/** Creates the credential, or gives the one of the same name and type these values. Returns its id. */
	async saveCredential({ name, type, data }: CredentialSettings): Promise<string> {
		const all = await this.rest<{ id: string; name: string; type: string }[]>('GET', '/credentials');
		const known = all.find((one) => one.name === name && one.type === type);
		if (!known) return (await this.api<{ id: string }>('POST', '/credentials', { name, type, data })).id;
		await this.rest('PATCH', `/credentials/${inPath(known.id)}`, { name, type, data });
		return known.id;
	}

	/** Runs the credential's own test, as the editor does after saving. */
	async testCredential(id: string): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return await this.api('POST', `/credentials/${inPath(id)}/test`);
	}

	// Workflows

	/** Creates the workflow, or gives the one of the same name this content. Returns its id. It is not published by this. */
	async saveWorkflow(definition: WorkflowDefinition): Promise<string> {
		const { name, nodes, connections, settings = {}, pinData } = definition;
		const known = (await this.workflows()).find((one) => one.name === name && !one.isArchived);
		const body = { name, nodes, connections, settings, ...(pinData ? { pinData } : {}) };
		if (!known) return (await this.api<Workflow>('POST', '/workflows', body)).id;
		await this.api('PUT', `/workflows/${inPath(known.id)}`, body);
		return known.id;
	}

	async workflows(): Promise<Workflow[]> {
		return await this.pages<Workflow>('/workflows?', PAGE);
	}

	/** A workflow as it is stored, with its static data. */
	async workflow(id: string): Promise<Workflow> {
		return await this.api('GET', `/workflows/${inPath(id)}`);
	}

	/** What the nodes of a workflow remember between executions; empty when they remember nothing. */
	async staticData(workflowId: string): Promise<Record<string, unknown>> {
		const { staticData } = await this.workflow(workflowId);
		if (!staticData) return {};
		return typeof staticData === 'string' ? (JSON.parse(staticData) as Record<string, unknown>) : staticData;
	}

	/** Publishes the workflow as it is saved and waits until its triggers are live. Throws with a trigger's own words when one is not. */
	async publish(id: string, withinMs = PATIENCE_MS): Promise<void> {
		await this.api('POST', `/workflows/${inPath(id)}/publish`);
		const state = await waitFor(
			async () => {
				const now = await this.publicationStatus(id);
				return now.status === 'in_progress' || now.status === 'not_published' ? undefined : now;
			},
			withinMs,
			() => `Workflow ${id} was not published`,
		);
		if (state.status !== 'published') {
			const reasons = state.triggers.map((trigger) => trigger.errorMessage).filter(Boolean);
			throw new Error(`Workflow ${id} could not be published: ${reasons.join('; ') || state.status}`);
		}
	}

	async publicationStatus(id: string): Promise<PublicationStatus> {
		return await this.rest('GET', `/workflows/${inPath(id)}/publication-status`);
	}

	async unpublish(id: string): Promise<void> {
		await this.api('POST', `/workflows/${inPath(id)}/unpublish`);
	}

	async deleteWorkflow(id: string): Promise<void> {
		await this.unpublish(id).catch(() => undefined);
		await this.api('DELETE', `/workflows/${inPath(id)}`);
	}

	// Executions

	/** Runs a saved workflow by hand, from the trigger of that name or its manual trigger. Returns the execution's id at once. */
	async run(workflowId: string, trigger?: string): Promise<string> {
		const name =
			trigger ?? (await this.workflow(workflowId)).nodes.find((node) => /\.manualTrigger$/.test(node.type))?.name;
		if (!name) throw new Error(`Workflow ${workflowId} has no manual trigger to start from.`);
		const answer = await this.rest<{ executionId?: string }>('POST', `/workflows/${inPath(workflowId)}/run`, {
			triggerToStartFrom: { name },
		});
		if (!answer.executionId)
			throw new Error(`Workflow ${workflowId} did not start: ${JSON.stringify(answer).slice(0, 300)}`);
		return answer.executionId;
	}

	/** Runs a saved workflow by hand and waits until it has ended, whichever way. */
	async runToEnd(workflowId: string, withinMs = PATIENCE_MS): Promise<Execution> {
		return await this.waitForEnd(await this.run(workflowId), withinMs);
	}

	/** An execution with its data; `undefined` while n8n does not know it. */
	async execution(id: string): Promise<Execution | undefined> {
		return await this.session.apiIfFound<Execution>(`/executions/${inPath(id)}?includeData=true`);
	}

	async waitForEnd(id: string, withinMs = PATIENCE_MS): Promise<Execution> {
		return await this.waitForStatus(id, ENDED, withinMs);
	}

	/** Waits until an execution has one of the statuses, for example `waiting`. */
	async waitForStatus(id: string, statuses: readonly ExecutionStatus[], withinMs = PATIENCE_MS): Promise<Execution> {
		let last: Execution | undefined;
		return await waitFor(
			async () => {
				last = await this.execution(id);
				return last && statuses.includes(last.status) ? last : undefined;
			},
			withinMs,
			() => `Execution ${id} is ${last?.status ?? 'unknown'} and did not become ${statuses.join(' or ')}`,
		);
	}

	/** All executions the filter lets through, oldest first. */
	async executions({ workflowId, status, after, includeData = false }: ExecutionFilter = {}): Promise<Execution[]> {
		const query = new URLSearchParams({ includeData: String(includeData) });
		if (workflowId) query.set('workflowId', workflowId);
		if (status) query.set('status', status);
		const isNew = ({ id }: Execution) => after === undefined || Number(id) > Number(after);
		// The list begins with the newest: what follows an old one is older still.
		const found = await this.pages<Execution>(`/executions?${query}&`, includeData ? 100 : PAGE, (page) =>
			page.every(isNew),
		);
		return found.filter(isNew).sort((a, b) => Number(a.id) - Number(b.id));
	}

	/** The id of the newest execution, or `0`: what to count from later. */
	async newestExecution(): Promise<string> {
		const { data } = await this.api<Page<Execution>>('GET', '/executions?limit=1');
		return data[0]?.id ?? '0';
	}

	/** Waits until at least `count` executions have ended that the filter lets through; gives all of them, with data if asked. */
	async waitForExecutions(count: number, filter: ExecutionFilter, withinMs = PATIENCE_MS): Promise<Execution[]> {
		let ended = 0;
		await waitFor(
			async () => {
				const found = await this.executions({ ...filter, includeData: false });
				ended = found.filter((one) => ENDED.includes(one.status)).length;
				return ended >= count ? true : undefined;
			},
			withinMs,
			() => `${ended} executions ended where ${count} were awaited`,
		);
		return (await this.executions(filter)).filter((one) => ENDED.includes(one.status));
	}

	/** n8n's "retry execution" of a failed one, from the node that failed. Returns the new execution's id. */
	async retry(executionId: string): Promise<string> {
		return String(
			(
				await this.api<{ id: string | number }>('POST', `/executions/${inPath(executionId)}/retry`, {
					loadWorkflow: false,
				})
			).id,
		);
	}

	async stop(executionId: string): Promise<void> {
		await this.api('POST', `/executions/${inPath(executionId)}/stop`);
	}

	/** Stores what an item carries as a file. `id` is that of the item's binary data. */
	async downloadBinary(id: string, file: string): Promise<void> {
		await pipeline(
			await this.session.download(`/binary-data?id=${inPath(id)}&action=download`),
			createWriteStream(file),
		);
	}

	/** The bytes that an item carries. */
	async binary(id: string): Promise<Buffer> {
		const chunks: Buffer[] = [];
		for await (const chunk of await this.session.download(`/binary-data?id=${inPath(id)}&action=download`))
			chunks.push(Buffer.from(chunk as Uint8Array));
		return Buffer.concat(chunks);
	}

	// What the editor asks while a node's form is filled in

	/** The choices of a drop-down. */
	async options(request: DynamicParameterRequest): Promise<{ name: string; value: string | number }[]> {
		return await this.rest('POST', '/dynamic-node-parameters/options', request);
	}

	/** The list of a resource locator. */
	async resourceLocatorResults(
		request: DynamicParameterRequest,
	): Promise<{ results: { name: string; value: string; url?: string }[]; paginationToken?: unknown }> {
		return await this.rest('POST', '/dynamic-node-parameters/resource-locator-results', request);
	}

	/** The form of a resource mapper. */
	async resourceMapperFields(
		request: DynamicParameterRequest,
	): Promise<{ fields: { id: string; displayName: string; required: boolean; type?: string }[] }> {
		return await this.rest('POST', '/dynamic-node-parameters/resource-mapper-fields', request);
	}

	/** The descriptions of all node types whose name starts with `prefix`. */
	async nodeTypes(prefix: string): Promise<{ name: string; displayName: string }[]> {
		return (await this.session.nodeTypes()).filter((type) => type.name.startsWith(prefix));
	}

	private async pages<T>(path: string, limit: number, goOn: (page: T[]) => boolean = () => true): Promise<T[]> {
		const all: T[] = [];
		let cursor: string | null | undefined;
		do {
			const page: Page<T> = await this.api('GET', `${path}limit=${limit}${cursor ? `&cursor=${inPath(cursor)}` : ''}`);
			all.push(...page.data);
			cursor = goOn(page.data) ? page.nextCursor : null;
		} while (cursor);
		return all;
	}
}
