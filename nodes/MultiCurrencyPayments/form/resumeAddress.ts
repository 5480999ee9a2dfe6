import type { IWebhookDescription } from 'n8n-workflow';
import type { ItemCall } from './itemCall';
import { checkReachable } from './reachability';

/**
 * Where a waiting execution is resumed: n8n serves it under the execution's own address. The path is its last part. With a
 * path of their own, notifications never resume another node that waits: n8n answers 404, and the service sends them again.
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

/** The address at which the service resumes this execution. @throws NodeOperationError when the service could not deliver to it */
export function resumeAddress(item: ItemCall): string {
	const address = new URL(String(item.n8n.evaluateExpression('{{ $execution.resumeUrl }}', item.index)));
	address.pathname = [address.pathname.replace(/\/+$/, ''), ...WAIT_WEBHOOKS.map(({ path }) => path)].join('/');
	checkReachable(item, address.href);
	return address.href;
}
