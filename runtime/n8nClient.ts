import { N8nSession, OWNER } from './n8nSession';
import { until } from './until';
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
const POLL_MS = 150;

/** n8n 1 lists executions without their status. */
function withStatus(listed: Execution & { finished?: boolean }): Execution {
	const { finished, stoppedAt } = listed;
	return { ...listed, status: listed.status ?? (finished ? 'success' : stoppedAt ? 'error' : 'running') };
}

const inPath = encodeURIComponent;

/** What the owner of an n8n does in the editor or through n8n's public API. */
export class N8nClient {
	private version: Promise<string> | undefined;

	private constructor(private readonly session: N8nSession) {}

	/** Sets {@link OWNER} up where there is no owner yet, logs in and obtains an API key. */
	static async connect(url: string): Promise<N8nClient> {
		const session = new N8nSession(url);
		if (await session.needsOwner()) await session.setUpOwner(OWNER);
		else await session.login(OWNER);
		await session.createApiKey();
		return new N8nClient(session);
	}

	/** A request of the editor (`/rest/…`), for what has no method here. Returns the answer's `data`. */
	async rest<T>(method: string, path: string, body?: unknown): Promise<T> {
		return await this.session.rest<T>(method, path, body);
	}

	// Credentials

	/** Creates the credential, or updates the one with the same name and type. Returns its id. */
	async saveCredential({ name, type, data }: CredentialSettings): Promise<string> {
		const all = await this.rest<{ id: string; name: string; type: string }[]>('GET', '/credentials');
		const known = all.find((one) => one.name === name && one.type === type);
		if (!known && (await this.isOld()))
			return (await this.rest<{ id: string }>('POST', '/credentials', { name, type, data })).id;
		if (!known) return (await this.api<{ id: string }>('POST', '/credentials', { name, type, data })).id;
		await this.rest('PATCH', `/credentials/${inPath(known.id)}`, { name, type, data });
		return known.id;
	}

	/** Runs the credential's own test, as the editor does after saving. */
	async testCredential(id: string): Promise<{ status: 'OK' | 'Error'; message: string }> {
		if (!(await this.isOld())) return await this.api('POST', `/credentials/${inPath(id)}/test`);
		const credentials = await this.rest('GET', `/credentials/${inPath(id)}?includeData=true`);
		return await this.rest('POST', '/credentials/test', { credentials });
	}

	// Workflows

	/** Creates the workflow, or updates the one with the same name, without publishing it. Returns its id. */
	async saveWorkflow(definition: WorkflowDefinition): Promise<string> {
		const { name, nodes, connections, settings = {}, pinData } = definition;
		const known = (await this.pages<Workflow>('/workflows?', PAGE)).find((one) => one.name === name && !one.isArchived);
		const body = { name, nodes, connections, settings, ...(pinData ? { pinData } : {}) };
		if (!known) return (await this.api<Workflow>('POST', '/workflows', body)).id;
		await this.api('PUT', `/workflows/${inPath(known.id)}`, body);
		return known.id;
	}

	/** Publishes the saved workflow and waits until its triggers are live. Throws the error of a trigger that fails. */
	async publish(id: string, withinMs = PATIENCE_MS): Promise<void> {
		if (await this.isOld()) {
			await this.api('POST', `/workflows/${inPath(id)}/activate`);
			return;
		}
		await this.api('POST', `/workflows/${inPath(id)}/publish`);
		await this.waitUntilPublished(id, withinMs);
	}

	/** Waits until the triggers of a workflow that was published, here or in the editor, are live. Throws the error of one that fails. */
	async waitUntilPublished(id: string, withinMs = PATIENCE_MS): Promise<void> {
		const state = await until(
			async () => {
				const now = await this.publicationStatus(id);
				return now.status !== 'in_progress' && now.status !== 'not_published' && now;
			},
			{ withinMs, everyMs: POLL_MS, otherwise: `Workflow ${id} was not published` },
		);
		if (state.status !== 'published') {
			const reasons = state.triggers.map((trigger) => trigger.errorMessage).filter(Boolean);
			throw new Error(`Workflow ${id} could not be published: ${reasons.join('; ') || state.status}`);
		}
	}

	/**
	 * Whether this is n8n 1, which activates workflows instead of publishing them and answers once their triggers are live.
	 * Its public API also lacks some functions, for which the editor's API is used.
	 */
	private async isOld(): Promise<boolean> {
		this.version ??= this.session.version();
		return (await this.version).startsWith('1.');
	}

	private async publicationStatus(id: string): Promise<PublicationStatus> {
		return await this.rest('GET', `/workflows/${inPath(id)}/publication-status`);
	}

	async unpublish(id: string): Promise<void> {
		const end = (await this.isOld()) ? 'deactivate' : 'unpublish';
		await this.api('POST', `/workflows/${inPath(id)}/${end}`);
	}

