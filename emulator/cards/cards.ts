import type { BodyOf, ResponseOf } from '../../contract/endpoints';
import { cardDeclinedCode } from '../../contract/errors';
import type { Clock } from '../engine/clock';
import type { Engine } from '../engine/engine';
import type { Merchant } from '../engine/merchant';
import type { Notify } from '../engine/notifications';
import type { Random } from '../engine/random';
import { notFound, unprocessable } from '../engine/serviceError';
import type { Settings } from '../engine/settings';
import { bookLine, newestOf, type RecentPayment } from '../ledger/books';
import type { Period } from '../ledger/history';
import type { Ledger } from '../ledger/ledger';
import { formatMoney, fromSmallestUnit, moneyNumber, shareOf, type Money } from '../ledger/money';
import { noMoves, type Moves } from '../ledger/moves';
import { cardNotification, cardPaymentRecord, type CardPayment, type CardPaymentRecord } from './cardRecords';

interface Needs {
	clock: Clock;
	random: Pick<Random, 'shortId'>;
	ledger: Ledger;
	notify: Notify;
	merchant: Pick<Merchant, 'currency'>;
	settings: Pick<Settings, 'refundDelayMs'>;
	addressOf: Engine['addressOf'];
}

const FEE_BASIS_POINTS = 250;
/** Time from capture to receipt of the money. */
const SETTLEMENT_MS = 60_000;

export type Cards = ReturnType<typeof createCards>;

/** The steps of a card payment after authorisation: capture, settlement, refund. */
function createCardProgress({ clock, ledger, notify, merchant, settings }: Needs) {
	/** Sends a notification with every status change when the request names a target. */
	function become(payment: CardPayment, status: CardPayment['status']): void {
		payment.status = status;
		const { webhook_notification: target } = payment.request;
		if (target) notify({ source: 'card', about: payment.uuid, target, body: cardNotification(payment) });
	}

	const posting = ({ uuid }: CardPayment) => ({ status: 'waiting', referenceId: uuid, paymentMethod: 'card' }) as const;

	return {
		become,
		capture(payment: CardPayment): void {
			const { amount } = payment;
			const fees = shareOf(amount, FEE_BASIS_POINTS, merchant.currency);
			const entry = ledger.post({ ...posting(payment), type: 'payment', direction: 'money_in', amount, fees });
			payment.entryId = entry.id;
			become(payment, 'waiting');
			clock.after(SETTLEMENT_MS, () => {
				ledger.settle(entry.id, 'done');
				if (payment.status === 'waiting') become(payment, 'received');
			});
		},
		refund(payment: CardPayment, amount: Money, reason: string): void {
			payment.refunded = { amount, reason };
			const entry = ledger.post({
				...posting(payment),
				type: 'refund',
				direction: 'money_out',
				amount,
				fees: 0n,
				description: reason,
			});
			become(payment, 'return_pending');
			clock.after(settings.refundDelayMs, () => {
				ledger.settle(entry.id, 'done');
				become(payment, amount === payment.amount ? 'return_received' : 'partially_refunded');
			});
		},
	};
}

/**
 * The Card API, as far as its endpoints are known. The token decides what happens: one that ends in "declined" is declined
 * by the issuer, one that ends in "3ds" asks for 3DS first, and any other is authorised at once.
 */
