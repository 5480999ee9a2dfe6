/**
 * What a status means for an event: whether it is the end, and what it cannot come after.
 * Specification: States and transitions. The service writes statuses in lower case except `Rejected`; here all are lower case.
 */

import type { EventSource } from './index';

/** Spec: States, "Payin status", the table of meanings. Also of cards, checkout links and PayID payments. */
export const paymentStatuses = [
	'pending',
	'authorised',
	'waiting',
	'received',
	'expired',
	'failed',
	'return_pending',
	'partially_refunded',
	'return_received',
	'return_expired',
	'return_rejected',
	'in_dispute',
	'dispute_lost',
] as const;

/** Spec: States, "Payout batch status"; `failed` comes of a simulated failure, the word `cancelled` is assumed. */
export const payoutStatuses = [
	'created',
	'scheduled',
	'processing',
	'completed',
	'expired',
	'cancelled',
	'rejected',
	'failed',
] as const;

/** Spec: States, "Static PayID status", beside the payment statuses. */
export const staticPayidStatuses = ['active', 'expired'] as const;

/** Identity checks, from the service's public reference. */
export const identityStatuses = ['pending', 'approved', 'failed'] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];
export type PayoutStatus = (typeof payoutStatuses)[number];

const REFUND_STEPS = [
	'return_pending',
	'partially_refunded',
	'return_received',
	'return_expired',
	'return_rejected',
] as const;
const AFTER_RECEIPT = [...REFUND_STEPS, 'in_dispute', 'dispute_lost'] as const;

/** Whether the payment is on its way back, in part or whole, or was refused to go back. */
export function isRefundStatus(status: string | null): boolean {
	return REFUND_STEPS.some((step) => step === status);
}

const FINAL_PAYMENT: ReadonlySet<string> = new Set<PaymentStatus>([
	'received',
	'expired',
	'failed',
	'partially_refunded',
	'return_received',
	'return_expired',
	'return_rejected',
	'dispute_lost',
]);
const FINAL_PAYOUT: ReadonlySet<string> = new Set<PayoutStatus>(['completed', 'expired', 'cancelled', 'rejected']);

/** Whether what the notification is about has come to its end. Statuses that are not known have not. */
export function isFinal(source: EventSource, status: string | null): boolean {
	if (status === null) return false;
	switch (source) {
		case 'payin':
		case 'card':
		case 'checkoutLink':
		case 'payid':
			return FINAL_PAYMENT.has(status);
		case 'payout':
			return FINAL_PAYOUT.has(status);
		default:
			return false;
	}
}

/**
 * For each status those that only ever come after it: once one of them was seen, the status is late.
 * In doubt a status is not listed, because a late one may be dropped. Refund attempts repeat (pending, rejected, pending
 * again) and a dispute may open at any time after receipt, so these are not late after one another. That an expired or
 * failed payment may still be received is assumed; the reverse is not possible.
 */
const PAYMENT_OVERTAKEN_BY: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
	pending: ['authorised', 'waiting', 'received', 'expired', 'failed', ...AFTER_RECEIPT],
	authorised: ['waiting', 'received', 'expired', 'failed', ...AFTER_RECEIPT],
	waiting: ['received', 'expired', 'failed', ...AFTER_RECEIPT],
	expired: ['received', ...AFTER_RECEIPT],
	failed: ['received', ...AFTER_RECEIPT],
	received: AFTER_RECEIPT,
	return_pending: ['return_received'],
	partially_refunded: ['return_received'],
	return_expired: ['return_received'],
	return_rejected: ['return_received'],
	in_dispute: ['dispute_lost'],
	return_received: [],
	dispute_lost: [],
};

/** On the hosted page a customer may try again after a failure, so that what precedes a payment may follow one. */
const LINK_OVERTAKEN_BY: typeof PAYMENT_OVERTAKEN_BY = {
	...PAYMENT_OVERTAKEN_BY,
	pending: PAYMENT_OVERTAKEN_BY.pending.filter((status) => status !== 'failed'),
	authorised: PAYMENT_OVERTAKEN_BY.authorised.filter((status) => status !== 'failed'),
	waiting: PAYMENT_OVERTAKEN_BY.waiting.filter((status) => status !== 'failed'),
};

/** `scheduled` and `processing` may follow each other: the specification leaves open which comes first. */
const PAYOUT_OVERTAKEN_BY: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
	created: ['scheduled', 'processing', 'completed', 'expired', 'cancelled', 'rejected', 'failed'],
	scheduled: ['completed', 'expired', 'cancelled', 'rejected', 'failed'],
	processing: ['completed', 'expired', 'cancelled', 'rejected', 'failed'],
	completed: [],
	expired: [],
	cancelled: [],
	rejected: [],
	failed: [],
};

/**
 * Sources without an entry know no order: one static PayID is paid many times, an identity check can be repeated, and
 * the statuses of gateway links are not shown.
 */
const OVERTAKEN_BY: Partial<Record<EventSource, Readonly<Record<string, readonly string[]>>>> = {
	payin: PAYMENT_OVERTAKEN_BY,
	payinCredentials: PAYMENT_OVERTAKEN_BY,
	card: PAYMENT_OVERTAKEN_BY,
	checkoutLink: LINK_OVERTAKEN_BY,
	payout: PAYOUT_OVERTAKEN_BY,
};

/** The statuses of this source that an order is known of; none for the sources that know no order. */
export function orderedStatuses(source: EventSource): string[] {
	return Object.keys(OVERTAKEN_BY[source] ?? {});
}

/**
 * Whether a status arrives after one that only ever follows it, like `pending` after `received`.
 * A dispute that is won brings `received` back, so `received` after `in_dispute` is in order until the dispute is lost.
 * @param previous statuses of the same payment seen so far, in any order. Unknown ones say nothing.
 */
export function isOutOfOrder(source: EventSource, previous: readonly string[], status: string | null): boolean {
	if (status === null) return false;
	const seen = new Set(previous);
	if (status === 'received' && seen.has('in_dispute')) return seen.has('dispute_lost');
	const table = OVERTAKEN_BY[source];
	if (!table || !Object.hasOwn(table, status)) return false;
	return table[status].some((later) => seen.has(later));
}

/**
 * Statuses that only notifications use, and what the service's own records show meanwhile (spec: States, "Webhooks
 * additionally use"; the second half is assumed, because the exact progression is not shown).
 */
const RECORD_SHOWS: Readonly<Record<string, readonly string[]>> = {
	authorised: ['pending'],
	failed: ['pending', 'waiting', 'expired'],
	partially_refunded: ['received'],
	in_dispute: ['received', 'waiting', 'partially_refunded'],
	dispute_lost: ['received', 'partially_refunded'],
};

/**
 * The status to believe when a notification and the service's current record are both at hand: the record's, unless it
 * merely lacks the word that the notification uses.
 */
export function confirmedStatus(notified: string | null, recorded: string | null): string | null {
	if (notified === null || recorded === null) return recorded ?? notified;
	const shown = Object.hasOwn(RECORD_SHOWS, notified) ? RECORD_SHOWS[notified] : [];
	return shown.includes(recorded) ? notified : recorded;
}
