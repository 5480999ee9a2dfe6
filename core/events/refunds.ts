/** What a body says about the refunds of its payment. */

import { asObject, asObjects, textOrNull, canonicalAmount, type JsonObject } from '../service/payload';
import { instantOf } from '../time/dates';
import { isPaidAs } from '../payments/match';
import { refundListOf } from '../payments/refundList';
import type { IdPart } from './identity';

/** The list that the payin detail carries, one record per refund. Assumed: the specification shows no name. */
const REFUND_LIST = 'refunds';

/** What a refund record says while the payment is in a refund status. Assumed, like the list. */
const REFUND_STATUS: Readonly<Record<string, string>> = {
	return_pending: 'pending',
	partially_refunded: 'received',
	return_received: 'received',
	return_expired: 'expired',
	return_rejected: 'rejected',
};

/** Statuses of a payment that is being refunded, was refunded in part or whole, or could not be refunded. */
export const refundStatuses = [
	'return_pending',
	'partially_refunded',
	'return_received',
	'return_expired',
	'return_rejected',
] as const;

/** By the status of a refund, the payment status in which it shows. Assumed, like the list. */
export const SHOWN_AS: ReadonlyMap<string, string> = new Map([
	['pending', 'return_pending'],
	['received', 'partially_refunded'],
	['expired', 'return_expired'],
	['rejected', 'return_rejected'],
]);

/** One state that a record shows: a status, and the record as it was when it reached the status. */
export interface ShownState {
	status: string | null;
	body: JsonObject;
	/** The refund that the status is about. */
	refund?: { amount: string | null; description: string | null; createdAt: string | null };
	/** Whether this is the record's present state, not one of its past. */
	isCurrent: boolean;
}

/** What a body shows of one refund of a payment. */
export interface NotifiedRefund {
	amount: string | null;
	description: string | null;
}

/** What is known of one refund of a payment. */
interface Refund extends NotifiedRefund {
	/** Only where it is not the total of the payment. */
	total?: string | null;
	/** 1 for the first refund of this amount and description that came to the status, 2 for the second. */
	ordinal: number;
}

export function isRefundStatus(status: string | null): boolean {
	return refundStatuses.some((refundStatus) => refundStatus === status);
}

/**
 * Every state that a record shows: the payment's own, and that of each of its refunds, oldest first. A notification is
 * about one state, but by the time the record is read there may be several.
 * @param status the record's own status
 */
export function statesShown(status: string | null, record: JsonObject): ShownState[] {
	const records = refundRecords(record);
	const own: ShownState = { status, body: record, isCurrent: true };
	// Assumed: the newest refund is the one that completed the whole amount.
	const last = status === 'return_received' ? records.findLastIndex((refund) => statusOf(refund) === 'received') : -1;
	const refunds = records.flatMap((refund, index): ShownState[] => {
		const shown = index === last ? 'return_received' : SHOWN_AS.get(statusOf(refund) ?? '');
		if (shown === undefined) return [];
		const body = withRefunds(record, records.slice(0, index + 1));
		const about = { ...shownOf(refund), createdAt: textOrNull(refund.created_at) };
		return [{ status: shown, body, refund: about, isCurrent: false }];
	});
	if (!isRefundStatus(status) || refunds.length === 0) return [own, ...refunds];
	// In a refund status the payment has no state of its own: the status is that of its newest refund in that status.
	const current = refunds.findLastIndex((refund) => refund.status === status);
	return refunds.map((refund, index) => ({ ...refund, isCurrent: index === current }));
}

/** The refund that a notification is about; null when it shows none. */
export function notifiedRefund(body: JsonObject): NotifiedRefund | null {
	const shown = informationOf(body);
	return shown && shownOf(shown);
}

/** Whether a record has at least one refund that was paid out (assumed: status `received` of the refund record). */
export function hasPaidRefund(record: JsonObject): boolean {
	return refundRecords(record).some((refund) => statusOf(refund) === 'received');
}

/**
 * What identifies the refund behind a refund status among those of the payment: its amount, its description, and its
 * number among refunds of both. The one that completes the whole amount needs none of them. A notification does not show
 * the number, so it counts as about the first. Where only one of notification and record shows the description, they count
 * as two events: better twice than lost. Null when the body shows no refund.
 */