	/**
	 * Unpublishes the workflow and waits until its triggers are gone, so that another one can have their paths. n8n 2.40
	 * never says so of a workflow that it has taken up again at its start.
	 */
	async unpublishAndWait(id: string): Promise<void> {
		await this.unpublish(id);
		if (await this.isOld()) return;
		await until(async () => (await this.publicationStatus(id)).status === 'not_published', {
			withinMs: PATIENCE_MS,
			everyMs: POLL_MS,
			otherwise: `Workflow ${id} is still published`,
		});
	}

	// Executions

	/** Runs a saved workflow manually, from its manual trigger or another one. Returns the execution's id at once. */
	async run(workflowId: string, trigger?: string): Promise<string> {
		const workflowData = await this.api<Workflow>('GET', `/workflows/${inPath(workflowId)}`);
		const { nodes } = workflowData;
		const name = trigger ?? nodes.find(({ type }) => type.endsWith('.manualTrigger'))?.name;
		if (!name) throw new Error(`Workflow ${workflowId} has no manual trigger to start from.`);
		const answer = await this.rest<{ executionId?: string }>('POST', `/workflows/${inPath(workflowId)}/run`, {
			triggerToStartFrom: { name },
			...((await this.isOld()) && { workflowData }),
		});
		if (!answer.executionId)
			throw new Error(`Workflow ${workflowId} did not start: ${JSON.stringify(answer).slice(0, 300)}`);
		return answer.executionId;
	}

	/** Runs a saved workflow manually and waits until it has ended, with or without success. */
	async runToEnd(workflowId: string, withinMs = PATIENCE_MS): Promise<Execution> {
		return await this.waitForEnd(await this.run(workflowId), withinMs);
	}

	/** An execution with its data; `undefined` while n8n does not know it. */
	async execution(id: string): Promise<Execution | undefined> {
		const found = await this.session.apiIfFound<Execution>(`/executions/${inPath(id)}?includeData=true`);
		// n8n 1 stores that an execution has ended a moment before it stores the results.
		const isHalfStored =
			found !== undefined &&
			ENDED.includes(found.status) &&
			Object.keys(found.data?.resultData.runData ?? {}).length === 0 &&
			(await this.isOld());
		return isHalfStored ? undefined : found;
	}

	async waitForEnd(id: string, withinMs = PATIENCE_MS): Promise<Execution> {
		return await this.waitForStatus(id, ENDED, withinMs);
	}

	/** Waits until an execution has one of the statuses, for example `waiting`. */
	async waitForStatus(id: string, statuses: readonly ExecutionStatus[], withinMs = PATIENCE_MS): Promise<Execution> {
		let last: Execution | undefined;
		return await until(
			async () => {
				last = await this.execution(id);
				return last !== undefined && statuses.includes(last.status) && last;
			},
			{
				withinMs,
				everyMs: POLL_MS,
				otherwise: () => `Execution ${id} is ${last?.status ?? 'unknown'} and did not become ${statuses.join(' or ')}`,
			},
		);
	}

	/** All executions that match the filter, oldest first. */
	async executions({ workflowId, status, after, includeData = false }: ExecutionFilter = {}): Promise<Execution[]> {
		const query = new URLSearchParams({ includeData: String(includeData) });
		if (workflowId) query.set('workflowId', workflowId);
		if (status) query.set('status', status);
		const isNew = ({ id }: Execution) => after === undefined || Number(id) > Number(after);
		// n8n lists the newest first, so whatever follows an old one is older still.
		const found = await this.pages<Execution>(`/executions?${query}&`, includeData ? 100 : PAGE, (page) =>
			page.every(isNew),
		);
		return found
			.filter(isNew)
			.map(withStatus)
			.sort((a, b) => Number(a.id) - Number(b.id));
	}

	/** The id of the newest execution, or `0`. Later executions have higher ids. */
	async newestExecution(): Promise<string> {
		const { data } = await this.api<Page<Execution>>('GET', '/executions?limit=1');
		return data[0]?.id ?? '0';
	}

	/** Waits until at least `count` executions that match the filter have ended, and returns all that have. */
	async waitForExecutions(count: number, filter: ExecutionFilter, withinMs = PATIENCE_MS): Promise<Execution[]> {
		let ended = 0;
		await until(
			async () => {
				const found = await this.executions({ ...filter, includeData: false });
				ended = found.filter((one) => ENDED.includes(one.status)).length;
				return ended >= count;
			},
			{ withinMs, everyMs: POLL_MS, otherwise: () => `${ended} of ${count} executions ended` },
		);
		return (await this.executions(filter)).filter((one) => ENDED.includes(one.status));
	}

	async stop(executionId: string): Promise<void> {
		await this.api('POST', `/executions/${inPath(executionId)}/stop`);
	}

	// Requests of the editor while a node's form is filled in

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

	private async api<T>(method: string, path: string, body?: unknown): Promise<T> {
		return await this.session.api<T>(method, path, body);
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
