import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { digestOf } from '../../../core/idempotency';
import type { Root } from './callers';
import { rootOf } from './callers';
import { unknownUntil } from './processMemory';

/**
 * The situation in which the node runs. It decides how two intentions are told apart (ARCHITECTURE, "How money moves
 * once").
 * - `list`: by the place of an item: the execution, the run of the node and the number of the item. All retries of an
 *   execution count as one with it: n8n lets users retry it again and again, and no retry knows of the others. `since`
 *   is when the first may have begun
 * - `called`: another workflow called this one. A repeated call is a new execution, and so is a retry of the calling
 *   workflow, but the root stays the same
 * - `calledFromUnknown`: called, but it is not known by whom
 * - `tool`: called by an AI agent. Only the External ID tells a repeated call from a new one
 * - `afterCrash`: the retry of an execution that left no memory behind
 */
export type RunContext = Unseen &
	(
		| { kind: 'calledFromUnknown' | 'tool' | 'afterCrash' }
		| { kind: 'list'; isRetry: false }
		| { kind: 'list'; isRetry: true; since: number }
		| ({ kind: 'called' } & Root)
	);

interface Unseen {
	/**
	 * Until when the same intention may have been sent unknown to this process: before a crash, by another process, or so
	 * long ago that this process has forgotten it. Milliseconds since 1970; 0 where that is impossible.
	 */
	unseenUntil: number;
}

/** Parts of n8n's context outside its public interface. Each may be missing, because they differ between versions. */
interface InnerParts {
	runExecutionData?: {
		parentExecution?: { executionId?: unknown; workflowId?: unknown; executionContext?: Established };
		resultData?: { runData?: Record<string, NodeRun[]> };
	} | null;
	workflow?: { nodes?: Record<string, INode> };
	additionalData?: {
		/** Number of nodes that n8n has started since it began or resumed this execution. */
		currentNodeExecutionIndex?: unknown;
		/** The mode of the execution that called first, however many calls ago. */
		rootExecutionMode?: unknown;
	};
}

/** A run of a node. n8n adds artificial runs for what it knows of a crashed execution. */
interface NodeRun {
	startTime: number;
	/** Its number within the execution. */
	executionIndex?: number;
	data?: { main?: ({ json?: { isArtificialRecoveredEventItem?: unknown } }[] | null)[] };
}

/** How an execution came about. It survives Retry On Fail and n8n's retry, unless the execution crashed. */
interface Established {
	establishedAt?: unknown;
	source?: unknown;
	parentExecutionId?: unknown;
}

/** Whether an AI agent calls the node as a tool. Newer agents run a tool as a separate node, recognised by its type. */
export function isToolCall(n8n: IExecuteFunctions): boolean {
	const asTool = typeof n8n.isToolExecution === 'function' && n8n.isToolExecution();
	return asTool || n8n.getNode().type.endsWith('Tool');
}

/** What the node remembers of its beginnings. Milliseconds since 1970. */
export interface Beginnings {
	/** By run of the node, when its first try began; in a retry, when the execution that is retried may have. */
	begun?: Record<string, number>;
	/** Once a run was a retry after a crash: until when the crashed execution may have sent something. */
	crashedUntil?: number;
}

/** @param run the number of this run */
export function contextOf(n8n: IExecuteFunctions, run: string, beginnings: Beginnings): RunContext {
	const isTool = isToolCall(n8n);
	const context = situationOf(n8n, isTool, run, beginnings);
	return isTool ? { kind: 'tool', unseenUntil: context.unseenUntil } : context;
}

