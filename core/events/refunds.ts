/** What a body tells of the refunds of its payment. */

import type { JsonObject } from '../payload';
import { asObject, asObjects, asText, canonicalAmount } from '../payload';
import type { IdPart } from './identity';

/** The list that the payin detail carries, one record per refund, newest last. Assumed: the specification shows no name. */
const REFUND_LIST = 'refunds';

/** What a refund record says while the payment is in a refund status. Assumed, like the list. */
const REFUND_STATUS: Readonly<Record<string, string>> = {
	return_pending: 'pending',
	partially_refunded: 'received',
	return_received: 'received',
	return_expired: 'expired',
	return_rejected: 'rejected',
};

/** Statuses of a payment that is on its way back, in part or whole, or was refused to go back. */
export const refundStatuses = [
	'return_pending',
	'partially_refunded',
	'return_received',
	'return_expired',
	'return_rejected',
] as const;

/** What is known of one refund of a payment. */
interface Refund {
	amount: string | null;
	/** 1 for the first refund of this amount that came to the status, 2 for the second. */
	ordinal: number;
}

export function isRefundStatus(status: string | null): boolean {
	return refundStatuses.some((refundStatus) => refundStatus === status);
}

/** Whether a record has at least one refund that was paid out (assumed: status `received` of the refund record). */
export function hasPaidRefund(record: JsonObject): boolean {
	return refundRecords(record).some((refund) => statusOf(refund) === 'received');
}

/**
 * What tells the refund behind a refund status from the others of the payment: its amount, and which of several of that
 * amount it is. A notification does not show the second and counts as about the first. Null when the body tells of none.
 */
export function refundParts(status: string, body: JsonObject): IdPart[] | null {
	const refund = refundBehind(status, body);
	if (refund === null) return null;
	return ['refund', refund.amount, ...(refund.ordinal > 1 ? [String(refund.ordinal)] : [])];
}

/**
 * The refund that brought a payment into a refund status. Several can be under way, so of a record it is the newest one
 * in the matching status.
 */
function refundBehind(status: string, body: JsonObject): Refund | null {
	const records = refundRecords(body);
	if (records.length === 0) {
		const shown = asObject(body.refund_information) ?? asObject(asObject(body.transaction_info)?.refund_information);
		return shown && { amount: canonicalAmount(shown.refund_amount), ordinal: 1 };
	}
	const matches = (record: JsonObject) => statusOf(record) === REFUND_STATUS[status];
	const behind = records.findLast(matches) ?? records[records.length - 1];
	const amount = amountOf(behind);
	// Every refund was pending once, only some came to the other statuses; and the whole amount is returned only once.
	const candidates = status === 'return_pending' ? records : records.filter(matches);
	const same = candidates.slice(0, candidates.indexOf(behind) + 1).filter((record) => amountOf(record) === amount);
	return { amount, ordinal: status === 'return_received' ? 1 : same.length };
}

function refundRecords(body: JsonObject): JsonObject[] {
	const own = asObjects(body[REFUND_LIST]);
	return own.length > 0 ? own : asObjects(asObject(body.transaction_info)?.[REFUND_LIST]);
}

function statusOf(refund: JsonObject): string | undefined {
	return asText(refund.status)?.toLowerCase();
}

function amountOf(refund: JsonObject): string | null {
	return canonicalAmount(refund.amount ?? refund.refund_amount);
}
