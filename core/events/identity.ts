/**
 * What makes two notifications copies of one event. An `event_id` is made of the source, the uuid, the status and what
 * can change while a status stays the same. It never looks at what two copies, or a notification and the service's own
 * record about the same state, may show differently.
 *
 * | Source | Beside uuid and status | In a notification | In a record (detail or list) |
 * |---|---|---|---|
 * | payin, card, payinCredentials | while pending: the promised payment credentials, the 3DS request | `pay_code` | `pay_code` |
 * | | in a refund status: the amount of the refund behind it | `refund_information.refund_amount` | `amount` of the newest of `refunds` in the like status |
 * | | in a refund status: which of several refunds of that same amount | not shown: taken for the first | counted in `refunds` |
 * | payout | status of every transaction | `payout_transactions` | `payout_transactions` |
 * | checkoutLink | the payment attempt, the refund behind a refund status | `transaction_info.uuid`, the payload | `transaction_info.uuid`, `refunds` |
 * | payid | stage, amount, ledger entry, time of payment, refund | the fields of the PayID object | |
 * | gatewayLink, identityCheck, and any without a status | a digest of the payload, which the specification does not show | | |
 *
 * payin, card and payinCredentials count as one source here: they are one kind of payment under one uuid, and a record
 * shows less of what tells them apart. A list shows no refunds, so a record in a refund status is named by its detail.
 * Not alike are: late credentials that come bare (a record of them has a uuid), refunds of a link, and a payout
 * notification that leaves its transactions out.
 */

import type { WebhookSource } from './index';
import { asks3ds, hasLateCredentials } from './recognition';
import type { JsonObject } from '../payload';
import { asObject, asObjects, asText, canonicalAmount, canonicalInstant, payloadDigest, sha256 } from '../payload';
import { isRefundStatus } from './statuses';

/** The name of the list that the payin detail carries, one record per refund, newest last. Assumed: the spec shows no name. */
const REFUND_LIST = 'refunds';

/** What a refund record says while the payment is in a refund status. Assumed, like the list. */
const REFUND_STATUS: Readonly<Record<string, string>> = {
	return_pending: 'pending',
	partially_refunded: 'received',
	return_received: 'received',
	return_expired: 'expired',
	return_rejected: 'rejected',
};

type Fact = string | null;

/** What is known of one refund of a payment. */
interface Refund {
	amount: Fact;
	/** 1 for the first refund of this amount that came to the status, 2 for the second. */
	ordinal: number;
}

/** The id of an event: 128 bits of a digest, as `evt_` and 32 hex digits. */
export function eventId(...facts: Fact[]): string {
	return `evt_${sha256(JSON.stringify(facts)).slice(0, 32)}`;
}

/** The source as far as the identity of a payment goes. */
export function familyOf(source: string): string {
	return source === 'card' || source === 'payinCredentials' ? 'payin' : source;
}

/** The id of the event that a body tells of. `body` is not too deep; `status` is in lower case. */
export function identify(source: WebhookSource, uuid: Fact, status: Fact, body: JsonObject): string {
	const facts = uuid === null || status === null ? [payloadDigest(body)] : changingFacts(source, status, body);
	return eventId(familyOf(source), uuid, status, ...facts);
}

/** Whether a record has at least one refund that was paid out (assumed: status `received` of the refund record). */
export function hasPaidRefund(record: JsonObject): boolean {
	return refundRecords(record).some((refund) => asText(refund.status)?.toLowerCase() === 'received');
}

/**
 * The refund that brought a payment into this refund status: of a record, the newest refund that is in the like status,
 * because several can be under way; null when the body tells of none.
 */
export function refundBehind(status: string, body: JsonObject): Refund | null {
	const records = refundRecords(body);
	if (records.length === 0) {
		const shown = asObject(body.refund_information) ?? asObject(asObject(body.transaction_info)?.refund_information);
		return shown && { amount: canonicalAmount(shown.refund_amount), ordinal: 1 };
	}
	const isLike = (record: JsonObject) => asText(record.status)?.toLowerCase() === REFUND_STATUS[status];
	const behind = records.findLast(isLike) ?? records[records.length - 1];
	const amount = amountOf(behind);
	// Every refund was pending once, the other statuses only some came to; and the whole amount is returned only once.
	const candidates = status === 'return_pending' ? records : records.filter(isLike);
	const same = candidates.slice(0, candidates.indexOf(behind) + 1).filter((record) => amountOf(record) === amount);
	return { amount, ordinal: status === 'return_received' ? 1 : same.length };
}

function amountOf(refund: JsonObject): Fact {
	return canonicalAmount(refund.amount ?? refund.refund_amount);
}

function changingFacts(source: WebhookSource, status: string, body: JsonObject): Fact[] {
	switch (source) {
		case 'payin':
		case 'card':
		case 'payinCredentials':
			return status === 'pending'
				? pendingFacts(body)
				: isRefundStatus(status)
					? refundFacts(refundBehind(status, body))
					: [];
		case 'payout':
			return [transactionStatuses(body)];
		case 'checkoutLink':
			return [
				asText(asObject(body.transaction_info)?.uuid),
				...(isRefundStatus(status) ? shownRefund(status, body) : []),
			];
		case 'payid':
			return [...payidFacts(body), ...refundFacts(refundBehind(status, body))];
		case 'gatewayLink':
		case 'identityCheck':
			return [payloadDigest(body)];
	}
}

function pendingFacts(body: JsonObject): Fact[] {
	return [...(hasLateCredentials(body) ? ['credentials'] : []), ...(asks3ds(body) ? ['3ds'] : [])];
}

function refundFacts(refund: Refund | null): Fact[] {
	if (refund === null) return [];
	return ['refund', refund.amount, ...(refund.ordinal > 1 ? [String(refund.ordinal)] : [])];
}

/** The link object's refund fields are not shown; without any, everything it says is held to be part of the event. */
function shownRefund(status: string, body: JsonObject): Fact[] {
	const refund = refundBehind(status, body);
	return refund === null ? [payloadDigest(body)] : refundFacts(refund);
}

function refundRecords(body: JsonObject): JsonObject[] {
	const own = asObjects(body[REFUND_LIST]);
	return own.length > 0 ? own : asObjects(asObject(body.transaction_info)?.[REFUND_LIST]);
}

/** Sorted, because a batch does not promise the order of its transactions. */
function transactionStatuses(body: JsonObject): string {
	if (!Array.isArray(body.payout_transactions)) return payloadDigest(body);
	const statuses = asObjects(body.payout_transactions).map((transaction) => [
		asText(transaction.uuid) ?? asText(transaction.external_id),
		asText(transaction.status)?.toLowerCase() ?? null,
	]);
	return sha256(
		statuses
			.map((entry) => JSON.stringify(entry))
			.sort()
			.join(),
	);
}

function payidFacts(body: JsonObject): Fact[] {
	const paidAt = asText(body.paid_at);
	return [
		asText(body.stage),
		asText(body.balance_id),
		canonicalAmount(body.total ?? body.amount),
		paidAt === null ? null : canonicalInstant(paidAt),
	];
}
