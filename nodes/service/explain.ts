import { NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';
import { ExplainedError } from '../../core/text/explained';

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
