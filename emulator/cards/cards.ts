import type { BodyOf, ResponseOf } from '../../contract/endpoints';
import { cardDeclinedCode } from '../../contract/errors';
import { tokenStatuses } from '../../contract/notifications';
import type { Account, RecentPayment } from '../account';
import { bookLine } from '../ledger/bookLine';
import { currencyFacts } from '../ledger/currencies';
import { notFound, unprocessable } from '../http/errors';
import { formatMoney, moneyNumber, parseMoney, shareOf, type Money } from '../ledger/money';
import { serviceTimestamp } from '../engine/timestamps';
import type { World } from '../world';

type Request = BodyOf<'v2.cards.createPayment'>;
type CardPayment = ResponseOf<'v2.cards.createPayment'>;

interface Payment {
	uuid: string;
	request: Request;
	amount: Money;
	refunded: { amount: Money; reason: string } | null;
	status: CardPayment['status'];
	payCode: CardPayment['pay_code'];
	createdAt: Date;
	entryId: string | null;
}

const FEE_BASIS_POINTS = 250;
/** Captured money is waiting for so long before it is received. */
const SETTLEMENT_MS = 60_000;

export type Cards = ReturnType<typeof createCards>;

/**
 * The Card API, as far as its endpoints are known (service-facts 12). The token decides what happens: one that ends in
 * "declined" is declined by the issuer, one that ends in "3ds" asks for 3DS first, every other is authorised at once.
 */
