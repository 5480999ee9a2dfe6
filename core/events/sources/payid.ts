import type { JsonObject } from '../../payload';
import { asObject, asText, canonicalAmount, canonicalInstant, payloadDigest } from '../../payload';
import type { IdPart } from '../identity';
import { byStatus } from '../identity';
import { carriesCredentials, finalPaymentStatuses, paymentStatus, paymentStatuses } from '../payments';
import { refundParts } from '../refunds';
import type { Source } from '../source';
import { usualFields } from '../source';

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
	recognises: isPayid,
	/** Each payment of a static PayID may have an external id of its own: the specification does not show it. */
	isPart: () => true,
	uuid: (body) => asText(body.uuid) ?? asText(body.id),
	status: (body) => paymentStatus(body.status, body),
	/** PayIDs belong to v1, which is AUD only (specification: Versioning, rule 2). */
	currency: (body) => usualFields.currency(body) ?? 'AUD',
	identity: byStatus((body, status) => [...paymentParts(body), ...(refundParts(status, body) ?? [])]),
};

function isPayid(body: JsonObject): boolean {
	if (asText(body.request_payid) !== null) return true;
	if (asObject(body.customer_notification) !== null || asObject(body.payment_request_notification) !== null)
		return true;
	if (typeof body.id !== 'number' || carriesCredentials(body)) return false;
	return asText(body.merchant_name) !== null || asText(body.balance_id) !== null;
}

/**
 * What distinguishes payments to one PayID: stage, ledger entry, amount and time. The specification does not show the
 * time, so without it the whole body counts: two payments of one amount must not pass for one.
 */
function paymentParts(body: JsonObject): IdPart[] {
	const paidAt = asText(body.paid_at);
	return [
		asText(body.stage),
		asText(body.balance_id),
		canonicalAmount(body.total ?? body.amount),
		paidAt === null ? payloadDigest(body) : canonicalInstant(paidAt),
	];
}
