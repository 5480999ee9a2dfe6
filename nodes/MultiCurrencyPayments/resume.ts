import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { confirm } from '../events/confirmation';
import { readNotification } from '../events/incoming';
import { rejectDelivery } from '../events/rejection';
import { presentWaited } from './resources';

/**
 * Handles a call at the address of a waiting execution. Only a genuine notification about its own payment resumes it, and
 * only when the service confirms that the status is final. Whoever merely knows the address cannot resume it.
 */
export async function resume(n8n: IWebhookFunctions): Promise<IWebhookResponseData> {
	const notification = await readNotification(n8n);
	if (notification.outcome === 'rejected') return rejectDelivery(n8n, notification.status);
	const { event: seen, body } = notification;
	const waitedFor = n8n.evaluateExpression('{{ $json }}', 0) as unknown as IDataObject;
	if (seen.uuid !== uuidOf(waitedFor)) return keepWaiting('About another payment');
	if (!seen.is_final) return keepWaiting('Not final');
	const confirmed = await confirm(n8n, seen, body);
	if (confirmed === null) return rejectDelivery(n8n, 503);
	if (!confirmed.event.is_final) return keepWaiting('Not final');
	const record = presentWaited(n8n, confirmed.payload as IDataObject, waitedFor);
	const { idempotency } = waitedFor;
	const json = { ...record, idempotency, wait: { outcome: 'final' } } as IDataObject;
	return { workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}

/** What notifications are about: of a payout, its batch. */
function uuidOf({ uuid, batch }: IDataObject): unknown {
	return typeof batch === 'object' && batch !== null ? (batch as IDataObject).uuid : uuid;
}

function keepWaiting(message: string): IWebhookResponseData {
	return { webhookResponse: { message } };
}
