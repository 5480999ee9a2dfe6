import { limits } from '../../contract/limits';
import type { Account } from '../account';
import type { CheckoutSession, CheckoutStatus } from './checkoutSessions';
import { unprocessable } from '../http/errors';
import { acceptAmount, formatMoney, type Money } from '../ledger/money';
import type { World } from '../world';

/** Body of a link refund beside its uuid; without an amount everything still left is refunded. */
export interface RefundRequest {
	amount?: number;
	description: string;
	external_id?: string;
}

/** As for payins: a further part may be asked for while one is still pending. */
const refundable: readonly CheckoutStatus[] = ['received', 'return_pending', 'partially_refunded'];

interface BookedRefund {
	uuid: string;
	amount: Money;
	description: string;
	external_id: string | null;
	status: 'pending' | 'received';
	createdAt: Date;
}

/** Right after success only the full amount can go back (specification: Limits, "Partial refund timing"). */
const PARTIAL_REFUND_AFTER_MS = limits.partialRefundMinutes.earliest * 60_000;

/** Refunds of hosted checkout payments: they draw on the available balance and end by themselves after `refundDelayMs`. */
export function createCheckoutRefunds(world: World, account: Account) {
	const bySession = new Map<string, BookedRefund[]>();
	const booked = (session: CheckoutSession) => bySession.get(session.uuid) ?? [];
	const refundedOf = (session: CheckoutSession) => booked(session).reduce((sum, { amount }) => sum + amount, 0n);

	function amountOf(session: CheckoutSession, request: RefundRequest): Money {
		const left = session.paidAmount - refundedOf(session);
		const amount = request.amount === undefined ? left : acceptAmount(request.amount, session.currency);
		if (amount <= 0n || amount > left) {
			throw unprocessable({ refund_amount: `must be above 0 and at most ${formatMoney(left)} ${session.currency}` });
		}
		const completed = session.paidAt?.getTime() ?? 0;
		if (amount < session.paidAmount && world.clock.now().getTime() < completed + PARTIAL_REFUND_AFTER_MS) {
			throw unprocessable({
				refund_amount: `must be the full amount during the first ${limits.partialRefundMinutes.earliest} minutes after completion`,
			});
		}
		return amount;
	}

	return {
		booked,
		/** The refund records of a payment, newest last. */
		of: (session: CheckoutSession) =>
			booked(session).map(({ amount, createdAt, ...rest }) => ({
				...rest,
				amount: formatMoney(amount),
				created_at: createdAt.toISOString(),
			})),
		/**
		 * Takes a refund on; its end follows on the clock. Returns the amount.
		 * @throws ServiceError 422 when the payment, its method, the amount, the time or the balance does not allow it.
		 */
		request(session: CheckoutSession, request: RefundRequest): Money {
			if (!refundable.includes(session.status)) {
				throw unprocessable({ payment_request_id: `is ${session.status} and cannot be refunded` });
			}
			if (session.method?.refundable === false) {
				throw unprocessable({ payment_request_id: `was paid by ${session.method.code}, which cannot be refunded` });
			}
			const amount = amountOf(session, request);
			if (!account.ledger.covers(amount)) {
				throw unprocessable({ refund_amount: 'exceeds the available balance' });
			}
			const refund: BookedRefund = {
				uuid: world.random.shortId(),
				amount,
				description: request.description,
				external_id: request.external_id ?? null,
				status: 'pending',
				createdAt: world.clock.now(),
			};
			bySession.set(session.uuid, [...booked(session), refund]);
			const entry = account.ledger.post({
				type: 'refund',
				direction: 'money_out',
				amount,
				fees: 0n,
				status: 'waiting',
				referenceId: session.transactionUuid,
				paymentMethod: session.method?.code ?? '',
				description: request.description,
			});
			account.checkoutSessions.change(session, 'return_pending');
			world.clock.schedule(new Date(world.clock.now().getTime() + world.settings.refundDelayMs), () => {
				account.ledger.settle(entry.id, 'done');
				refund.status = 'received';
				const everything = refundedOf(session) === session.paidAmount;
				account.checkoutSessions.change(session, everything ? 'return_received' : 'partially_refunded');
			});
			return amount;
		},
	};
}