function situationOf(
	n8n: IExecuteFunctions,
	isTool: boolean,
	run: string,
	{ begun = {}, crashedUntil }: Beginnings,
): RunContext {
	const established = establishedOf(n8n);
	if (established?.source === 'retry') return { kind: 'afterCrash', unseenUntil: momentOf(established) };
	const isRetry = n8n.getMode() === 'retry';
	const begunAt = isTool ? earliest(Object.values(begun)) : begun[run];
	const isUnseen = isRetry && begunAt === undefined;
	// Later runs cannot see the crash any more, and may get the items that the first one did not send.
	const unseenUntil = isUnseen ? (crashedUntil ?? retriedUnseen(n8n, established, isTool)) : 0;
	if (unseenUntil > 0) return { kind: 'afterCrash', unseenUntil };
	const isCalled = n8n.getMode() === 'integrated' || established?.parentExecutionId !== undefined;
	if (isCalled) return calledContext(n8n);
	if (!isRetry) return { kind: 'list', isRetry, unseenUntil: 0 };
	// Another retry of the same execution may have taken place in a process before this one.
	const since = begunAt ?? momentOf(established);
	return { kind: 'list', isRetry, since, unseenUntil: since < unknownUntil() ? unknownUntil() : 0 };
}

/**
 * What a run has in common with its retries and with the workflows that it calls, and with hardly any other run. null
 * where n8n does not say by which run this workflow was called.
 */
export function rootBeginning(n8n: IExecuteFunctions): string | null {
	const established = establishedOf(n8n);
	const { parentExecution } = innerPartsOf(n8n).runExecutionData ?? {};
	const isCalled =
		n8n.getMode() === 'integrated' || established?.parentExecutionId !== undefined || parentExecution !== undefined;
	const own = typeof established?.establishedAt === 'number' ? established.establishedAt : n8n.getExecutionId();
	if (!isCalled) return digestOf(String(n8n.getWorkflow().id), String(own));
	const { workflowId, executionContext = {} } = parentExecution ?? {};
	const { establishedAt, source, parentExecutionId } = executionContext;
	const isRoot = parentExecutionId === undefined && source !== 'integrated';
	return isRoot && typeof establishedAt === 'number' && typeof workflowId === 'string'
		? digestOf(workflowId, String(establishedAt))
		: null;
}

/** How an execution began: what it has in common with all its retries, and with no other execution. */
export interface Beginning {
	/** Milliseconds since 1970. */
	at: number;
	/** With what. Executions may begin in the same millisecond. */
	with: string;
}

/** @returns null where n8n does not tell, or tells it of the retry alone */
export function beginningOf(n8n: IExecuteFunctions): Beginning | null {
	const { establishedAt, source } = establishedOf(n8n) ?? {};
	const [first] = runsOf(n8n).sort(([, a], [, b]) => a.startTime - b.startTime);
	if (typeof establishedAt !== 'number' || source === 'retry' || first === undefined) return null;
	// n8n stores other parts of an item changed, such as where its files are.
	const [trigger, { data }] = first;
	const items = (data?.main ?? []).flatMap((output) => output?.slice(0, MOST_VALUES).map(({ json }) => json));
	const values = [trigger];
	collectValues(items, values);
	return { at: establishedAt, with: digestOf(...values) };
}

/** Most values of its first items that tell an execution from others: they may be very large. */
const MOST_VALUES = 500;

/** Texts, numbers and booleans in a value, in their order, as they are once n8n has stored it as JSON. */
function collectValues(value: unknown, values: string[]): void {
	if (values.length >= MOST_VALUES || value === null) return;
	if (typeof value !== 'object') {
		if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) values.push(String(value));
	} else if ('toJSON' in value && typeof value.toJSON === 'function') collectValues(value.toJSON(), values);
	else for (const each of Object.values(value)) collectValues(each, values);
}

const earliest = (moments: readonly number[]): number | undefined =>
	moments.length === 0 ? undefined : Math.min(...moments);

function establishedOf(n8n: IExecuteFunctions): Established | undefined {
	return typeof n8n.getExecutionContext === 'function' ? n8n.getExecutionContext() : undefined;
}

const momentOf = ({ establishedAt }: Established = {}): number =>
	typeof establishedAt === 'number' ? establishedAt : Date.now();

/**
 * To be asked where the node does not remember this run. A crashed execution leaves no memory of it, and its retry starts
 * again: either with a new context, or with the
 * one that n8n had stored, as with webhooks. Where n8n had saved the progress of earlier nodes, the retry begins with
 * this node, without memory of it, or with the agent that calls it.
 * @returns until when the node may have sent something earlier; 0 where it has not
 */
