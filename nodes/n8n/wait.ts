import type { IDataObject, IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { attemptNow } from '../../core/attempt';

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

/** The fields of the item of a waiting execution; none where n8n does not show them: then no payment is waited for. */
export function waitingItem(n8n: IWebhookFunctions): IDataObject {
	const fields = attemptNow(() => n8n.evaluateExpression('{{ $json }}', 0) as unknown);
	return 'value' in fields && fields.value ? (fields.value as IDataObject) : {};
}

/** What was kept with a wait; undefined where n8n shows no context, as with pinned data. */
export function keptWithWait(n8n: IWebhookFunctions): IDataObject | undefined {
	// The braces of a name would end the expression.
	const name = JSON.stringify(n8n.getNode().name).replace(/[{}]/g, (brace) => `\\u00${brace === '{' ? '7b' : '7d'}`);
	const kept = attemptNow(() => n8n.evaluateExpression(`{{ $node[${name}].context.waitedFor }}`, 0) as unknown);
	return 'value' in kept && kept.value ? (kept.value as IDataObject) : undefined;
}
