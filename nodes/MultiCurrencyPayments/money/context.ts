import type { IExecuteFunctions } from 'n8n-workflow';
import type { Root } from './callers';
import { rootOf } from './callers';

/**
 * In what the node runs, as far as it decides what tells two intentions apart (ARCHITECTURE, "How money moves once").
 * - `list`: the place of an item tells it: the execution, the run of the node and the number of the item
 * - `called`: another workflow called this one, and a repeated call is another execution. The root outlives repeats; the
 *   execution of the calling workflow is another one in its retry
 * - `calledFromUnknown`: called, but not known by whom
 * - `tool`: an AI agent calls; nothing but the External ID tells a repeated call from a new one
 * - `afterCrash`: the retry of an execution that left nothing behind
 */
export type RunContext = Unseen &
	({ kind: 'list' | 'calledFromUnknown' | 'tool' | 'afterCrash' } | ({ kind: 'called' } & Root));

interface Unseen {
	/**
	 * Until when something may have been sent of which this process knows nothing, although it is the same to the user: before
	 * a crash, or by another process. Milliseconds since 1970; 0 where there is no such thing.
	 */
	unseenUntil: number;
}

/** What a context of n8n has besides its public interface. Every part may be missing: other versions have others. */
interface InnerParts {
	runExecutionData?: {
		parentExecution?: { executionId?: unknown; workflowId?: unknown; executionContext?: Established };
		resultData?: { runData?: Record<string, NodeRun[]> };
	} | null;
	additionalData?: {
		/** Number of nodes that n8n has started since it took up this execution. */
		currentNodeExecutionIndex?: unknown;
		/** The mode of the execution that called first, however many calls ago. */
		rootExecutionMode?: unknown;
	};
}

/** A run of a node; an artificial one stands for what n8n knows of an execution that crashed. */
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

/** Whether an AI agent calls the node as a tool. Newer agents run a tool as a node of its own, whose type says what it is. */
export function isToolCall(n8n: IExecuteFunctions): boolean {
	const asTool = typeof n8n.isToolExecution === 'function' && n8n.isToolExecution();
	return asTool || n8n.getNode().type.endsWith('Tool');
}

/** What the node's memory says of runs of it that began before. */
interface Begun {
	/** This very run. */
	thisRun: boolean;
	anyRun: boolean;
}

export function contextOf(n8n: IExecuteFunctions, begun: Begun): RunContext {
	const isTool = isToolCall(n8n);
	const context = situationOf(n8n, isTool, begun);
	return isTool ? { kind: 'tool', unseenUntil: context.unseenUntil } : context;
}

function situationOf(n8n: IExecuteFunctions, isTool: boolean, begun: Begun): RunContext {
	const established = establishedOf(n8n);
	if (established?.source === 'retry') return { kind: 'afterCrash', unseenUntil: momentOf(established) };
	const unseenUntil = n8n.getMode() === 'retry' ? retriedUnseen(n8n, established, isTool, begun) : 0;
	if (unseenUntil > 0) return { kind: 'afterCrash', unseenUntil };
	const isCalled = n8n.getMode() === 'integrated' || established?.parentExecutionId !== undefined;
	return isCalled ? calledContext(n8n) : { kind: 'list', unseenUntil: 0 };
}

function establishedOf(n8n: IExecuteFunctions): Established | undefined {
	return typeof n8n.getExecutionContext === 'function' ? n8n.getExecutionContext() : undefined;
}

const momentOf = ({ establishedAt }: Established): number =>
	typeof establishedAt === 'number' ? establishedAt : Date.now();

/**
 * A crashed execution leaves no memory of the node, and its retry begins anew: either it establishes itself anew, or n8n had
 * stored how it came about, as with webhooks. Where n8n had saved the progress of the nodes before, the retry begins with
 * this node, of which nothing is remembered, or with the agent that calls it.
 * @returns until when the node may have sent something before; 0 where it has not
 */
function retriedUnseen(
	n8n: IExecuteFunctions,
	established: Established | undefined,
	isTool: boolean,
	{ thisRun, anyRun }: Begun,
): number {
	if (isTool) return anyRun ? 0 : Date.now();
	if (thisRun) return 0;
	const { additionalData, runExecutionData } = innerPartsOf(n8n);
	const started = additionalData?.currentNodeExecutionIndex;
	if (established === undefined || started === 1) return Date.now();
	return typeof started === 'number'
		? begunAnewAt(Object.values(runExecutionData?.resultData?.runData ?? {}), started)
		: 0;
}

/**
 * When a retry began, if nothing is left of the execution before it; else 0. n8n numbers the runs of nodes anew in each
 * execution: a number that is there twice, or too high for this one, belongs to what is left.
 */
function begunAnewAt(nodes: readonly (readonly NodeRun[])[], started: number): number {
	const runs = nodes.flat().filter(({ data }) => data?.main?.[0]?.[0]?.json?.isArtificialRecoveredEventItem !== true);
	const numbers = runs.map(({ executionIndex }) => executionIndex);
	const isLeft = new Set(numbers).size < numbers.length || numbers.some((number = Infinity) => number >= started - 1);
	return isLeft ? 0 : runs.reduce((first, { startTime }) => Math.min(first, startTime), Date.now());
}

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
	// This process has served each of those that cannot be told apart.
	return root ? { kind: 'called', ...root } : { kind: 'calledFromUnknown', unseenUntil: 0 };
}

/** undefined where n8n does not tell: an older one, or one whose agent called. */
function isRetryOf(rootMode: unknown): boolean | undefined {
	return rootMode === undefined || rootMode === 'integrated' ? undefined : rootMode === 'retry';
}
