import type { IExecuteFunctions } from 'n8n-workflow';
import { digestOf } from '../../../core/idempotency';

/**
 * In what the node runs, as far as it decides what tells two intentions apart (ARCHITECTURE, "How money moves once").
 * - `list`: the place of an item tells it: the execution, the run of the node and the number of the item
 * - `called`: another workflow called this one, and a repeated call is another execution; the root outlives repeats
 * - `calledFromUnknown`: called, but not known by whom
 * - `tool`: an AI agent calls; nothing but the External ID tells a repeated call from a new one
 * - `afterCrash`: the retry of an execution that left nothing behind; what it sent is unknown
 */
export type RunContext =
	| { kind: 'list' }
	| { kind: 'called'; root: string; call: string }
	| { kind: 'calledFromUnknown' }
	| { kind: 'tool' }
	| { kind: 'afterCrash'; since: number };

/** What a context of n8n has besides its public interface. Every part may be missing: other versions have others. */
interface InnerParts {
	runExecutionData?: {
		parentExecution?: { executionId?: unknown; workflowId?: unknown; executionContext?: Established };
	} | null;
	/** Number of nodes that n8n has started since it took up this execution. */
	additionalData?: { currentNodeExecutionIndex?: unknown };
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

/** @param begun whether this run of the node had begun before, as far as the node's memory goes */
export function contextOf(n8n: IExecuteFunctions, begun: boolean): RunContext {
	if (isToolCall(n8n)) return { kind: 'tool' };
	const established = establishedOf(n8n);
	if (isAfterCrash(n8n, established, begun)) {
		const { establishedAt } = established ?? {};
		// Without a record of it the execution is as young as can be.
		const since = established?.source === 'retry' && typeof establishedAt === 'number' ? establishedAt : Date.now();
		return { kind: 'afterCrash', since };
	}
	const isCalled = n8n.getMode() === 'integrated' || established?.parentExecutionId !== undefined;
	return isCalled ? calledContext(n8n) : { kind: 'list' };
}

function establishedOf(n8n: IExecuteFunctions): Established | undefined {
	return typeof n8n.getExecutionContext === 'function' ? n8n.getExecutionContext() : undefined;
}

/**
 * A crashed execution leaves no memory of the node. Its retry establishes itself anew, except where n8n had saved the
 * progress of the nodes before: then the retry begins with this node, of which nothing is remembered.
 */
function isAfterCrash(n8n: IExecuteFunctions, established: Established | undefined, begun: boolean): boolean {
	if (established?.source === 'retry') return true;
	if (n8n.getMode() !== 'retry' || begun) return false;
	return established === undefined || startedNodes(n8n) === 1;
}

function startedNodes(n8n: IExecuteFunctions): unknown {
	return (n8n as InnerParts).additionalData?.currentNodeExecutionIndex;
}

/** The root is known where the caller was not called itself and has not crashed. */
function calledContext(n8n: IExecuteFunctions): RunContext {
	const { executionId, workflowId, executionContext } = (n8n as InnerParts).runExecutionData?.parentExecution ?? {};
	const { establishedAt, source, parentExecutionId } = executionContext ?? {};
	const isRoot = parentExecutionId === undefined && source !== 'integrated' && source !== 'retry';
	if (!isRoot || typeof establishedAt !== 'number' || typeof workflowId !== 'string') {
		return { kind: 'calledFromUnknown' };
	}
	return { kind: 'called', root: digestOf(workflowId, String(establishedAt)), call: String(executionId) };
}
