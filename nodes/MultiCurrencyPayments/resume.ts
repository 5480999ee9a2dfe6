import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { eventsOf, isFamilyOf } from '../../core/events';
import type { Confirmed } from '../events/confirmation';
import { confirm } from '../events/confirmation';
import { readNotification } from '../events/incoming';
import { rejectDelivery } from '../events/rejection';
import { presentWaited } from './resources';

/** Final statuses of a payment or payout that never came to pass. */
const ENDS_WITHOUT_MONEY = new Set(['expired', 'failed', 'cancelled', 'rejected']);

/**
 * Handles a call at the address of a waiting execution. Only a genuine notification about its own payment resumes it, and
 * only when the service confirms that the status is final. Whoever merely knows the address cannot resume it.
 */
export async function resume(n8n: IWebhookFunctions): Promise<IWebhookResponseData> {
	const notification = await readNotification(n8n);
	if (notification.outcome === 'rejected') return rejectDelivery(n8n, notification.status);
	const { event } = notification;
	const waitedFor = n8n.evaluateExpression('{{ $json }}', 0) as unknown as IDataObject;
	// A body of another source may carry the same uuid.
	const isWaitedFor = event.uuid === uuidOf(waitedFor) && isFamilyOf(event, String(n8n.getNodeParameter('resource')));
	if (!isWaitedFor) return keepWaiting('About another payment');
	if (!event.is_final) return keepWaiting('Not final');
	const answer = await confirm(n8n, notification);
	if (answer.outcome === 'anotherPayment') return rejectDelivery(n8n, 401);
	if (answer.outcome === 'later') return rejectDelivery(n8n, 503);
	const end = answer.outcome === 'confirmed' ? endShownBy(answer) : null;
	if (end === null) return keepWaiting('Not confirmed as final');
	const record = presentWaited(n8n, end.record, waitedFor);
	const { idempotency } = waitedFor;
	const json = { ...record, idempotency, ...end.note, wait: { outcome: 'final' } } as IDataObject;
	return { workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}

/** What notifications are about: of a payout, its batch. */
function uuidOf({ uuid, batch }: IDataObject): unknown {
	return typeof batch === 'object' && batch !== null ? (batch as IDataObject).uuid : uuid;
}

/**
 * How the wait ends; null when it goes on. A success has to be in the record. A failure that the record does not show is
 * believed without, unless the record shows that money has moved.
 */
function endShownBy(answer: Confirmed): { record: IDataObject; note: IDataObject } | null {
	const { events, payload, confirmed } = answer;
	const shown = eventsOf(answer.record).filter(({ is_final: isFinal }) => isFinal);
	const failed = events.find(({ status }) => status === 'failed');
	const moneyMoved = shown.some(({ status }) => !ENDS_WITHOUT_MONEY.has(status ?? ''));
	if (failed && !confirmed && !moneyMoved)
		return { record: { ...payload, status: failed.status } as IDataObject, note: { confirmed: false } };
	return shown.length > 0 ? { record: payload as IDataObject, note: {} } : null;
}

function keepWaiting(message: string): IWebhookResponseData {
	return { webhookResponse: { message } };
}
