import { limits } from '../../contract/limits';
import type { AnyPayinStatus } from '../../contract/statuses';
import type { Account } from '../account';
import { unprocessable } from '../http/errors';
import { acceptAmount, AmountError, formatMoney, type Money } from '../ledger/money';
import type { Payin, Refund } from './payinRecords';
import type { World } from '../world';

/** Body of a refund; `amount` in the base unit, everything that is left when left out. */
export interface RefundOrder {
	amount?: number;
	description: string;
	external_id?: string;
}

const MINUTE = 60_000;
const EXPIRY_MS = limits.refundExpiryDays * 24 * 60 * MINUTE;

/** States a refund may be asked for in; a rejected one is never retried (section "Payin status"). */
const refundable: readonly AnyPayinStatus[] = ['received', 'return_pending', 'partially_refunded', 'return_expired'];

/**
 * Refunds of an account's payins. Each draws on the available balance: when that is short the refund waits for funds, and
 * expires after ten days. The errors name fields as the service does: payment_request_id, refund_amount, reason.
 */
export function createRefunds(
	world: World,
	account: Account,
	become: (payin: Payin, status: AnyPayinStatus, refund: Refund) => void,
) {
	const waitingForFunds = new Set<{ payin: Payin; refund: Refund }>();
	const later = (milliseconds: number, task: () => void) =>
		world.clock.schedule(new Date(world.clock.now().getTime() + milliseconds), task);

	const sumOf = (payin: Payin, ...statuses: Refund['status'][]): Money =>
		payin.refunds.reduce((sum, { status, amount }) => (statuses.includes(status) ? sum + amount : sum), 0n);
	const refundedOf = (payin: Payin): Money => sumOf(payin, 'received');
	/** What no refund has laid claim to. */
	const leftOf = (payin: Payin): Money => payin.paid - sumOf(payin, 'pending', 'received');

	function amountOf(payin: Payin, order: RefundOrder): Money {
		const left = leftOf(payin);
		let amount = left;
		try {
			if (order.amount !== undefined) amount = acceptAmount(order.amount, account.currency);
		} catch (error) {
			throw error instanceof AmountError ? unprocessable({ refund_amount: error.problem }) : error;
		}
		if (amount <= 0n || amount > left)
			throw unprocessable({
				refund_amount: `must be above 0 and at most ${formatMoney(left)} ${account.currency}, what is left of the payin`,
			});
		const earliest = (payin.completedAt ?? 0) + limits.partialRefundMinutes.earliest * MINUTE;
		if (amount < payin.paid && world.clock.now().getTime() < earliest) {
			throw unprocessable({
				refund_amount: `must be the full amount: a partial refund is possible ${limits.partialRefundMinutes.earliest} to ${limits.partialRefundMinutes.latest} minutes after completion`,
			});
		}
		return amount;
	}

	function finish(payin: Payin, refund: Refund): void {
		if (refund.status !== 'pending' || refund.entryId === null) return;
		account.ledger.settle(refund.entryId, 'done');
		refund.status = 'received';
		become(payin, refundedOf(payin) === payin.paid ? 'return_received' : 'partially_refunded', refund);
	}

	/** Sets the money aside, or leaves the refund waiting. */
	function fund(payin: Payin, refund: Refund): boolean {
		if (!account.ledger.covers(refund.amount)) return false;
		refund.entryId = account.ledger.post({
			type: 'refund',
			direction: 'money_out',
			amount: refund.amount,
			fees: 0n,
			status: 'waiting',
			referenceId: payin.uuid,
			paymentMethod: payin.method.name,
			description: refund.description,
		}).id;
		later(world.settings.refundDelayMs, () => finish(payin, refund));
		return true;
	}

	function waitForFunds(payin: Payin, refund: Refund): void {
		const waiting = { payin, refund };
		waitingForFunds.add(waiting);
		later(EXPIRY_MS, () => {
			if (!waitingForFunds.delete(waiting)) return;
			refund.status = 'expired';
			become(payin, 'return_expired', refund);
		});
	}

	account.ledger.onCredit(() => {
		for (const waiting of waitingForFunds) if (fund(waiting.payin, waiting.refund)) waitingForFunds.delete(waiting);
	});

	return {
		leftOf,
		/** Takes a refund on; its end follows on the clock. @throws ServiceError 422 when state, method, amount or time forbid it. */
		request(payin: Payin, order: RefundOrder): Refund {
			if (!refundable.includes(payin.status))
				throw unprocessable({ payment_request_id: `is ${payin.status}, not received` });
			if (!payin.method.refundable)
				throw unprocessable({ payment_request_id: `belongs to ${payin.method.name}, which cannot be refunded` });
			const refund: Refund = {
				uuid: world.random.shortId(),
				amount: amountOf(payin, order),
				description: order.description,
				externalId: order.external_id ?? null,
				createdAt: world.clock.now().getTime(),
				status: 'pending',
				entryId: null,
			};
			payin.refunds.push(refund);
			become(payin, 'return_pending', refund);
			if (!fund(payin, refund)) waitForFunds(payin, refund);
			return refund;
		},
		/** The service denies a pending refund (by default the latest one): the money set aside comes back. */
		reject(payin: Payin, refundUuid?: string): Refund {
			const refund = payin.refunds.findLast(
				({ uuid, status }) => status === 'pending' && (refundUuid === undefined || uuid === refundUuid),
			);
			if (!refund) throw unprocessable({ uuid: 'has no pending refund' });
			refund.status = 'rejected';
			for (const waiting of waitingForFunds) if (waiting.refund === refund) waitingForFunds.delete(waiting);
			if (refund.entryId !== null) account.ledger.settle(refund.entryId, 'failed');
			become(payin, 'return_rejected', refund);
			return refund;
		},
	};
}
