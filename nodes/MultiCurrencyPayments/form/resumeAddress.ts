import type { IWebhookDescription } from 'n8n-workflow';
import type { ItemCall } from '../run/itemCall';
import { checkReachable } from './reachability';

/**
 * The webhook that resumes a waiting execution. n8n serves it at the execution's own address, with this path as its
 * last part. Thanks to the path, a notification never resumes another waiting node: n8n answers 404, and the service
 * sends it again.
 */
export const WAIT_WEBHOOKS: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		responseData: 'noData',
		path: 'payment-status',
		restartWebhook: true,
		isFullPath: true,
	},
];

/**
 * The address at which the service resumes this execution.
 * @throws NodeOperationError when the service cannot deliver to it
 */
export function resumeAddress(item: ItemCall): string {
	const address = new URL(String(item.n8n.evaluateExpression('{{ $execution.resumeUrl }}', item.index)));
	address.pathname = [address.pathname.replace(/\/+$/, ''), ...WAIT_WEBHOOKS.map(({ path }) => path)].join('/');
	checkReachable(item, address.href);
	return address.href;
}
