import type { BodyOf, ResponseOf } from '../../contract/endpoints';
import { limits } from '../../contract/limits';
import type { Account, RecentPayment } from '../account';
import { bookLine } from '../ledger/bookLine';
import type { CheckoutSession } from './checkoutSessions';
import { notFound, unauthorized, unprocessable } from '../http/errors';
import { acceptAmount, formatMoney } from '../ledger/money';
import type { World } from '../world';

type Request = BodyOf<'v1.gateway.create'>;

interface GatewayPayment {
	paymentId: number;
	request: Request;
	session: CheckoutSession;
}

export type Gateway = ReturnType<typeof createGateway>;

/** Gateway links of one account and the hourly access token they ask for (specification: "v1: payment gateway link"). */
export function createGateway(world: World, account: Account) {
	const tokens = new Map<string, Date>();
	const payments = new Map<number, GatewayPayment>();
	let lastPaymentId = 88_000;

	function get(paymentId: number): GatewayPayment {
		const payment = payments.get(paymentId);
		if (!payment) throw notFound(`There is no gateway payment ${paymentId}`);
		return payment;
	}

	function notify({ paymentId, request, session }: GatewayPayment) {
		world.notifications.send({
			account,
			source: 'gatewayLink',
			about: String(paymentId),
			target: request.payment_gateway_notification,
			body: {
				payment_id: paymentId,
				order_id: request.order_id,
				status: session.status,
				amount: formatMoney(session.amount),
				currency: session.currency,
			},
		});
	}

	return {
		/** A token for one hour; earlier ones stay valid until their own end. */
		accessToken(): ResponseOf<'v1.gateway.accessToken'> {
			const token = world.random.hex(64);
			tokens.set(token, new Date(world.clock.now().getTime() + limits.accessTokenSeconds * 1_000));
			return { access_token: token, expires_in: limits.accessTokenSeconds };
		},
		/** @throws ServiceError 401 when the token is missing, unknown or older than an hour. */
		checkToken(token: string | null) {
			const expiresAt = tokens.get(token ?? '');
			if (!expiresAt) throw unauthorized('The access token is missing or wrong');
			if (expiresAt.getTime() <= world.clock.now().getTime()) throw unauthorized('The access token has expired');
		},
		/** Access tokens that were asked for. */
		tokensIssued: () => tokens.size,
		/** Makes every token so far worthless, as a rotation of credentials would. */
		revokeTokens: () => tokens.clear(),
		create(request: Request): ResponseOf<'v1.gateway.create'> {
			if (!/^https?:\/\//.test(request.order_success_url)) {
				throw unprocessable({ order_success_url: 'must be an http or https address' });
			}
			const billing = request.order_details.billing_details;
			lastPaymentId += 1;
			const paymentId = lastPaymentId;
			const session = account.checkoutSessions.open({
				amount: acceptAmount(request.amount, account.currency),
				description: request.description,
				sender: billing,
				expiresAt: new Date(world.clock.now().getTime() + limits.linkExpiry.defaultSeconds * 1_000),
				methodCode: null,
				redirect: { success: request.order_success_url },
				onChange: () => notify(get(paymentId)),
			});
			payments.set(paymentId, { paymentId, request, session });
			return {
				redirect_url: account.checkoutSessions.addressOf(session),
				payment_id: paymentId,
				order_id: request.order_id,
			};
		},
		session: (paymentId: number) => get(paymentId).session,
		summary: () => ({ gateway_links: bookLine([...payments.values()].map(({ session }) => session)) }),
		recent: (limit: number): RecentPayment[] =>
			[...payments.values()]
				.slice(-limit)
				.reverse()
				.map(({ paymentId, request, session }) => ({
					kind: 'gateway link',
					uuid: String(paymentId),
					status: session.status,
					amount: formatMoney(session.amount),
					externalId: request.order_id,
					createdAt: session.createdAt,
				})),
	};
}
