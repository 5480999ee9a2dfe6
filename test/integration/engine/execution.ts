import './temporaryN8n';
import { parse, stringify } from 'flatted';
import type {
	ExecutionError,
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeTypes,
	IRun,
	IRunExecutionData,
	ITaskData,
	Workflow,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { WorkflowExecute } from 'n8n-core';
import { additionalDataOf } from './additionalData';
import { newRunData } from './newRunData';
import { ACTION, PASS_ON } from './nodeTypes';
import { assertNothingSecret } from './secrets';
import { outputsOf, workflowOf, type NodeSettings, type WorkflowPlan } from './workflow';

/** Number of executions so far. Each gets a unique id, as in n8n's database. */
let executions = 0;

export interface ExecutionOptions {
	credentials: ICredentialDataDecryptedObject;
	mode?: WorkflowExecuteMode;
	executionId?: string;
	/** Public address of this n8n, ending with a slash. */
	address?: string;
	/** How the execution was started, if n8n had stored that before it crashed. */
	runtimeData?: NonNullable<IRunExecutionData['executionData']>['runtimeData'];
	/** Aborting it stops the execution, as n8n's stop button does. */
	stop?: AbortSignal;
	/** The node types of the process that runs it. Default: the copy that the tests themselves have loaded. */
	nodeTypes?: INodeTypes;
	/** The workflow of the plan as another run has built it, which takes n8n longer than a short run. */
	workflow?: Workflow;
	/** Called when an execution of a called workflow has ended. */
	onCalled?: (called: Called) => void;
}

/** An execution of a workflow that another one called. */
export interface Called {
	id: string;
	/** The items it was called with. */
	items: INodeExecutionData[];
	run: IRun;
}

/** An execution that has ended. */
export interface Execution {
	id: string;
	status: IRun['status'];
	error: ExecutionError | undefined;
	/** The runs of each node, in order. */
	runData: Record<string, ITaskData[]>;
	/** What nodes keep in their execution context. */
	contextData: IDataObject;
	/** The execution as n8n's database holds it. */
	stored: string;
	/**
	 * Resumes a waiting execution as n8n does: with these items from the node's webhook, or, without items, because its time is
	 * over. In that case the node passes on the input that it left behind.
	 */
	resume(items?: INodeExecutionData[][], changes?: Partial<ExecutionOptions>): Promise<Execution>;
	/** n8n's "Retry execution": a new execution that continues from the failed node with the stored data. */
	retry(changes?: Partial<ExecutionOptions> & { plan?: WorkflowPlan; recovered?: Recovered }): Promise<Execution>;
}

/**
 * Runs a workflow from its first node, which gets the items as its input.
 * @throws when what n8n would store of the execution contains a secret
 */
export async function runWorkflow(
	plan: WorkflowPlan,
	items: INodeExecutionData[],
	options: ExecutionOptions,
): Promise<Execution> {
	const { workflow = workflowOf(plan, options.nodeTypes), ...others } = options;
	const [first] = plan.nodes;
	const node = first && workflow.getNode(first.name);
	if (!node) throw new Error('A workflow needs a node to start with');
	const data = newRunData({
		executionData: {
			nodeExecutionStack: [{ node, data: { main: [structuredClone(items)] }, source: null }],
			...(options.runtimeData && { runtimeData: options.runtimeData }),
		},
	});
	return await execute(plan, data, { mode: 'trigger', ...others }, workflow);
}

async function execute(
	plan: WorkflowPlan,
	data: IRunExecutionData,
	options: ExecutionOptions & { mode: WorkflowExecuteMode },
	workflow = workflowOf(plan, options.nodeTypes),
): Promise<Execution> {
	const { credentials, mode, executionId: id = String(++executions), address, stop, nodeTypes, onCalled } = options;
	const executeWorkflow = callsOf(plan, options);
	const additionalData = additionalDataOf(credentials, { executionId: id, mode, address, executeWorkflow });
	const running = new WorkflowExecute(additionalData, mode, data).processRunExecutionData(workflow);
	const cancel = () => running.cancel();
	stop?.addEventListener('abort', cancel, { once: true });
	const run = await running.finally(() => stop?.removeEventListener('abort', cancel));
	const { resultData, executionData } = run.data;
	const stored = stringify(run.data);
	assertNothingSecret(stored, credentials);
	return {
		id,
		// Older engines leave it to n8n's server to mark an execution as failed.
		status: resultData.error && run.status === 'running' ? 'error' : run.status,
		error: resultData.error,
		runData: resultData.runData,
		contextData: (executionData?.contextData ?? {}) as IDataObject,
		stored,
		resume: async (items, changes = {}) => {
			const waiting = parse(stored) as IRunExecutionData;
			const [entry] = waiting.executionData?.nodeExecutionStack ?? [];
			if (!entry || waiting.waitTill === undefined) throw new Error('This execution does not wait');
			if (items) entry.data.main = items;
			return await execute(plan, waiting, { ...options, ...changes, executionId: id });
		},
		retry: async ({ plan: changed = plan, recovered, ...changes } = {}) =>
			await execute(changed, forRetry(stored, changed, changes.nodeTypes ?? nodeTypes, recovered), {
				credentials,
				address,
				nodeTypes,
				onCalled,
				...changes,
				mode: 'retry',
			}),
	};
}

/**
 * Runs called workflows as n8n's server does: in a separate execution in the mode `integrated`, which knows its parent. A
 * failure there becomes the caller's.
 */
function callsOf(
	{ others = [] }: WorkflowPlan,
	{ credentials, address, stop, nodeTypes, onCalled }: ExecutionOptions,
): IWorkflowExecuteAdditionalData['executeWorkflow'] {
	const executeWorkflow: IWorkflowExecuteAdditionalData['executeWorkflow'] = async (
		{ id: wanted },
		caller,
		options,
	) => {
		const plan = others.find(({ id }) => id === wanted);
		if (!plan) throw new Error(`There is no workflow ${wanted}`);
		const workflow = workflowOf(plan, nodeTypes);
		const node = workflow.getNode(plan.nodes[0]?.name ?? '');
		if (!node) throw new Error('A workflow needs a node to start with');
		const { parentExecution, executionMode, inputData: items = [{ json: {} }] } = options;
		const data = newRunData({
			executionData: {
				nodeExecutionStack: [
					{ node, data: { main: [structuredClone(items)] }, metadata: { parentExecution }, source: null },
				],
			},
			parentExecution,
		});
		const id = String(++executions);
		const mode = 'integrated';
		const additionalData = additionalDataOf(credentials, { executionId: id, mode, address, executeWorkflow });
		additionalData.rootExecutionMode = caller.rootExecutionMode ?? executionMode;
		const running = new WorkflowExecute(additionalData, mode, data).processRunExecutionData(workflow);
		const cancel = () => running.cancel();
		stop?.addEventListener('abort', cancel, { once: true });
		const run = await running.finally(() => stop?.removeEventListener('abort', cancel));
		onCalled?.({ id, items, run });
		const { error, lastNodeExecuted = '', runData } = run.data.resultData;
		if (run.finished !== true) throw Object.assign(new Error(error?.message ?? run.status), error);
		return { executionId: id, data: runData[lastNodeExecuted]?.at(-1)?.data?.main ?? [null] };
	};
	return executeWorkflow;
}

/** The nodes that n8n's log of a killed execution names, and whether they had finished. */
type Recovered = Record<string, 'finished' | 'crashed'>;

/** Adds runs of nodes as n8n's recovery of a killed execution does. */
function recover(data: IRunExecutionData, nodes: Recovered): void {
	for (const [name, how] of Object.entries(nodes)) {
		const startTime = Math.floor(Date.now() / 1000);
		data.resultData.runData[name] ??= [
			{
				...{ startTime, executionIndex: 0, executionTime: 0, source: [null] },
				executionStatus: how === 'finished' ? 'success' : 'crashed',
				...(how === 'finished' && { data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] } }),
			},
		];
		data.resultData.lastNodeExecuted = name;
	}
}

