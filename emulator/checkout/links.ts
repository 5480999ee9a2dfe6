import type { BodyOf, ResponseOf } from '../../contract/endpoints';
import type { Clock } from '../engine/clock';
import type { Merchant } from '../engine/merchant';
import type { Notify } from '../engine/notifications';
import type { Random } from '../engine/random';
import { notFound, unprocessable } from '../engine/serviceError';
import type { Settings } from '../engine/settings';
import { bookLine, newestOf, type RecentPayment } from '../ledger/books';
import type { Period } from '../ledger/history';
import type { Ledger } from '../ledger/ledger';
import { acceptAmount, formatMoney } from '../ledger/money';
import type { Moves } from '../ledger/moves';
import { createCheckoutRefunds, type RefundRequest } from './checkoutRefunds';
import type { CheckoutSession } from './checkoutSession';
import type { CheckoutSessions } from './checkoutSessions';
import { externalIdOf, linkObject, recentLink, type Link } from './linkRecords';

interface Needs {
	clock: Clock;
	random: Pick<Random, 'shortId'>;
	ledger: Ledger;
	notify: Notify;
	merchant: Pick<Merchant, 'currency'>;
	settings: Pick<Settings, 'listLagMs' | 'refundDelayMs' | 'partialRefundsEnd'>;
	checkoutSessions: CheckoutSessions;
}

/** Filters of the link list. */
export interface LinkFilter extends Period {
	status?: string;
	payin_method_code?: string;
	external_id?: string;
}

function checkRedirect(redirect: Link['request']['redirect_url']): void {
	for (const [outcome, address] of Object.entries(redirect ?? {})) {
		// The page links to this address, so it must not be a "javascript:" address or the like.
		if (address !== undefined && !/^https?:\/\//.test(address)) {
			throw unprocessable({ [`redirect_url.${outcome}`]: 'must be an http or https address' });
		}
	}
}

function matches(link: Link, filter: LinkFilter): boolean {
	const { status, method, createdAt } = link.session;
	const created = createdAt.getTime();
	return (
		created >= filter.from &&
		created <= filter.to &&
		(filter.status === undefined || status === filter.status) &&
		(filter.payin_method_code === undefined || method?.code === filter.payin_method_code) &&
		(filter.external_id === undefined || externalIdOf(link) === filter.external_id)
	);
}

export type Links = ReturnType<typeof createLinks>;

/** Payment links of one account: created, paid on the hosted page, refunded. Every change is notified. */
export function createLinks(needs: Needs) {
	const { clock, notify, merchant, settings, checkoutSessions } = needs;
	const links = new Map<string, Link>();
	const refunds = createCheckoutRefunds(needs);

	function get(uuid: string): Link {
		const link = links.get(uuid);
		if (!link) throw notFound(`There is no payment link ${uuid}`);
		return link;
	}

	function tell({ uuid }: CheckoutSession): void {
		const link = get(uuid);
		const { webhook_notification: target } = link.request;
		if (target) notify({ source: 'checkoutLink', about: uuid, target, body: linkObject(link) });
	}

	/** Detail and list return the link object with parts of the request (assumed). */
	const linkRecord = (link: Link): ResponseOf<'v3.links.detail'> => ({
		...linkObject(link),
		redirect_url: link.request.redirect_url ?? null,
		sender_info: link.request.sender_info,
		refunds: refunds.recordsOf(link.session),
		created_at: link.session.createdAt.toISOString(),
	});

	return {
		/** @throws ServiceError 422 for an unknown method or an amount outside the limits. */
		create(request: BodyOf<'v3.links.create'>): ResponseOf<'v3.links.create'> {
			checkRedirect(request.redirect_url);
			const session = checkoutSessions.open({
				amount: acceptAmount(request.amount, merchant.currency),
				description: request.description,
				sender: request.sender_info,
				expiresAt: new Date(clock.now().getTime() + request.expires_in * 1_000),
				methodCode: request.payin_method_code ?? null,
				redirect: request.redirect_url ?? {},
				onChange: tell,
			});
			const { uuid } = session;
			const link: Link = { session, request, address: checkoutSessions.addressOf(session) };
			links.set(uuid, link);
			return { uuid, payment_url: link.address, expired_at: session.expiresAt.toISOString() };
		},
		session: (uuid: string): CheckoutSession => get(uuid).session,
		detail: (uuid: string) => linkRecord(get(uuid)),
		/** Newest first; a new record appears only after `listLagMs`. */
		list(filter: LinkFilter) {
			const to = Math.min(filter.to, clock.now().getTime() - settings.listLagMs);
			const found = [...links.values()].filter((link) => matches(link, { ...filter, to }));
			return found.reverse().map(linkRecord);
		},
		/** Refunds a paid link. The answer has the shape of a v2 refund (assumed). @throws ServiceError 404 or 422 */
		refund(uuid: string, request: RefundRequest): ResponseOf<'v3.links.refund'> {
			const link = get(uuid);
			const amount = refunds.request(link.session, request);
			return {
				total_amount: formatMoney(link.session.amount),
				refund_amount: formatMoney(amount),
				description: request.description ?? '',
				payin_request: linkObject(link).transaction_info,
			};
		},
		summary: () => ({
			links: bookLine([...links.values()].map(({ session }) => session)),
			link_refunds: bookLine([...links.values()].flatMap(({ session }) => refunds.of(session))),
		}),
		recent: (limit: number): RecentPayment[] => newestOf(links.values(), limit).map(recentLink),
		moves: (uuid: string): Moves => checkoutSessions.moves(links.get(uuid)?.session),
	};
}
