import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { attempt } from '../../core/attempt';
import { isFamilyOf } from '../../core/events';
import { asObject, textOrNull, type JsonObject } from '../../core/service/payload';
import { confirm, type Confirmed } from '../events/confirmation';
import { keptWithWait, waitingItem } from '../n8n/wait';
import { readNotification, rejectDelivery, type KnownNotification } from '../events/incoming';
import { tellOfRefusal } from '../events/refusals';
import { readAccounts } from '../service/credential';
import { batchOf as batchUuidOf } from './money/madeHere';
import { endsIn, showsCredentials, type WaitedFor } from './wait/waiting';
import { resources } from './resources';
import { isObjectOrList } from '../../core/objects';

/** Final statuses of a payment or payout that ended without money. */
const ENDS_WITHOUT_MONEY = new Set(['expired', 'failed', 'cancelled', 'rejected']);

/**
 * Handles a call at the address of a waiting execution. Only a genuine notification about its own payment resumes it, and
 * only when the service confirms that the status is final. Whoever merely knows the address cannot resume it.
 */
export async function resume(n8n: IWebhookFunctions): Promise<IWebhookResponseData> {
	const read = await readNotification(n8n);
	if (read.outcome === 'rejected') return rejectDelivery(n8n, read.status);
	const waitedFor = waitingItem(n8n);
	const resource = String(n8n.getNodeParameter('resource'));
	const { otherwise } = read;
	const notification = otherwise && isFamilyOf(otherwise.event, resource) ? otherwise : read;
	const { event, body } = notification;
	// A body of another source may carry the same uuid.
	const isWaitedFor = isFamilyOf(event, resource) && isAbout(notification, waitedFor);
	// Put off, not refused: this execution may have made several payments, and may wait for this one next.
	if (!isWaitedFor) return rejectDelivery(n8n, 503);
	const areCredentials = event.source === 'payinCredentials';
	const { key, until, isSimple } = agreed(n8n);
	// Like the other records of its resource: a batch as its payees.
	const kind = resources.find(({ value }) => value === resource);
	const present = (record: object): IDataObject[] =>
		kind?.present?.({ isSimple: isSimple === true }, record, waitedFor) ?? [record as IDataObject];
	if (areCredentials && until !== 'credentials') return keepWaiting('Waits for the final status');
	// Bare credentials have no record, but their authorization value is bound to this payment alone.
	if (areCredentials && event.uuid === null) {
		if (!(await isInItsAccount(n8n, notification, waitedFor))) return rejectDelivery(n8n, 503);
		return goOn(present({ pay_code: body }), 'credentials');
	}
	const batch = batchOf(notification, waitedFor);
	const tellsOfEnd = event.is_final || endsIn(body, event.source).length > 0;
	if (!areCredentials && !tellsOfEnd) return keepWaiting('Not final');
	const answer = await confirm(n8n, batch ?? notification, resource);
	if (answer.outcome === 'anotherPayment') {
		tellOfRefusal(n8n, answer.outcome);
		return rejectDelivery(n8n, 401);
	}
	if (answer.outcome === 'later') return rejectDelivery(n8n, 503);
	if (answer.outcome === 'confirmed') {
		const isOwn = read.reference?.is(textOrNull(key)) === true;
		const withDetails = areCredentials ? withCredentials(notification, answer, resource, isOwn) : null;
		if (withDetails) return goOn(present(withDetails), 'credentials');
		const end = endShownBy(answer, resource, isOwn);
		if (end) return goOn(present(end.record), 'final', end.note);
	}
	return areCredentials || batch ? rejectDelivery(n8n, 503) : keepWaiting('Not confirmed as final');
}

/** The record with the account details of a notification; null where neither shows them for sure. */
function withCredentials(
	{ event, body }: KnownNotification,
	{ events, record }: Confirmed,
	resource: string,
	isOwn: boolean,
): object | null {
	if (!events.some(({ source }) => source === event.source)) return null;
	if (showsCredentials(record, resource)) return record;
	const { pay_code: details }: JsonObject = { ...body };
	return isOwn ? { ...record, pay_code: asObject(details) ?? body } : null;
}