function retriedUnseen(n8n: IExecuteFunctions, established: Established | undefined, isTool: boolean): number {
	if (isTool) return Date.now();
	const started = innerPartsOf(n8n).additionalData?.currentNodeExecutionIndex;
	if (established === undefined || started === 1) return Date.now();
	return typeof started === 'number'
		? begunAnewAt(
				runsOf(n8n).map(([, run]) => run),
				started,
			)
		: 0;
}

/**
 * When a retry began, if nothing is left of the execution before it; otherwise 0. n8n numbers the runs of nodes anew in
 * each execution: a number that occurs twice, or is too high for this execution, belongs to the one before.
 */
function begunAnewAt(runs: readonly NodeRun[], started: number): number {
	const numbers = runs.map(({ executionIndex }) => executionIndex);
	const isLeft = new Set(numbers).size < numbers.length || numbers.some((number = Infinity) => number >= started - 1);
	return isLeft ? 0 : runs.reduce((first, { startTime }) => Math.min(first, startTime), Date.now());
}

/** The runs of nodes on record that took place in this execution, or in one of which it is the retry, by their names. */
const runsOf = (n8n: IExecuteFunctions): [node: string, NodeRun][] =>
	Object.entries(recordedRuns(n8n)).flatMap(([node, runs]) =>
		runs.filter((run) => !isRecovered(run)).map((run): [string, NodeRun] => [node, run]),
	);

/** Whether no other node of the workflow has the id of this one. */
export function isIdOfOneNode(n8n: IExecuteFunctions): boolean {
	const { id } = n8n.getNode();
	return Object.values(innerPartsOf(n8n).workflow?.nodes ?? {}).filter((node) => node.id === id).length <= 1;
}

/** How many runs of this node n8n has added when it recovered a crashed execution. */
export const recoveredRuns = (n8n: IExecuteFunctions): number =>
	recordedRuns(n8n)[n8n.getNode().name]?.filter(isRecovered).length ?? 0;

const recordedRuns = (n8n: IExecuteFunctions): Record<string, NodeRun[]> =>
	innerPartsOf(n8n).runExecutionData?.resultData?.runData ?? {};

/** The first day of 1973 in milliseconds since 1970. Until the year 5138 no time in seconds comes so far. */
const EARLIEST_IN_MILLISECONDS = 1e11;

/** n8n adds a run for each node that its log of a crashed execution names, and writes its start in seconds. */
const isRecovered = ({ startTime, data }: NodeRun): boolean =>
	startTime < EARLIEST_IN_MILLISECONDS || data?.main?.[0]?.[0]?.json?.isArtificialRecoveredEventItem === true;

const innerPartsOf = (n8n: IExecuteFunctions) => n8n as InnerParts;

/** The root is known where the caller was not called itself and has not crashed. */
function calledContext(n8n: IExecuteFunctions): RunContext {
	const { runExecutionData, additionalData } = innerPartsOf(n8n);
	const { executionId, workflowId, executionContext = {} } = runExecutionData?.parentExecution ?? {};
	const { establishedAt, source, parentExecutionId } = executionContext;
	const isRetry = isRetryOf(additionalData?.rootExecutionMode);
	const isRoot = parentExecutionId === undefined && source !== 'integrated' && source !== 'retry';
	if (!isRoot || typeof establishedAt !== 'number' || typeof workflowId !== 'string') {
		const isRepeat = isRetry === true || source === 'retry';
		return { kind: 'calledFromUnknown', unseenUntil: isRepeat ? momentOf(executionContext) : 0 };
	}
	const root = rootOf({ workflowId, establishedAt, call: String(executionId), isRetry });
	// This process has served every caller that cannot be told apart, so nothing was sent unseen.
	return root ? { kind: 'called', ...root } : { kind: 'calledFromUnknown', unseenUntil: 0 };
}

/** undefined where n8n does not say: in older versions, and in calls by an agent. */
function isRetryOf(rootMode: unknown): boolean | undefined {
	return rootMode === undefined || rootMode === 'integrated' ? undefined : rootMode === 'retry';
}
