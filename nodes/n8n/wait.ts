import type { IDataObject, IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { attemptNow } from '../../core/attempt';
import { contextData } from './execution';

/**
 * A wait of an execution, and a call at its address. n8n hands neither to the other, so this relies on what it keeps with an
 * execution: the input of the node, with which it goes on after the limit and evaluates expressions of a call, and the context
 * of the node. Tried with n8n 1.100.1, 2.40.7 and 2.41.1.
 */

/**
 * Puts an execution to wait.
 * @param item with which it goes on after the limit, and which a call finds
 * @param kept what a call finds besides
 */
export async function putToWait(
	n8n: IExecuteFunctions,
	{ item, until, kept }: { item: INodeExecutionData; until: Date; kept: IDataObject },
): Promise<void> {
	Object.assign(n8n.getContext('node'), { waitedFor: kept });
	n8n.getExecuteData().data.main = [[item]];
	await n8n.putExecutionToWait(until);
}

/** What an expression gives in a call; undefined where that is nothing. */
function evaluated(n8n: IWebhookFunctions, expression: string): IDataObject | undefined {
	const found = attemptNow(() => n8n.evaluateExpression(expression, 0) as unknown);
	return 'value' in found && found.value ? (found.value as IDataObject) : undefined;
}

/** The fields of the item of a waiting execution; none where n8n does not show them: then no payment is waited for. */
export const waitingItem = (n8n: IWebhookFunctions): IDataObject => evaluated(n8n, '{{ $json }}') ?? {};

/** What was kept with a wait; undefined where n8n shows no context, as with pinned data. */
export function keptWithWait(n8n: IWebhookFunctions): IDataObject | undefined {
	// The braces of a name would end the expression.
	const name = JSON.stringify(n8n.getNode().name).replace(/[{}]/g, (brace) => `\\u00${brace === '{' ? '7b' : '7d'}`);
	return evaluated(n8n, `{{ $node[${name}].context.waitedFor }}`);
}

/** Execution ids of n8n's Engine 2.0. Those of the engine before it are numbers. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const MARKS: readonly (readonly [who: string, isSeen: (n8n: IExecuteFunctions) => boolean])[] = [
	// Newer agents run a tool as a separate node, recognised by its type.
	['a tool of an AI agent', (n8n) => n8n.isToolExecution?.() === true || n8n.getNode().type.endsWith('Tool')],
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
