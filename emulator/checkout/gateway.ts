import type { BodyOf, ResponseOf } from '../../contract/endpoints';
import { limits } from '../../contract/limits';
import type { Clock } from '../engine/clock';
import type { Merchant } from '../engine/merchant';
import type { Notify } from '../engine/notifications';
import type { Random } from '../engine/random';
import { notFound, unauthorized, unprocessable } from '../engine/serviceError';
import { bookLine, newestOf, type RecentPayment } from '../ledger/books';
import { acceptAmount, formatMoney } from '../ledger/money';
import type { Moves } from '../ledger/moves';
import type { CheckoutSession } from './checkoutSession';
import type { CheckoutSessions } from './checkoutSessions';

interface Needs {
	clock: Pick<Clock, 'now'>;
	random: Pick<Random, 'hex'>;
	notify: Notify;
	merchant: Pick<Merchant, 'currency'>;
	checkoutSessions: CheckoutSessions;
}

interface GatewayPayment {
	paymentId: number;
	request: BodyOf<'v1.gateway.create'>;
	session: CheckoutSession;
}

export type Gateway = ReturnType<typeof createGateway>;

/** Access tokens, valid for one hour each. */
function createTokens({ clock, random }: Pick<Needs, 'clock' | 'random'>) {
	const tokens = new Map<string, Date>();
	return {
		/** A new token. Earlier ones stay valid until their own hour is over. */
		accessToken(): ResponseOf<'v1.gateway.accessToken'> {
			const token = random.hex(64);
			tokens.set(token, new Date(clock.now().getTime() + limits.accessTokenSeconds * 1_000));
			return { access_token: token, expires_in: limits.accessTokenSeconds };
		},
		/** @throws ServiceError 401 when the token is missing, unknown or older than an hour. */
		checkToken(token: string | null): void {
			const expiresAt = tokens.get(token ?? '');
			if (!expiresAt) throw unauthorized('The access token is missing or wrong');
			if (expiresAt.getTime() <= clock.now().getTime()) throw unauthorized('The access token has expired');
		},
		/** Number of tokens issued. */
		tokensIssued: (): number => tokens.size,
		/** Invalidates every token, as a rotation of credentials would. */
		revokeTokens: (): void => tokens.clear(),
	};
}

/** Gateway links of one account, with the access tokens they require (specification: "v1: payment gateway link"). */
export function createGateway({ clock, random, notify, merchant, checkoutSessions }: Needs) {
	const payments = new Map<number, GatewayPayment>();
	let lastPaymentId = 88_000;

	function get(paymentId: number): GatewayPayment {
		const payment = payments.get(paymentId);
		if (!payment) throw notFound(`There is no gateway payment ${paymentId}`);
		return payment;
	}

	function tell({ paymentId, request, session }: GatewayPayment): void {
		// Only payment links notify the intermediate statuses of a card payment; a gateway link notifies the result.
		if (session.status === 'authorised' || session.status === 'waiting') return;
		const body = {
			payment_id: paymentId,
			order_id: request.order_id,
			status: session.status,
			amount: formatMoney(session.amount),
			currency: session.currency,
		};
		notify({ source: 'gatewayLink', about: String(paymentId), target: request.payment_gateway_notification, body });
	}

	return {
		...createTokens({ clock, random }),
		/** @throws ServiceError 422 */
		create(request: BodyOf<'v1.gateway.create'>): ResponseOf<'v1.gateway.create'> {
			const { description = '', order_success_url: success, order_details: details } = request;
			// The hosted page leads there.
			if (success !== undefined && !/^https?:\/\//.test(success)) {
				throw unprocessable({ order_success_url: 'must be an http or https address' });
			}
			lastPaymentId += 1;
			const paymentId = lastPaymentId;
			const session = checkoutSessions.open({
				amount: acceptAmount(request.amount, merchant.currency),
				description,
				sender: { email: '', first_name: '', last_name: '', ...details?.billing_details },
				expiresAt: new Date(clock.now().getTime() + limits.linkExpiry.defaultSeconds * 1_000),
				methodCode: null,
				redirect: { success },
				onChange: () => tell(get(paymentId)),
			});
			payments.set(paymentId, { paymentId, request, session });
			return {
				redirect_url: checkoutSessions.addressOf(session),
				payment_id: paymentId,
				order_id: request.order_id,
			};
		},
		session: (paymentId: number): CheckoutSession => get(paymentId).session,
		summary: () => ({ gateway_links: bookLine([...payments.values()].map(({ session }) => session)) }),
		recent: (limit: number): RecentPayment[] =>
			newestOf(payments.values(), limit).map(({ paymentId, request, session }) => ({
				kind: 'gateway link',
				uuid: String(paymentId),
				status: session.status,
				amount: formatMoney(session.amount),
				externalId: request.order_id,
				createdAt: session.createdAt,
			})),
		moves: (paymentId: string): Moves => checkoutSessions.moves(payments.get(Number(paymentId))?.session),
	};
}