/** Late credentials may come bare: then their authorization value tells which payment they are about. */
function isAbout({ event, reference }: KnownNotification, waitedFor: IDataObject): boolean {
	if (event.uuid !== null) return event.uuid === uuidOf(waitedFor) || event.uuid === waitedFor.uuid;
	const externalId = textOrNull(waitedFor.external_id);
	return externalId !== null && reference?.is(externalId) === true;
}

/**
 * Whether the account that the authorization value names has the payment waited for: another account of the credential may
 * use the same external id. Where there is no other, nothing is asked.
 */
async function isInItsAccount(
	n8n: IWebhookFunctions,
	notification: KnownNotification,
	{ uuid }: IDataObject,
): Promise<boolean> {
	const read = await attempt(() => readAccounts(n8n));
	if (!('value' in read)) return false;
	if (read.value.length === 1) return true;
	const event = { ...notification.event, uuid: textOrNull(uuid) };
	const answer = await confirm(n8n, { ...notification, event }, 'payin');
	return answer.outcome === 'confirmed' || (answer.outcome === 'later' && answer.hasRecord === true);
}

/** A transaction's notification as one of its batch, whose record decides; null where it is about what is waited for itself. */
function batchOf(notification: KnownNotification, waitedFor: IDataObject): KnownNotification | null {
	const uuid = uuidOf(waitedFor);
	const { event } = notification;
	if (event.uuid === null || event.uuid === uuid || typeof uuid !== 'string') return null;
	return { ...notification, event: { ...event, uuid, status: null }, body: {} };
}

/** The uuid in notifications: for a payout, that of its batch. */
const uuidOf = (waitedFor: IDataObject): unknown => batchUuidOf(waitedFor) ?? waitedFor.uuid;

/**
 * How the wait ends; null when it goes on. A success must show in the record. A failure counts without showing there,
 * unless the record shows that money has moved, if the authorization value is that of the payment: by the record or by
 * what it was sent with.
 */
function endShownBy(
	answer: Confirmed,
	resource: string,
	isOwn: boolean,
): { record: IDataObject; note: IDataObject } | null {
	const { events, payload, confirmed, isBound } = answer;
	const shown = endsIn(answer.record, resource);
	const failed = events.find(({ status }) => status === 'failed');
	// The record of a link without an External ID shows the failure, but not to which payment the value belongs.
	const isShown = confirmed || shown.some(({ status }) => status === 'failed');
	const moneyMoved = shown.some(({ status }) => !ENDS_WITHOUT_MONEY.has(status ?? ''));
	if (failed && (isBound || isOwn) && !isShown && !moneyMoved)
		return { record: withStatus(payload as IDataObject, failed.status), note: { confirmed: false } };
	return shown.length > 0 ? { record: payload as IDataObject, note: {} } : null;
}

/** By what the wait ends, as its form said when it began. */
function agreed(n8n: IWebhookFunctions): Partial<WaitedFor> {
	return (
		keptWithWait(n8n) ?? {
			until: String(n8n.getNodeParameter('waitUntil', 'final')),
			isSimple: n8n.getNodeParameter('options.simplify', true) !== false,
		}
	);
}

/** A record in another status; that of a link has it inside as well. */
function withStatus(record: IDataObject, status: string | null): IDataObject {
	const { transaction_info: payment } = record;
	const inside = isObjectOrList(payment) && { transaction_info: { ...payment, status } };
	return { ...record, status, ...inside } as IDataObject;
}

function goOn(
	shown: readonly IDataObject[],
	outcome: 'final' | 'credentials',
	note?: IDataObject,
): IWebhookResponseData {
	const whole = shown.map((json) => ({ ...json, ...note, wait: { outcome } }));
	return { workflowData: [whole.map((json) => ({ json, pairedItem: { item: 0 } }))] };
}

const keepWaiting = (message: string): IWebhookResponseData => ({ webhookResponse: { message } });
