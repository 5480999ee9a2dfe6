import type { BodyOf, ResponseOf } from '../../contract/endpoints';
import type { LinkNotification } from '../../contract/links';
import type { Account, RecentPayment } from '../account';
import { bookLine } from '../ledger/bookLine';
import { createCheckoutRefunds, type RefundRequest } from './checkoutRefunds';
import type { CheckoutRedirect, CheckoutSession } from './checkoutSessions';
import { notFound, unprocessable } from '../http/errors';
import type { Period } from '../ledger/history';
import { acceptAmount, formatMoney, moneyNumber } from '../ledger/money';
import { moneySettings } from '../ledger/moneySettings';
import type { World } from '../world';

/** Body of `POST /v3/payin_links` (specification: "v3: hosted checkout"). */
export type LinkRequest = BodyOf<'v3.links.create'>;

/** Filters of the link list; the period in milliseconds, both ends included. */
export interface LinkFilter extends Period {
	status?: string;
	payin_method_code?: string;
	external_id?: string;
}

interface Link {
	session: CheckoutSession;
	request: LinkRequest;
}

function checkRedirect(redirect: CheckoutRedirect | undefined) {
	for (const [outcome, address] of Object.entries(redirect ?? {})) {
		// The page links there: an address like "javascript:" must never get onto it.
		if (address !== undefined && !/^https?:\/\//.test(address)) {
			throw unprocessable({ [`redirect_url.${outcome}`]: 'must be an http or https address' });
		}
	}
}

export type Links = ReturnType<typeof createLinks>;

/** Payment links of one account: created, paid on the hosted page, refunded, each change notified. */
export function createLinks(world: World, account: Account) {
	const links = new Map<string, Link>();
	const refunds = createCheckoutRefunds(world, account);

	function get(uuid: string): Link {
		const link = links.get(uuid);
		if (!link) throw notFound(`There is no payment link ${uuid}`);
		return link;
	}

	/** The payment link object that notifications carry (service-facts 10.5); the status is inside `transaction_info`. */
	function linkObject({ session, request }: Link): LinkNotification {
		return {
			uuid: session.uuid,
			expires_at: session.expiresAt.toISOString(),
			payment_link_url: account.checkoutSessions.addressOf(session),
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
		};
	}

	/** What the detail and the list answer: the link object with the request's own parts (assumed). */
	const linkRecord = (link: Link): ResponseOf<'v3.links.detail'> => ({
		...linkObject(link),
		redirect_url: link.request.redirect_url ?? null,
		sender_info: link.request.sender_info,
		refunds: refunds.of(link.session),
		created_at: link.session.createdAt.toISOString(),
	});

	function matches({ session, request }: Link, filter: LinkFilter): boolean {
		const created = session.createdAt.getTime();
		return (
			created >= filter.from &&
			created <= Math.min(filter.to, world.clock.now().getTime() - moneySettings(world).listLagMs) &&
			(filter.status === undefined || session.status === filter.status) &&
			(filter.payin_method_code === undefined || session.method?.code === filter.payin_method_code) &&
			(filter.external_id === undefined || request.meta_data?.['external_id'] === filter.external_id)
		);
	}

	return {
		/** @throws ServiceError 422 for an unknown method or an amount outside the limits. */
		create(request: LinkRequest): ResponseOf<'v3.links.create'> {
			checkRedirect(request.redirect_url);
			const session = account.checkoutSessions.open({
				amount: acceptAmount(request.amount, account.currency),
				description: request.description,
				sender: request.sender_info,
				expiresAt: new Date(world.clock.now().getTime() + request.expires_in * 1_000),
				methodCode: request.payin_method_code ?? null,
				redirect: request.redirect_url ?? {},
				onChange: (changed) => {
					const { webhook_notification: target } = request;
					if (!target) return;
					const link = get(changed.uuid);
					world.notifications.send({
						account,
						source: 'checkoutLink',
						about: changed.uuid,
						target,
						body: linkObject(link),
					});
				},
			});
			const link: Link = { session, request };
			links.set(session.uuid, link);
			return {
				uuid: session.uuid,
				payment_url: account.checkoutSessions.addressOf(session),
				expired_at: session.expiresAt.toISOString(),
			};
		},
		session: (uuid: string) => get(uuid).session,
		detail: (uuid: string) => linkRecord(get(uuid)),
		/** Newest first. */
		list: (filter: LinkFilter) =>
			[...links.values()]
				.filter((link) => matches(link, filter))
				.reverse()
				.map(linkRecord),
		/** Refunds a paid link; answers like a v2 refund (assumed). */
		refund(uuid: string, request: RefundRequest): ResponseOf<'v3.links.refund'> {
			const link = get(uuid);
			const amount = refunds.request(link.session, request);
			return {
				total_amount: formatMoney(link.session.amount),
				refund_amount: formatMoney(amount),
				description: request.description,
				payin_request: linkObject(link).transaction_info,
			};
		},
		summary: () => ({
			links: bookLine([...links.values()].map(({ session }) => session)),
			link_refunds: bookLine([...links.values()].flatMap(({ session }) => refunds.booked(session))),
		}),
		recent: (limit: number): RecentPayment[] =>
			[...links.values()]
				.slice(-limit)
				.reverse()
				.map(({ session, request }) => ({
					kind: 'checkout link',
					uuid: session.uuid,
					status: session.status,
					amount: formatMoney(session.amount),
					externalId: typeof request.meta_data?.['external_id'] === 'string' ? request.meta_data['external_id'] : null,
					createdAt: session.createdAt,
				})),
	};
}
