import type { BodyOf, ResponseOf } from '../../contract/endpoints';
import { tokenStatuses } from '../../contract/notifications';
import { serviceTimestamp } from '../engine/timestamps';
import { formatMoney, moneyNumber, type Money } from '../ledger/money';

/** A card payment as the Card API returns it, with amounts as numbers in the base unit. */
export type CardPaymentRecord = ResponseOf<'v2.cards.createPayment'>;

/** A card payment as the service keeps it. */
export interface CardPayment {
	readonly uuid: string;
	readonly request: BodyOf<'v2.cards.createPayment'>;
	readonly amount: Money;
	readonly createdAt: Date;
	status: CardPaymentRecord['status'];
	payCode: CardPaymentRecord['pay_code'];
	refunded: { amount: Money; reason: string } | null;
	/** The Balance ID, set when the payment is captured. */
	entryId: string | null;
}

const cardholder = { name: 'Card Holder', email: '' };
const card = { card_type: 'credit', card_brand: 'visa', card_last_4: '4242', card_country: 'AU' };

/** The fields that answers and notifications share, apart from the amounts. */
function commonFields({ uuid, request, status, payCode, createdAt }: CardPayment) {
	const tokenShown = tokenStatuses.some((one) => one === status);
	return {
		uuid,
		...cardholder,
		external_id: request.external_id ?? null,
		status,
		pay_code: payCode,
		currency: request.currency,
		is_refundable: status === 'waiting' || status === 'received',
		payment_method: 'card',
		expired_at: '',
		metadata: {},
		webhook_notification: {
			endpoint_url: request.webhook_notification?.endpoint_url ?? '',
			authorization_header: '****',
		},
		sender_details: { card },
		...(tokenShown ? { token: request.token } : {}),
		created_at: serviceTimestamp(createdAt),
	};
}

/** Amounts are numbers in answers and strings in notifications; `write` decides which. */
function amountFields<T>({ amount, refunded, entryId }: CardPayment, write: (amount: Money) => T) {
	return {
		amount: write(amount),
		total: write(amount),
		paid_amount: write(entryId === null ? 0n : amount),
		refund_information: refunded && {
			total_amount: write(amount),
			refund_amount: write(refunded.amount),
			description: refunded.reason,
		},
	};
}

export const cardPaymentRecord = (payment: CardPayment): CardPaymentRecord => ({
	...commonFields(payment),
	...amountFields(payment, moneyNumber),
});

export const cardNotification = (payment: CardPayment) => ({
	...commonFields(payment),
	...amountFields(payment, (amount) => formatMoney(amount)),
});
