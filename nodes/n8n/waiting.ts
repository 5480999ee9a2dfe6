import type { IExecuteFunctions } from 'n8n-workflow';
import { contextData } from './contextData';

/** Execution ids of n8n's Engine 2.0. Those of the engine before it are numbers. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const MARKS: readonly (readonly [who: string, isSeen: (n8n: IExecuteFunctions) => boolean])[] = [
	['a tool of an AI agent', isTool],
	// They keep no execution.
	['n8n’s Agents', (n8n) => contextData(n8n) === undefined],
	// It takes the sleep of an execution for its end.
	['Engine 2.0 of n8n', (n8n) => UUID.test(n8n.getExecutionId())],
	// It runs a workflow of this node alone, reports a wait as a failure, and deletes the workflow.
	[
		'n8n’s Assistant, or a node without a trigger before it,',
		(n8n) => n8n.getParentNodes(n8n.getNode().name).length === 0,
	],
];

/**
 * Who runs this node and cannot let its execution wait, worded for the middle of a sentence; undefined where it can. n8n tells
 * a node neither, so the context does: tried with the AI Agent, Agents, Assistant and Engine 2.0 of n8n 2.40.7 and 2.41.3. A
 * way that is not recognised pays once as well, but what it makes of a wait is not known.
 */
export const whoCannotWait = (n8n: IExecuteFunctions): string | undefined =>
	MARKS.find(([, isSeen]) => isSeen(n8n))?.[0];

/** Newer agents run a tool as a separate node, recognised by its type. */
function isTool(n8n: IExecuteFunctions): boolean {
	const asTool = typeof n8n.isToolExecution === 'function' && n8n.isToolExecution();
	return asTool || n8n.getNode().type.endsWith('Tool');
}