/** Prepares stored data as n8n's execution service does for a retry with the current workflow. */
function forRetry(
	stored: string,
	plan: WorkflowPlan,
	nodeTypes: INodeTypes | undefined,
	recovered: Recovered = {},
): IRunExecutionData {
	const data = parse(stored) as IRunExecutionData;
	recover(data, recovered);
	const { resultData, executionData } = data;
	const failed =
		resultData.lastNodeExecuted === undefined ? undefined : resultData.runData[resultData.lastNodeExecuted];
	delete resultData.error;
	if (failed?.at(-1)?.error !== undefined || failed?.at(-1)?.executionStatus === 'crashed') failed.pop();
	const workflow = workflowOf(plan, nodeTypes);
	for (const entry of executionData?.nodeExecutionStack ?? [])
		entry.node = workflow.getNode(entry.node.name) ?? entry.node;
	return data;
}

export interface NodeRunOptions extends ExecutionOptions {
	parameters: INodeParameters;
	/** The JSON of each item. Default: one empty item. */
	items?: IDataObject[];
	settings?: NodeSettings;
	timeZone?: string;
}

/** An execution of the action node alone. */
export interface NodeRun extends Execution {
	/** Items of the first output. */
	items: INodeExecutionData[];
	/** Items of the error output (`onError: 'continueErrorOutput'`). */
	errorItems: INodeExecutionData[];
	retry(changes?: Partial<NodeRunOptions>): Promise<NodeRun>;
}

/** The node under test in {@link runNode}. */
export const NODE = 'Pay';

/** Runs the action node once, after a trigger that passes it the items. */
export async function runNode(options: NodeRunOptions): Promise<NodeRun> {
	const items = (options.items ?? [{}]).map((json, item) => ({ json, pairedItem: { item } }));
	return asNodeRun(await runWorkflow(planOf(options), items, options), options);
}

function planOf({ parameters, settings, timeZone }: NodeRunOptions): WorkflowPlan {
	return {
		nodes: [
			{ name: 'Start', type: PASS_ON },
			{ name: NODE, type: ACTION, parameters, settings },
		],
		wires: [['Start', 0, NODE]],
		timeZone,
	};
}

function asNodeRun(execution: Execution, options: NodeRunOptions): NodeRun {
	const [items = [], errorItems = []] = outputsOf(execution.runData[NODE]?.at(-1));
	return {
		...execution,
		items,
		errorItems,
		retry: async (changes = {}) => {
			const changed = { ...options, ...changes };
			return asNodeRun(await execution.retry({ ...changes, plan: planOf(changed) }), changed);
		},
	};
}