export function refundParts(status: string, body: JsonObject): IdPart[] | null {
	// The whole amount is returned only once. What is told with it may be the last refund, or the sum of all.
	if (status === 'return_received') return ['refund'];
	const refund = refundBehind(status, body);
	if (refund === null) return null;
	const { amount, description, total = null, ordinal } = refund;
	return [
		'refund',
		amount,
		...(description === null ? [] : ['for', description]),
		...(total === null ? [] : ['of', total]),
		...(ordinal > 1 ? [String(ordinal)] : []),
	];
}

/** Whether a body tells of a refund without showing which. */
export function hidesRefund(body: JsonObject, status: string | null): boolean {
	return status !== null && isRefundStatus(status) && refundParts(status, body) === null;
}

/** Whether a record shows the refund of a notification, but by a word that is not known here. */
export function hidesStateOfRefund(notification: JsonObject, record: JsonObject): boolean {
	const told = notifiedRefund(notification);
	return refundRecords(record).some(
		(refund) => told !== null && isSameRefund(shownOf(refund), told) && !SHOWN_AS.has(statusOf(refund) ?? ''),
	);
}

/**
 * The refund that brought a payment into a refund status. Several can be under way, so in a record it is the newest one
 * in the matching status.
 */
function refundBehind(status: string, body: JsonObject): Refund | null {
	const records = refundRecords(body);
	if (records.length === 0) {
		const shown = informationOf(body);
		return shown && { ...shownOf(shown), total: otherTotal(body, shown), ordinal: 1 };
	}
	const ended = records.filter((record) => statusOf(record) === REFUND_STATUS[status]);
	const told = informationOf(body);
	const isTold = (record: JsonObject) => told !== null && isSameRefund(shownOf(record), shownOf(told));
	const behind = ended.at(-1) ?? records.findLast(isTold) ?? records[records.length - 1];
	const { amount, description } = shownOf(behind);
	// Every refund was pending once, but only some reached another status. Its word may be one that is not known here.
	const candidates = status === 'return_pending' || ended.length === 0 ? records : ended;
	const same = candidates
		.slice(0, candidates.indexOf(behind) + 1)
		.map(shownOf)
		.filter((one) => isSameRefund(one, { amount, description }));
	return { amount, description, ordinal: same.length };
}

const isSameRefund = (one: NotifiedRefund, other: NotifiedRefund): boolean =>
	one.amount === other.amount && one.description === other.description;

/** Specification: Resources, "Webhook object". */
function informationOf(body: JsonObject): JsonObject | null {
	const shown = asObject(body.refund_information) ?? asObject(asObject(body.transaction_info)?.refund_information);
	return shown && Object.values(shownOf(shown)).some((fact) => fact !== null) ? shown : null;
}

/** The `total_amount` of a refund where it is not that of the payment, as the specification leaves open: records lack it. */
function otherTotal(body: JsonObject, refund: JsonObject): string | null {
	const total = canonicalAmount(refund.total_amount);
	const payments = [body, asObject(body.transaction_info) ?? {}];
	const known = payments.flatMap((payment) => [payment.amount, payment.total, payment.paid_amount]);
	const shown = known.map(canonicalAmount).filter((amount) => amount !== null);
	return shown.length === 0 || shown.includes(total ?? '') ? null : total;
}

/** Oldest first, as far as they tell. */
function refundRecords(body: JsonObject): JsonObject[] {
	const own = asObjects(refundListOf(body));
	const records = own.length > 0 ? own : asObjects(refundListOf(asObject(body.transaction_info) ?? {}));
	const times = new Map(records.map((record) => [record, instantOf(textOrNull(record.created_at)) ?? NaN]));
	return [...times.values()].some(Number.isNaN)
		? records
		: records.toSorted((one, other) => (times.get(one) ?? 0) - (times.get(other) ?? 0));
}

function withRefunds(record: JsonObject, refunds: JsonObject[]): JsonObject {
	const transaction = asObject(record.transaction_info);
	if (asObjects(refundListOf(record)).length > 0 || transaction === null) return { ...record, [REFUND_LIST]: refunds };
	return { ...record, transaction_info: { ...transaction, [REFUND_LIST]: refunds } };
}

function statusOf(refund: JsonObject): string | undefined {
	const word = textOrNull(refund.status)
		?.toLowerCase()
		.replace(/^return_/, '');
	return isPaidAs(word) ? 'received' : word;
}

/** A refund as a record or a notification shows it. */
function shownOf(refund: JsonObject): NotifiedRefund {
	return {
		amount: canonicalAmount(refund.amount ?? refund.refund_amount),
		description: textOrNull(refund.description)?.trim() ?? null,
	};
}
