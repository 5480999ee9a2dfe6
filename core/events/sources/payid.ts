import {
	asObject,
	textOrNull,
	canonicalAmount,
	canonicalInstant,
	notificationDigest,
	wholeNumberIn,
	type JsonObject,
} from '../../service/payload';
import { byStatus, type IdPart } from '../identity';
import { carriesCredentials, finalPaymentStatuses, isShownPayment, paymentStatus, paymentStatuses } from '../payments';
import { refundParts } from '../refunds';
import { isOfGateway } from './gatewayLink';
import { usualFields, type Source } from '../source';

/**
 * A static or one-time PayID. Specification: Events, "Static PayID", "One-time PayID"; States, "Static PayID status".
 * No order is known, because a static PayID can be paid many times.
 */
export const payid: Source = {
	...usualFields,
	name: 'payid',
	title: 'PayID',
	action: 'On PayID status',
	description: 'A static or one-time PayID is paid or changes its status',
	statuses: [...paymentStatuses, 'active'],
	finalStatuses: finalPaymentStatuses,
	shows: (body) => textOrNull(body.request_payid) !== null && !isShownPayment(body),
	recognises: isPayid,
	/** Each payment of a static PayID may have an external id of its own: the specification does not show it. */
	isPart: () => true,
	uuid: (body) => textOrNull(body.uuid) ?? textOrNull(body.id),
	status: (body) => paymentStatus(body.status, body),
	/** PayIDs belong to v1, which is AUD only (specification: Versioning, rule 2). */
	currency: (body) => usualFields.currency(body) ?? 'AUD',
	identity: byStatus((body, status) => [...paymentParts(body), ...refundOf(status, body)]),
};

/** By the fields of its body that tell where its notifications go, or by a numeric id beside an amount and its owner. */
function isPayid(body: JsonObject): boolean {
	if (asObject(body.customer_notification) !== null || asObject(body.payment_request_notification) !== null)
		return true;
	if (wholeNumberIn(body.id) === null || carriesCredentials(body) || isOfGateway(body)) return false;
	const isOwned = textOrNull(body.merchant_name) !== null || textOrNull(body.balance_id) !== null;
	return isOwned && textOrNull(body.total ?? body.amount) !== null;
}

/**
 * What distinguishes payments to one PayID: stage, ledger entry, amount and time. The specification does not show the
 * time, so without it the whole body counts: two payments of one amount must not pass for one.
 */
function paymentParts(body: JsonObject): IdPart[] {
	const paidAt = textOrNull(body.paid_at);
	return [
		textOrNull(body.stage),
		textOrNull(body.balance_id),
		canonicalAmount(body.total ?? body.amount),
		paidAt === null ? notificationDigest(body) : canonicalInstant(paidAt),
	];
}

/** A refund of a PayID says when it was requested and why. Neither polling nor a record tells it in other words. */
function refundOf(status: string, body: JsonObject): IdPart[] {
	const parts = refundParts(status, body);
	if (parts === null) return [];
	const { request_date: requested, reason } = asObject(body.refund_information) ?? {};
	return [...parts, canonicalInstant(textOrNull(requested) ?? ''), textOrNull(reason)];
}
