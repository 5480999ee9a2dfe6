import type { BodyOf } from '../../contract/endpoints';
import type { LinkNotification } from '../../contract/links';
import type { RecentPayment } from '../ledger/books';
import { formatMoney, moneyNumber } from '../ledger/money';
import type { CheckoutSession } from './checkoutSession';

/** A payment link as the service keeps it. */
export interface Link {
	readonly session: CheckoutSession;
	/** Body of `POST /v3/payin_links` (specification: "v3: hosted checkout"). */
	readonly request: BodyOf<'v3.links.create'>;
	/** Address of the hosted page. */
	readonly address: string;
}

/** The merchant's own reference, carried in `meta_data`. */
export const externalIdOf = ({ request }: Link): unknown => request.meta_data?.['external_id'];

/** The payment link object of notifications. The status is inside `transaction_info`. */
export const linkObject = ({ session, request, address }: Link): LinkNotification => ({
	uuid: session.uuid,
	expires_at: session.expiresAt.toISOString(),
	payment_link_url: address,
	payin_method_code: session.method?.code ?? null,
	amount: moneyNumber(session.amount),
	email: request.sender_info.email,
	description: request.description,
	webhook_notification: request.webhook_notification
		? { endpoint_url: request.webhook_notification.endpoint_url, authorization_header: '****' }
		: null,
	meta_data: request.meta_data ?? {},
	transaction_info: {
		uuid: session.transactionUuid,
		name: `${request.sender_info.first_name} ${request.sender_info.last_name}`,
		currency: session.currency,
		total: moneyNumber(session.amount),
		paid_amount: moneyNumber(session.paidAmount),
		status: session.status,
	},
});

export function recentLink(link: Link): RecentPayment {
	const { session } = link;
	const externalId = externalIdOf(link);
	return {
		kind: 'checkout link',
		uuid: session.uuid,
		status: session.status,
		amount: formatMoney(session.amount),
		externalId: typeof externalId === 'string' ? externalId : null,
		createdAt: session.createdAt,
	};
}
