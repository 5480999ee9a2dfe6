import { pathSegment } from '../../service/pathSegment';
import { asObject, textOrNull, stateDigest, type JsonObject } from '../../service/payload';
import { byStatus, type IdPart } from '../identity';
import {
	carriesCredentials,
	earlierPaymentStatus,
	factsWithin,
	finalPaymentStatuses,
	hasPaymentKeys,
	hostedPaymentOrder,
	paymentRecordShows,
	paymentStatus,
	paymentStatuses,
} from '../payments';
import { hidesRefund, isRefundStatus, refundParts, statesShown } from '../refunds';
import { lowerCase, usualFields, type Source } from '../source';
import { isOfGateway } from './gatewayLink';
import { isShownPayout } from './payout';

/** The link object; its payment is in `transaction_info`. Specification: Events, "v3 payment link". */
export const checkoutLink: Source = {
	...usualFields,
	name: 'checkoutLink',
	title: 'Checkout Link',
	action: 'On checkout link status',
	description: 'A payment on a hosted checkout page changes its status',
	statuses: paymentStatuses,
	finalStatuses: finalPaymentStatuses,
	order: hostedPaymentOrder,
	shows: (body) => asObject(body.transaction_info) !== null && !isShownPayout(body),
	recognises: (body) =>
		textOrNull(body.payment_link_url) !== null || (showsPage(body) && textOrNull(body.status) !== null),
	mayHide: showsPage,
	/** The merchant's own id travels in the link's metadata. */
	externalId: (body) =>
		textOrNull(asObject(body.meta_data)?.external_id) ??
		textOrNull(asObject(body.metadata)?.external_id) ??
		usualFields.externalId(body),
	status: (body) => paymentStatus(textOrNull(transaction(body).status) ?? body.status, body),
	earlierStatus: earlierPaymentStatus,
	states: (record) => statesShown(lowerCase(textOrNull(transaction(record).status) ?? record.status), record),
	amount: (body) =>
		usualFields.amount(body) ?? usualFields.amount(transaction(body)) ?? textOrNull(transaction(body).total),
	currency: (body) => usualFields.currency(body) ?? textOrNull(transaction(body).currency),
	identity: byStatus((body, status) => [
		textOrNull(transaction(body).uuid),
		...factsWithin(status, { ...body, ...transaction(body) }),
		...(isRefundStatus(status) ? refundOf(status, body) : []),
	]),
	hidesEvent: hidesRefund,
	/** Specification: "v3: hosted checkout". */
	record: {
		address: (uuid) => ({ path: `/v3/payin_links/${pathSegment(uuid)}` }),
		showsMeanwhile: paymentRecordShows,
	},
};

/**
 * By the name of its address in the answer of the creation (specification: Resources, "v3 payment link"). An address to pay
 * at may be that of late credentials, too.
 */
function showsPage(body: JsonObject): boolean {
	const isElse = hasPaymentKeys(body) || carriesCredentials(body) || isOfGateway(body);
	return textOrNull(body.uuid) !== null && textOrNull(body.payment_url) !== null && !isElse;
}

/** The latest attempt to pay. */
function transaction(body: JsonObject): JsonObject {
	return asObject(body.transaction_info) ?? {};
}

/** The specification shows no refund fields of the link. Where there are none, the whole content identifies the event. */
function refundOf(status: string, body: JsonObject): IdPart[] {
	return refundParts(status, body) ?? [stateDigest(body)];
}
