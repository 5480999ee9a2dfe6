import { ASSUMED } from '../../contract/assumed';
import type { BodyOf } from '../../contract/endpoints';
import type { Clock } from '../engine/clock';
import type { Merchant } from '../engine/merchant';
import type { Notify } from '../engine/notifications';
import type { Random } from '../engine/random';
import { notFound, ServiceError, unprocessable } from '../engine/serviceError';
import type { Settings } from '../engine/settings';
import { bookLine, type RecentPayment } from '../ledger/books';
import type { Ledger } from '../ledger/ledger';
import { formatMoney } from '../ledger/money';
import { moveReasons, noMoves, type Moves } from '../ledger/moves';
import { createRecordBook, type ListQuery } from '../ledger/records';
import type { ContactRegister } from '../methods/checks';
import { checkPayout } from './payoutChecks';
import { newPayoutBatch, type PayoutBatch } from './payoutBatch';
import { createPayoutProgress } from './payoutProgress';
import { payoutDetail, payoutPayments } from './payoutRecords';

interface Needs {
	clock: Clock;
	random: Pick<Random, 'shortId'>;
	ledger: Ledger;
	notify: Notify;
	merchant: Pick<Merchant, 'currency' | 'approvals'>;
	settings: Pick<Settings, 'listLagMs' | 'payoutDelayMs' | 'payoutWindowMs'>;
	contacts: ContactRegister;
}

/** Fixed, because `payouts/all` has no page size parameter. */
export const PAYOUT_PAGE = 20;

const isPending = ({ status }: PayoutBatch): boolean => ['created', 'scheduled', 'processing'].includes(status);

export type Payouts = ReturnType<typeof createPayouts>;

/** The payouts of one account (section "v2: create payout" and the sections after it). */
export function createPayouts(needs: Needs) {
	const { clock, random, merchant, settings, contacts } = needs;
	const book = createRecordBook<PayoutBatch>();
	const progress = createPayoutProgress(needs);
	const now = () => clock.now().getTime();

	/** @throws ServiceError 404 */
	function get(uuid: string): PayoutBatch {
		const batch = book.find(uuid);
		if (!batch) throw notFound(`There is no payout ${uuid}`);
		return batch;
	}

	/** Ends a pending payout at once with this outcome, whoever its payees are. @throws ServiceError 422 */
	function simulate(uuid: string, outcome: 'completed' | 'failed'): void {
		const batch = get(uuid);
		if (batch.held) throw unprocessable({ uuid: 'is held until it is approved' });
		if (!isPending(batch)) throw unprocessable({ uuid: `is ${batch.status}, not pending` });
		if (outcome === 'failed') return progress.abandon(batch, 'failed', moveReasons.fail);
		if (!progress.payNow(batch)) throw unprocessable({ uuid: 'is not covered by the available balance' });
	}

	/**
	 * An Admin or Finance user decides on a held payout. The first decision wins.
	 * @throws ServiceError 409 when it is not, or no longer, held.
	 */
	function decide(uuid: string, decision: 'approve' | 'reject') {
		const batch = get(uuid);
		if (!batch.held)
			throw new ServiceError(409, 'CONFLICT', `Payout ${uuid} is ${batch.status} and not waiting for a decision`);
		if (decision === 'reject') {
			progress.abandon(batch, 'Rejected', 'Rejected by an approver');
		} else {
			batch.held = false;
			progress.release(batch, true);
		}
		return payoutDetail(batch);
	}

	return {
		get,
		has: (uuid: string): boolean => book.find(uuid) !== undefined,
		simulate,
		decide,
		/**
		 * Every call creates a new payout, even with an `external_id` used before.
		 * @throws ServiceError 422 naming every field that breaks a rule.
		 */
		create(body: BodyOf<'v2.payouts.create'>): PayoutBatch {
			const checked = checkPayout(merchant.currency, contacts, body, now());
			const batch = newPayoutBatch(body, checked, { random, createdAt: now(), held: merchant.approvals });
			book.add(batch);
			if (!batch.held) progress.release(batch);
			return batch;
		},
		/** Newest first; a new record appears only after `listLagMs`. `external_id` is the batch's. */
		list: (query: Omit<ListQuery, 'size'>) =>
			book.page({ ...query, size: PAYOUT_PAGE, to: Math.min(query.to, now() - settings.listLagMs) }),
		/** @throws ServiceError 422 unless scheduled. */
		cancelScheduled(uuid: string): void {
			const batch = get(uuid);
			if (batch.status !== 'scheduled') throw unprocessable({ uuid: `is ${batch.status}, not scheduled` });
			progress.abandon(batch, ASSUMED.cancelledPayoutStatus, 'Cancelled before it was sent');
		},
		/** `payouts` are transactions, each of which is one payment. */
		summary: () => ({
			payouts: bookLine(book.all.flatMap(({ transactions }) => transactions)),
			payout_batches: bookLine(book.all.map(({ status, total }) => ({ status, amount: total }))),
		}),
		payments: () => payoutPayments(book.all),
		recent: (limit: number): RecentPayment[] =>
			book.newest(limit).map(({ uuid, status, total, externalId, createdAt, transactions }) => ({
				kind: 'payout',
				uuid,
				status,
				amount: formatMoney(total),
				externalId,
				createdAt: new Date(createdAt),
				payees: transactions.map((payment) => ({ ...payment, amount: formatMoney(payment.amount) })),
			})),
		/** A held batch waits for a decision. Without funds a batch cannot complete, and one in processing cannot expire. */
		moves(uuid: string): Moves {
			const batch = book.find(uuid);
			if (!batch || !isPending(batch)) return noMoves;
			if (batch.held) return { approve: () => decide(uuid, 'approve'), reject: () => decide(uuid, 'reject') };
			return {
				...(progress.canPay(batch) ? { complete: () => simulate(uuid, 'completed') } : {}),
				fail: () => simulate(uuid, 'failed'),
				...(batch.status === 'processing'
					? {}
					: { expire: () => progress.abandon(batch, 'expired', moveReasons.expire) }),
			};
		},
	};
}