export function createCards(world: World, account: Account) {
	const payments = new Map<string, Payment>();

	/** The Card API counts amounts in the smallest unit. */
	const fromSmallestUnit = (amount: number): Money =>
		parseMoney(amount) / 10n ** BigInt(currencyFacts(account.currency).decimals);

	function get(uuid: string): Payment {
		const payment = payments.get(uuid);
		if (!payment) throw notFound(`There is no card payment ${uuid}`);
		return payment;
	}

	function masked({ request }: Payment) {
		const { webhook_notification: target } = request;
		return { endpoint_url: target?.endpoint_url ?? '', authorization_header: '****' };
	}

	const cardholder = { name: 'Card Holder', email: '' };

	function facts(payment: Payment) {
		const paid = payment.entryId === null ? 0n : payment.amount;
		const tokenShown = tokenStatuses.some((status) => status === payment.status);
		return {
			paid,
			shared: {
				uuid: payment.uuid,
				...cardholder,
				external_id: payment.request.external_id ?? null,
				status: payment.status,
				pay_code: payment.payCode,
				currency: account.currency,
				is_refundable: payment.status === 'waiting' || payment.status === 'received',
				payment_method: 'card',
				expired_at: '',
				metadata: {},
				webhook_notification: masked(payment),
				sender_details: { card: { card_type: 'credit', card_brand: 'visa', card_last_4: '4242', card_country: 'AU' } },
				...(tokenShown ? { token: payment.request.token } : {}),
				created_at: serviceTimestamp(payment.createdAt),
			},
		};
	}

	/** Amounts are numbers in the Card API's answers. */
	function record(payment: Payment): CardPayment {
		const { paid, shared } = facts(payment);
		const amount = moneyNumber(payment.amount);
		const refund_information = payment.refunded && {
			total_amount: amount,
			refund_amount: moneyNumber(payment.refunded.amount),
			description: payment.refunded.reason,
		};
		return { ...shared, amount, total: amount, paid_amount: moneyNumber(paid), refund_information };
	}

	function change(payment: Payment, status: Payment['status']) {
		payment.status = status;
		const { webhook_notification: target } = payment.request;
		if (!target) return;
		const { paid, shared } = facts(payment);
		const amount = formatMoney(payment.amount);
		const refund_information = payment.refunded && {
			total_amount: amount,
			refund_amount: formatMoney(payment.refunded.amount),
			description: payment.refunded.reason,
		};
		// And strings in its notifications.
		const body = { ...shared, amount, total: amount, paid_amount: formatMoney(paid), refund_information };
		world.notifications.send({ account, source: 'card', about: payment.uuid, target, body });
	}

	const later = (milliseconds: number, step: () => void) =>
		world.clock.schedule(new Date(world.clock.now().getTime() + milliseconds), step);

	function settle(payment: Payment) {
		if (payment.entryId !== null) account.ledger.settle(payment.entryId, 'done');
		if (payment.status === 'waiting') change(payment, 'received');
	}

	return {
		create(request: Request): CardPayment {
			if (request.currency !== account.currency) throw unprocessable({ currency: `must be ${account.currency}` });
			const uuid = world.random.shortId();
			const payment: Payment = {
				uuid,
				request,
				amount: fromSmallestUnit(request.amount),
				refunded: null,
				status: 'pending',
				payCode: null,
				createdAt: world.clock.now(),
				entryId: null,
			};
			payments.set(uuid, payment);
			if (request.token.id.endsWith('3ds')) {
				payment.payCode = { '3ds_url': `${world.baseUrl}/3ds/${uuid}` };
			} else if (request.token.id.endsWith('declined')) {
				payment.payCode = { error_code: cardDeclinedCode, error_message: 'The issuer declined the payment' };
				change(payment, 'failed');
			} else {
				change(payment, 'authorised');
			}
			return record(payment);
		},
		has: (uuid: string) => payments.has(uuid),
		/** The customer has confirmed 3DS; returns where their browser goes next. */
		confirm3ds(uuid: string): string {
			const payment = get(uuid);
			if (payment.status === 'pending') {
				payment.payCode = null;
				change(payment, 'authorised');
			}
			return payment.request.return_url;
		},
		/** @throws ServiceError 422 unless the payment is authorised. */
		capture(uuid: string): CardPayment {
			const payment = get(uuid);
			if (payment.status !== 'authorised') throw unprocessable({ uuid: `is ${payment.status}, not authorised` });
			const entry = account.ledger.post({
				type: 'payment',
				direction: 'money_in',
				amount: payment.amount,
				fees: shareOf(payment.amount, FEE_BASIS_POINTS, account.currency),
				status: 'waiting',
				referenceId: uuid,
				paymentMethod: 'card',
			});
			payment.entryId = entry.id;
			change(payment, 'waiting');
			later(SETTLEMENT_MS, () => settle(payment));
			return record(payment);
		},
		/** One refund per payment, full or in part. @throws ServiceError 422 for its status, amount or the balance. */
		refund({ uuid, refund_amount, reason }: BodyOf<'v2.cards.refundPayment'>): ResponseOf<'v2.cards.refundPayment'> {
			const payment = get(uuid);
			if (payment.status !== 'waiting' && payment.status !== 'received')
				throw unprocessable({ uuid: `is ${payment.status} and cannot be refunded` });
			const amount = refund_amount === undefined ? payment.amount : fromSmallestUnit(refund_amount);
			if (amount > payment.amount) throw unprocessable({ refund_amount: 'exceeds what was paid' });
			if (!account.ledger.covers(amount)) throw unprocessable({ refund_amount: 'exceeds the available balance' });
			payment.refunded = { amount, reason };
			const entry = account.ledger.post({
				type: 'refund',
				direction: 'money_out',
				amount,
				fees: 0n,
				status: 'waiting',
				referenceId: uuid,
				paymentMethod: 'card',
				description: reason,
			});
			change(payment, 'return_pending');
			later(world.settings.refundDelayMs, () => {
				account.ledger.settle(entry.id, 'done');
				change(payment, amount === payment.amount ? 'return_received' : 'partially_refunded');
			});
			return {
				total_amount: moneyNumber(payment.amount),
				refund_amount: moneyNumber(amount),
				description: reason,
				payin_request: record(payment),
			};
		},
		detail: (uuid: string) => record(get(uuid)),
		/** Newest first; the period in milliseconds, both ends included. */
		list: (filter: { from: number; to: number; status?: string }): CardPayment[] =>
			[...payments.values()]
				.filter(({ createdAt, status }) => {
					const at = createdAt.getTime();
					return at >= filter.from && at <= filter.to && (filter.status === undefined || status === filter.status);
				})
				.reverse()
				.map(record),
		summary: () => ({ card_payments: bookLine(payments.values()) }),
		recent: (limit: number): RecentPayment[] =>
			[...payments.values()]
				.slice(-limit)
				.reverse()
				.map(({ uuid, status, amount, request, createdAt }) => ({
					kind: 'card payment',
					uuid,
					status,
					amount: formatMoney(amount),
					externalId: request.external_id ?? null,
					createdAt,
				})),
	};
}
