import { NodeApiError, NodeOperationError, type IDataObject, type INode, type JsonObject } from 'n8n-workflow';
import { ExplainedError, joined } from '../../core/text/explained';

/**
 * Turns whatever stopped an item into one of n8n's errors: what happened, to which item, and what to do. The error
 * contains neither the request nor secrets.
 */
export function explain(thrown: unknown, node: INode, itemIndex?: number): NodeApiError | NodeOperationError {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) {
		thrown.context.itemIndex ??= itemIndex;
		return thrown;
	}
	// The code met a value that it does not expect, usually in an answer of the service.
	if (thrown instanceof TypeError || thrown instanceof RangeError) {
		const { message } = thrown;
		return new NodeOperationError(node, 'Unexpected response from the payment service', {
			itemIndex,
			description: `Most likely the payment service gave an answer of an unexpected form. To those who maintain the node: ${message}`,
		});
	}
	if (!(thrown instanceof ExplainedError)) {
		return new NodeOperationError(node, thrown instanceof Error ? thrown : String(thrown), { itemIndex });
	}
	const { message, description, response } = thrown.explanation;
	if (!response) return new NodeOperationError(node, message, { itemIndex, description });
	const { status, body } = response;
	return new NodeApiError(node, (typeof body === 'object' ? (body ?? {}) : {}) as JsonObject, {
		itemIndex,
		message,
		description,
		httpCode: status === undefined ? undefined : String(status),
	});
}

/**
 * What comes out of a failed item, flat. `error` says what happened; `remedy` says what the failure has changed (`verdict`) and what
 * to do. Beside them stand values to act on: what the item is `about`, such as its External ID, and what the failure adds to that.
 */
export function failedItem(
	thrown: unknown,
	{ node, itemIndex, verdict, about }: { node: INode; itemIndex: number; verdict: string; about: IDataObject },
): IDataObject {
	const { message, description } = explain(thrown, node, itemIndex);
	const details = thrown instanceof ExplainedError ? thrown.explanation.details : {};
	return { error: message, remedy: joined(verdict, description), ...about, ...details };
}
