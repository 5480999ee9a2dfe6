import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ExplainedError } from '../../core/explained';

/**
 * Turns whatever stopped an item into one of n8n's errors: what happened, to which item, and what to do.
 * It carries neither the request nor anything secret.
 */
export function explain(thrown: unknown, node: INode, itemIndex?: number): NodeApiError | NodeOperationError {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) {
		thrown.context.itemIndex ??= itemIndex;
		return thrown;
	}
	if (!(thrown instanceof ExplainedError)) {
		return new NodeOperationError(node, thrown instanceof Error ? thrown : String(thrown), { itemIndex });
	}
	const { message, description, response } = thrown.explanation;
	const named = itemIndex === undefined ? message : `${message} [Item ${itemIndex}]`;
	if (!response) return new NodeOperationError(node, named, { itemIndex, description });
	const { status, body } = response;
	return new NodeApiError(node, (typeof body === 'object' ? (body ?? {}) : {}) as JsonObject, {
		itemIndex,
		message: named,
		description,
		httpCode: status === undefined ? undefined : String(status),
	});
}

/** What a workflow can act on when an item failed, such as the key of a payment whose outcome is unknown. */
export function detailsOf(thrown: unknown): Readonly<Record<string, string>> {
	return thrown instanceof ExplainedError ? (thrown.explanation.details ?? {}) : {};
}
