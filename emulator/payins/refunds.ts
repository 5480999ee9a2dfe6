import { limits } from '../../contract/limits';
import type { AnyPayinStatus } from '../../contract/statuses';
import type { Clock } from '../engine/clock';
import type { Random } from '../engine/random';
import { unprocessable } from '../engine/serviceError';
import type { Settings } from '../engine/settings';
import type { Ledger } from '../ledger/ledger';
import { acceptAmount, AmountError, formatMoney, type Money } from '../ledger/money';
import { partialRefundProblem } from '../ledger/refundWindow';
import type { PayinProgress } from './payinProgress';
import type { Payin, Refund } from './payin';

/** Body of a refund. `amount` is in the base unit. Without it, everything that is left is refunded. */
export interface RefundOrder {
	amount?: number;
	description: string;
	external_id?: string;
}

interface Needs {
	clock: Clock;
	random: Pick<Random, 'shortId'>;
	ledger: Ledger;
	settings: Pick<Settings, 'refundDelayMs' | 'partialRefundsEnd'>;
	progress: Pick<PayinProgress, 'become'>;
}

const EXPIRY_MS = limits.refundExpiryDays * 24 * 60 * 60_000;

/** The statuses in which a refund can be requested. A rejected refund is never retried (section "Payin status"). */
const refundable: readonly AnyPayinStatus[] = ['received', 'return_pending', 'partially_refunded', 'return_expired'];

const sumOf = (payin: Payin, ...statuses: Refund['status'][]): Money =>
	payin.refunds.reduce((sum, { status, amount }) => (statuses.includes(status) ? sum + amount : sum), 0n);

/** The amount not yet claimed by refunds. */
export const leftOf = (payin: Payin): Money => payin.paid - sumOf(payin, 'pending', 'received');

function checkRefundable({ status, method }: Payin): void {
	if (!refundable.includes(status)) throw unprocessable({ payment_request_id: `is ${status}, not received` });
	if (!method.refundable)
		throw unprocessable({ payment_request_id: `belongs to ${method.name}, which cannot be refunded` });
}

function amountOf(payin: Payin, submitted: number | undefined, now: number, settings: Needs['settings']): Money {
	const { currency } = payin.method;
	const left = leftOf(payin);
	let amount = left;
	try {
		if (submitted !== undefined) amount = acceptAmount(submitted, currency);
	} catch (error) {
		throw error instanceof AmountError ? unprocessable({ refund_amount: error.problem }) : error;
	}
	if (amount <= 0n || amount > left)
		throw unprocessable({
			refund_amount: `must be above 0 and at most ${formatMoney(left)} ${currency}, what is left of the payin`,
		});
	const problem = partialRefundProblem(payin.completedAt ?? 0, now, settings);
	if (amount < payin.paid && problem) throw unprocessable({ refund_amount: problem });
	return amount;
}

/**
 * Refunds of an account's payins. Each draws on the available balance. When that is too low, the refund waits for funds
 * and expires after ten days. Refusals use the service's own field names: payment_request_id, refund_amount, reason.
 */
export function createRefunds({ clock, random, ledger, settings, progress }: Needs) {
	const waitingForFunds = new Map<Refund, Payin>();

	function finish(payin: Payin, refund: Refund): void {
		if (refund.status !== 'pending' || refund.entryId === null) return;
		ledger.settle(refund.entryId, 'done');
		refund.status = 'received';
		const everything = sumOf(payin, 'received') === payin.paid;
		progress.become(payin, everything ? 'return_received' : 'partially_refunded', refund);
	}

	/** Reserves the money; returns false when the balance is too low. */
	function fund(payin: Payin, refund: Refund): boolean {
		if (!ledger.covers(refund.amount)) return false;
		refund.entryId = ledger.post({
			type: 'refund',
			direction: 'money_out',
			amount: refund.amount,
			fees: 0n,
			status: 'waiting',
			referenceId: payin.uuid,
			paymentMethod: payin.method.name,
			description: refund.description,
		}).id;
		clock.after(settings.refundDelayMs, () => finish(payin, refund));
		return true;
	}

	function waitForFunds(payin: Payin, refund: Refund): void {
		waitingForFunds.set(refund, payin);
		clock.after(EXPIRY_MS, () => {
			if (!waitingForFunds.delete(refund)) return;
			refund.status = 'expired';
			progress.become(payin, 'return_expired', refund);
		});
	}

	ledger.onCredit(() => {
		for (const [refund, payin] of waitingForFunds) if (fund(payin, refund)) waitingForFunds.delete(refund);
	});

	return {
		/** Starts a refund, which the clock completes. @throws ServiceError 422 when status, method, amount or time forbid it. */
		request(payin: Payin, order: RefundOrder): Refund {
			checkRefundable(payin);
			const refund: Refund = {
				uuid: random.shortId(),
				amount: amountOf(payin, order.amount, clock.now().getTime(), settings),
				description: order.description,
				externalId: order.external_id ?? null,
				createdAt: clock.now().getTime(),
				status: 'pending',
				entryId: null,
			};
			payin.refunds.push(refund);
			progress.become(payin, 'return_pending', refund);
			if (!fund(payin, refund)) waitForFunds(payin, refund);
			return refund;
		},
		/** The service rejects a pending refund, by default the latest, and releases reserved money. @throws ServiceError 422 */
		reject(payin: Payin, refundUuid?: string): Refund {
			const refund = payin.refunds.findLast(
				({ uuid, status }) => status === 'pending' && (refundUuid === undefined || uuid === refundUuid),
			);
			if (!refund) throw unprocessable({ uuid: 'has no pending refund' });
			refund.status = 'rejected';
			waitingForFunds.delete(refund);
			if (refund.entryId !== null) ledger.settle(refund.entryId, 'failed');
			progress.become(payin, 'return_rejected', refund);
			return refund;
		},
	};
}
