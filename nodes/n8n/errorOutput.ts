import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/**
 * Has n8n take an item for failed, so that it goes to the error output with the fields of its input. n8n looks for an `error` of
 * the item itself; without one it takes only items with no other fields than `error`, `message` and `details`. It then copies the
 * item, and replaces the fields of every item that still has an `error`: so this one is not copied. Tested on 1.100 to 2.41.
 * Without an error output nothing is marked, because n8n would replace the fields of the item.
 */
export function toErrorOutput(n8n: IExecuteFunctions, item: INodeExecutionData, error: Error): INodeExecutionData {
	if (n8n.getNode().onError !== 'continueErrorOutput') return item;
	return Object.defineProperty(item, 'error', { value: error, writable: true, configurable: true, enumerable: false });
}