export function createCards(needs: Needs) {
	const { clock, random, ledger, merchant, addressOf } = needs;
	const payments = new Map<string, CardPayment>();
	const progress = createCardProgress(needs);

	function get(uuid: string): CardPayment {
		const payment = payments.get(uuid);
		if (!payment) throw notFound(`There is no card payment ${uuid}`);
		return payment;
	}

	function decline(payment: CardPayment): void {
		payment.payCode = { error_code: cardDeclinedCode, error_message: 'The issuer declined the payment' };
		progress.become(payment, 'failed');
	}

	function authorise(payment: CardPayment): void {
		const { id } = payment.request.token;
		if (id.endsWith('3ds')) {
			payment.payCode = { '3ds_url': addressOf(`/3ds/${payment.uuid}`) };
		} else if (id.endsWith('declined')) {
			decline(payment);
		} else {
			progress.become(payment, 'authorised');
		}
	}

	function answerChallenge(payment: CardPayment, confirmed: boolean): void {
		if (!confirmed) return decline(payment);
		payment.payCode = null;
		progress.become(payment, 'authorised');
	}

	return {
		/** `amount` is in the smallest unit of the currency. @throws ServiceError 422 for another currency. */
		create(request: BodyOf<'v2.cards.createPayment'>): CardPaymentRecord {
			if (request.currency !== merchant.currency) throw unprocessable({ currency: `must be ${merchant.currency}` });
			const payment: CardPayment = {
				uuid: random.shortId(),
				request,
				amount: fromSmallestUnit(request.amount, merchant.currency),
				createdAt: clock.now(),
				status: 'pending',
				payCode: null,
				refunded: null,
				entryId: null,
			};
			payments.set(payment.uuid, payment);
			authorise(payment);
			return cardPaymentRecord(payment);
		},
		has: (uuid: string): boolean => payments.has(uuid),
		/** @throws ServiceError 404 */
		get: (uuid: string): Readonly<CardPayment> => get(uuid),
		/** The customer has answered the 3DS challenge; a second answer changes nothing. Returns where the browser goes next. */
		answer3ds(uuid: string, confirmed: boolean): string {
			const payment = get(uuid);
			if (payment.status === 'pending') answerChallenge(payment, confirmed);
			return payment.request.return_url;
		},
		/** @throws ServiceError 422 unless the payment is authorised. */
		capture(uuid: string): CardPaymentRecord {
			const payment = get(uuid);
			if (payment.status !== 'authorised') throw unprocessable({ uuid: `is ${payment.status}, not authorised` });
			progress.capture(payment);
			return cardPaymentRecord(payment);
		},
		/** One refund per payment, in full or in part. @throws ServiceError 422 when status, amount or balance forbid it. */
		refund({ uuid, refund_amount, reason }: BodyOf<'v2.cards.refundPayment'>): ResponseOf<'v2.cards.refundPayment'> {
			const payment = get(uuid);
			if (payment.status !== 'waiting' && payment.status !== 'received')
				throw unprocessable({ uuid: `is ${payment.status} and cannot be refunded` });
			const amount = refund_amount === undefined ? payment.amount : fromSmallestUnit(refund_amount, merchant.currency);
			if (amount > payment.amount) throw unprocessable({ refund_amount: 'exceeds what was paid' });
			if (!ledger.covers(amount)) throw unprocessable({ refund_amount: 'exceeds the available balance' });
			progress.refund(payment, amount, reason);
			return {
				total_amount: moneyNumber(payment.amount),
				refund_amount: moneyNumber(amount),
				description: reason,
				payin_request: cardPaymentRecord(payment),
			};
		},
		detail: (uuid: string): CardPaymentRecord => cardPaymentRecord(get(uuid)),
		/** Newest first. */
		list: ({ from, to, status: wanted }: Period & { status?: string }): CardPaymentRecord[] =>
			[...payments.values()]
				.filter(({ createdAt, status }) => {
					const at = createdAt.getTime();
					return at >= from && at <= to && (wanted === undefined || status === wanted);
				})
				.reverse()
				.map(cardPaymentRecord),
		summary: () => ({ card_payments: bookLine(payments.values()) }),
		recent: (limit: number): RecentPayment[] =>
			newestOf(payments.values(), limit).map(({ uuid, status, amount, request, createdAt }) => ({
				kind: 'card payment',
				uuid,
				status,
				amount: formatMoney(amount),
				externalId: request.external_id ?? null,
				createdAt,
			})),
		/** A card payment is pending while it waits for the answer to its 3DS challenge. */
		moves(uuid: string): Moves {
			const payment = payments.get(uuid);
			if (payment?.status !== 'pending') return noMoves;
			return { complete: () => answerChallenge(payment, true), fail: () => answerChallenge(payment, false) };
		},
	};
}
