import { textOrNull, notificationDigest, wholeNumberIn, type JsonObject } from '../../service/payload';
import { byStatus } from '../identity';
import { carriesCredentials, hasPaymentKeys, paymentStatus } from '../payments';
import { usualFields, type Source } from '../source';

/**
 * A payment through a gateway link. The specification shows neither payload nor statuses, so the whole content
 * identifies the event.
 */
export const gatewayLink: Source = {
	...usualFields,
	name: 'gatewayLink',
	title: 'Gateway Link',
	action: 'On gateway link status',
	description: 'A payment through a gateway link (AUD) changes its status',
	statuses: [],
	finalStatuses: [],
	recognises: (body) =>
		isOfGateway(body) && (textOrNull(body.uuid) === null || !hasPaymentKeys(body)) && !carriesCredentials(body),
	echoesAsNumber({ order_id: order }, externalId) {
		const number = wholeNumberIn(order);
		return number !== null && externalId?.replace(/^0+(?=\d)/, '') === number;
	},
	uuid: (body) => textOrNull(body.payment_id),
	/** The merchant sends the order's number, and the authorization value of the notification is bound to it. */
	externalId: (body) => textOrNull(body.order_id) ?? usualFields.externalId(body),
	status: (body) => paymentStatus(body.status, body),
	/** Gateway links belong to v1, which is AUD only (specification: Versioning, rule 2). */
	currency: (body) => usualFields.currency(body) ?? 'AUD',
	identity: byStatus((body) => [notificationDigest(body)]),
};

/** Whether a body names a payment or an order as only gateway links are assumed to. */
export function isOfGateway(body: JsonObject): boolean {
	return textOrNull(body.payment_id) !== null || textOrNull(body.order_id) !== null;
}
