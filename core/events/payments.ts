/**
 * What payins, cards, late credentials, checkout links and PayIDs have in common: statuses, their order, refunds.
 * Specification: States, "Payin status", and its table of meanings.
 */

import { asObject, textOrNull, canonicalAmount, type JsonObject } from '../service/payload';
import { byStatus, type IdPart } from './identity';
import type { Order } from './order';
import { accountIn, addressOf3ds, errorCodeOf, hasCredentials, hasLateCredentials } from './payCode';
import { hasPaidRefund, hidesRefund, isRefundStatus, refundParts, refundStatuses, statesShown } from './refunds';
import { isOneOf, lowerCase, usualFields, type Source } from './source';

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

type PaymentStatus = (typeof paymentStatuses)[number];

export const finalPaymentStatuses: readonly PaymentStatus[] = [
	'received',
	'expired',
	'failed',
	'partially_refunded',
	'return_received',
	'return_expired',
	'return_rejected',
	'dispute_lost',
];

const AFTER_RECEIPT = [...refundStatuses, 'in_dispute', 'dispute_lost'] as const;

/**
 * Refund attempts repeat (pending, rejected, pending again), and a dispute may open at any time after receipt. So among
 * these statuses only `return_received` and `dispute_lost` make others late. Assumed: an expired or failed payment may
 * still be received, and a received one neither expires nor fails.
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

/**
 * The status that a payment in this one has had before: only what was received is refunded (specification: States, "Payin
 * status", transitions) or, as is assumed, disputed.
 */
export const earlierPaymentStatus = (status: string | null): PaymentStatus | null =>
	isOneOf(AFTER_RECEIPT, status) ? 'received' : null;

/** A payment is `received` again when its dispute is won. */
export const paymentOrder: Order = {
	overtakenBy: PAYMENT_OVERTAKEN_BY,
	comesBack: { received: { after: 'in_dispute', unless: 'dispute_lost' } },
};

/** The order on a hosted page, where a customer may try again after a failure. That restarts the payment. */
export const hostedPaymentOrder: Order = {
	...paymentOrder,
	overtakenBy: {
		...PAYMENT_OVERTAKEN_BY,
		pending: PAYMENT_OVERTAKEN_BY.pending.filter((status) => status !== 'failed'),
		authorised: PAYMENT_OVERTAKEN_BY.authorised.filter((status) => status !== 'failed'),
		waiting: PAYMENT_OVERTAKEN_BY.waiting.filter((status) => status !== 'failed'),
	},
};

/**
 * By status that a notification may tell before its record, or alone (specification: States, "Webhooks additionally
 * use"): what the record may show meanwhile. Assumed: the specification does not show the exact progression.
 */
export const paymentRecordShows: Readonly<Record<string, readonly string[]>> = {
	authorised: ['pending'],
	failed: ['pending', 'waiting', 'expired'],
	// Another refund may be under way. Where the record lists its refunds, they tell.
	partially_refunded: ['received', 'return_pending'],
	return_expired: ['return_pending'],
	return_rejected: ['return_pending'],
	// Records have no status for a dispute, and one may be opened after any attempt to refund.
	in_dispute: ['received', 'waiting', ...refundStatuses],
	dispute_lost: ['received', 'waiting', ...refundStatuses],
};

/** What the specification shows of a v2 payment, and of nothing else, beside its uuid (Resources, "Webhook object", "Payin"). */
const SHOWN_KEYS = ['pay_code', 'payment_method', 'payin_method_name', 'paid_amount'];

/** An object with a uuid and one of these is a payment, even without a status. */
const PAYMENT_KEYS = [...SHOWN_KEYS, 'refund_information'];

export function hasPaymentKeys(body: JsonObject): boolean {
	return PAYMENT_KEYS.some((key) => key in body);
}

/** Whether a body shows itself as a v2 payment, whatever else is in it. */
export function isShownPayment(body: JsonObject): boolean {
	return textOrNull(body.uuid) !== null && SHOWN_KEYS.some((key) => key in body);
}

