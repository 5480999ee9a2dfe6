import type { IExecuteFunctions } from 'n8n-workflow';
import type { Root } from './callers';
import { rootOf } from './callers';

/**
 * The situation in which the node runs. It decides how two intentions are told apart (ARCHITECTURE, "How money moves
 * once").
 * - `list`: by the place of an item: the execution, the run of the node and the number of the item
 * - `called`: another workflow called this one. A repeated call is a new execution, and so is a retry of the calling
 *   workflow, but the root stays the same
 * - `calledFromUnknown`: called, but it is not known by whom
 * - `tool`: called by an AI agent. Only the External ID tells a repeated call from a new one
 * - `afterCrash`: the retry of an execution that left no memory behind
 */
export type RunContext = Unseen &
	({ kind: 'list' | 'calledFromUnknown' | 'tool' | 'afterCrash' } | ({ kind: 'called' } & Root));

interface Unseen {
	/**
	 * Until when the same intention may have been sent unknown to this process: before a crash, or by another process.
	 * Milliseconds since 1970; 0 where that is impossible.
	 */
	unseenUntil: number;
}

/** Parts of n8n's context outside its public interface. Each may be missing, because they differ between versions. */
interface InnerParts {
	runExecutionData?: {
		parentExecution?: { executionId?: unknown; workflowId?: unknown; executionContext?: Established };
		resultData?: { runData?: Record<string, NodeRun[]> };
	} | null;
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

/** Which runs of the node have begun before, according to its memory. */
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
 * A crashed execution leaves no memory of the node, and its retry starts again: either with a new context, or with the
 * one that n8n had stored, as with webhooks. Where n8n had saved the progress of earlier nodes, the retry begins with
 * this node, without memory of it, or with the agent that calls it.
 * @returns until when the node may have sent something earlier; 0 where it has not
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
 * When a retry began, if nothing is left of the execution before it; otherwise 0. n8n numbers the runs of nodes anew in
 * each execution: a number that occurs twice, or is too high for this execution, belongs to the one before.
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
	// This process has served every caller that cannot be told apart, so nothing was sent unseen.
	return root ? { kind: 'called', ...root } : { kind: 'calledFromUnknown', unseenUntil: 0 };
}

/** undefined where n8n does not say: in older versions, and in calls by an agent. */
function isRetryOf(rootMode: unknown): boolean | undefined {
	return rootMode === undefined || rootMode === 'integrated' ? undefined : rootMode === 'retry';
}
