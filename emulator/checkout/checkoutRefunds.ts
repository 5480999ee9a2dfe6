import type { Clock } from '../engine/clock';
import type { Random } from '../engine/random';
import { unprocessable } from '../engine/serviceError';
import type { Settings } from '../engine/settings';
import type { Ledger } from '../ledger/ledger';
import { acceptAmount, formatMoney, type Money } from '../ledger/money';
import { partialRefundProblem } from '../ledger/refundWindow';
import { changeStatus, type CheckoutSession, type CheckoutStatus } from './checkoutSession';

/** Body of a link refund without its uuid. Without an amount, everything that is left is refunded. */
export interface RefundRequest {
	amount?: number;
	description?: string;
	external_id?: string;
}

interface Needs {
	clock: Clock;
	random: Pick<Random, 'shortId'>;
	ledger: Ledger;
	settings: Pick<Settings, 'refundDelayMs' | 'partialRefundsEnd'>;
}

interface CheckoutRefund {
	uuid: string;
	amount: Money;
	description: string;
	external_id: string | null;
	status: 'pending' | 'received';
	createdAt: Date;
}

/** As with payins, a further partial refund is possible while one is still pending. */
const refundable: readonly CheckoutStatus[] = ['received', 'return_pending', 'partially_refunded'];

function checkRefundable({ status, method }: CheckoutSession): void {
	if (!refundable.includes(status)) throw unprocessable({ payment_request_id: `is ${status} and cannot be refunded` });
	if (method?.refundable === false)
		throw unprocessable({ payment_request_id: `was paid by ${method.code}, which cannot be refunded` });
}

/** Refunds of hosted checkout payments: they draw on the available balance and end on their own after `refundDelayMs`. */
export function createCheckoutRefunds({ clock, random, ledger, settings }: Needs) {
	const bySession = new Map<string, CheckoutRefund[]>();
	const refundsOf = ({ uuid }: CheckoutSession): readonly CheckoutRefund[] => bySession.get(uuid) ?? [];
	const sumOf = (session: CheckoutSession, ...statuses: CheckoutRefund['status'][]) =>
		refundsOf(session).reduce((sum, { status, amount }) => (statuses.includes(status) ? sum + amount : sum), 0n);

	function amountOf(session: CheckoutSession, submitted: number | undefined): Money {
		const { currency, paidAmount } = session;
		const left = paidAmount - sumOf(session, 'pending', 'received');
		const amount = submitted === undefined ? left : acceptAmount(submitted, currency);
		if (amount <= 0n || amount > left)
			throw unprocessable({ refund_amount: `must be above 0 and at most ${formatMoney(left)} ${currency}` });
		const problem = partialRefundProblem(session.paidAt?.getTime() ?? 0, clock.now().getTime(), settings);
		if (amount < paidAmount && problem) throw unprocessable({ refund_amount: problem });
		if (!ledger.covers(amount)) throw unprocessable({ refund_amount: 'exceeds the available balance' });
		return amount;
	}

	return {
		/** Newest last. */
		of: refundsOf,
		/** The refund records of a payment, newest last. */
		recordsOf: (session: CheckoutSession) =>
			refundsOf(session).map(({ amount, createdAt, ...rest }) => ({
				...rest,
				amount: formatMoney(amount),
				created_at: createdAt.toISOString(),
			})),
		/**
		 * Starts a refund, which the clock completes, and returns its amount.
		 * @throws ServiceError 422 when the payment, its method, the amount, the time or the balance forbids it.
		 */
		request(session: CheckoutSession, request: RefundRequest): Money {
			checkRefundable(session);
			const amount = amountOf(session, request.amount);
			const refund: CheckoutRefund = {
				uuid: random.shortId(),
				amount,
				description: request.description ?? '',
				external_id: request.external_id ?? null,
				status: 'pending',
				createdAt: clock.now(),
			};
			bySession.set(session.uuid, [...refundsOf(session), refund]);
			const entry = ledger.post({
				type: 'refund',
				direction: 'money_out',
				amount,
				fees: 0n,
				status: 'waiting',
				referenceId: session.transactionUuid,
				paymentMethod: session.method?.code ?? '',
				description: request.description ?? '',
			});
			changeStatus(session, 'return_pending');
			clock.after(settings.refundDelayMs, () => {
				ledger.settle(entry.id, 'done');
				refund.status = 'received';
				const everything = sumOf(session, 'received') === session.paidAmount;
				changeStatus(session, everything ? 'return_received' : 'partially_refunded');
			});
			return amount;
		},
	};
}