/** Whether a body is a v2 payment: a payin, a card payment, or late credentials in their payment. */
export function isPayment(body: JsonObject): boolean {
	const status = lowerCase(body.status);
	if (textOrNull(body.uuid) === null) return isOneOf(paymentStatuses, status) && hasPaymentKeys(body);
	return status !== null || hasPaymentKeys(body);
}

/** Whether a body carries late credentials, in its payment, in a `pay_code` or beside other fields. */
export function carriesCredentials(body: JsonObject): boolean {
	const status = lowerCase(body.status);
	return status === null ? hasCredentials(body) : status === 'pending' && hasLateCredentials(body);
}

/** The status that a payment's body shows. A record stays `received` after a partial refund. */
export function paymentStatus(status: unknown, body: JsonObject): string | null {
	const shown = lowerCase(status);
	return shown === 'received' && hasPaidRefund(body) ? 'partially_refunded' : shown;
}

/**
 * What may change while a payment stays in its status: where the customer confirms it, why it failed, how much was paid.
 * What was paid counts where it is not what was asked for, because a record or a notification may leave it out.
 */
export function factsWithin(status: string, body: JsonObject): IdPart[] {
	const fact = factIn(status, body);
	if (fact === null) return [];
	const isAsked = [body.amount, body.total].map(canonicalAmount).includes(fact.value);
	return fact.name === 'paid' && isAsked ? [] : [fact.name, fact.value];
}

/** Whether two bodies of one payment in one status show different facts. One that leaves its fact out may be either. */
export const showOtherFacts = (status: string, one: JsonObject, other: JsonObject): boolean =>
	[one, other].every((body) => factIn(status, body) !== null) &&
	factsWithin(status, one).join() !== factsWithin(status, other).join();

/** By status, what may change within it. */
const FACTS: Readonly<Record<string, { name: string; of: (body: JsonObject) => string | null }>> = {
	pending: { name: '3ds', of: addressOf3ds },
	failed: { name: 'error', of: errorCodeOf },
	received: { name: 'paid', of: paidOf },
};

function factIn(status: string, body: JsonObject): { name: string; value: string } | null {
	const { name = '', of } = Object.hasOwn(FACTS, status) ? FACTS[status] : {};
	const value = of?.(body) ?? null;
	return value === null ? null : { name, value };
}

/** How much was paid; null where that is not shown. Something was: a record may take a refund off it. */
function paidOf({ paid_amount: amount }: JsonObject): string | null {
	const paid = canonicalAmount(amount);
	return paid === '0' ? null : paid;
}

/**
 * What payin, card and late credentials share: they are one kind of payment under one uuid. A record may not show which
 * of them it is.
 */
export const payment = {
	...usualFields,
	family: 'payin',
	statuses: paymentStatuses,
	finalStatuses: finalPaymentStatuses,
	order: paymentOrder,
	/** Specification: Resources, "Webhook object" and "Payin". */
	showsExternalId: true,
	status: (body) => paymentStatus(body.status, body),
	earlierStatus: earlierPaymentStatus,
	states: (record) => statesShown(lowerCase(record.status), record),
	identity: byStatus((body, status) => {
		const isTold = status === 'pending' && hasLateCredentials(body);
		const refund = isRefundStatus(status) ? refundParts(status, body) : null;
		return [...(isTold ? ['credentials', ...accountIn(body)] : []), ...factsWithin(status, body), ...(refund ?? [])];
	}),
	hidesEvent: hidesRefund,
	/** Specification: "v2: payin queries and actions". */
	record: {
		address: (uuid) => ({ path: '/v2/payins/detail', query: { uuid } }),
		showsMeanwhile: paymentRecordShows,
	},
	isBeginning: (body, status) => status === 'pending' && addressOf3ds(body) === null,
} satisfies Partial<Source>;

/** Whether the event of a listed payin cannot be named: in a refund status, only the detail shows the refunds. */
export function needsDetail(record: unknown): boolean {
	const body = asObject(record);
	if (body === null) return false;
	return hidesRefund(body, payment.status(body));
}
