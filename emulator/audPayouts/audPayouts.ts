import type { AudPayout, AudPayoutTransactionDetail } from '../../contract/audPayouts';
import type { Clock } from '../engine/clock';
import type { Merchant } from '../engine/merchant';
import type { Notify } from '../engine/notifications';
import type { Random } from '../engine/random';
import { notFound, unprocessable } from '../engine/serviceError';
import type { Settings } from '../engine/settings';
import { utcMoment } from '../engine/timestamps';
import { bookLine, newestOf, type RecentPayment } from '../ledger/books';
import type { Ledger } from '../ledger/ledger';
import { acceptAmount, parseMoney } from '../ledger/money';
import { noMoves, type Moves } from '../ledger/moves';
import { createAudPayoutProgress } from './audPayoutProgress';
import {
	audPayoutPayments,
	audPayoutRecord,
	recentAudPayout,
	type AudPayoutBatch,
	type AudPayoutOrder,
	type AudPayoutTransaction,
} from './audPayoutRecords';

interface Needs {
	clock: Clock;
	random: Pick<Random, 'hex' | 'shortId'>;
	ledger: Ledger;
	notify: Notify;
	merchant: Pick<Merchant, 'approvals'>;
	settings: Pick<Settings, 'payoutDelayMs'>;
}

/** One cent; the minimum of 1 AUD is that of the v2 method au_payid_npp_aud. */
const LEAST_AMOUNT = '0.01';

function checkAmounts(details: readonly AudPayoutTransactionDetail[]): void {
	const problems: Record<string, string> = {};
	details.forEach(({ amount }, index) => {
		if (acceptAmount(amount, 'AUD') < parseMoney(LEAST_AMOUNT))
			problems[`payout_transaction_details[${index}].amount`] = `must be at least ${LEAST_AMOUNT} AUD`;
	});
	if (Object.keys(problems).length > 0) throw unprocessable(problems);
}

/** Only v1 batches carry an RFC 4122 identifier. Like every identifier, it follows from the seed. */
const batchUuid = ({ hex }: Pick<Random, 'hex'>): string => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;

export type AudPayouts = ReturnType<typeof createAudPayouts>;

/** v1 AUD payouts of one account (specification: "v1: AUD payouts"). */
export function createAudPayouts(needs: Needs) {
	const { clock, random, merchant } = needs;
	const batches = new Map<string, AudPayoutBatch>();
	const progress = createAudPayoutProgress(needs);
	let lastId = 5_000;

	/** Decides on a held batch. The first decision wins. @throws ServiceError 404 or 422 */
	function decide(uuid: string, decision: 'approve' | 'reject'): AudPayout {
		const batch = batches.get(uuid);
		if (!batch) throw notFound(`There is no AUD payout ${uuid}`);
		if (!batch.held) throw unprocessable({ uuid: 'does not wait for a decision' });
		batch.held = false;
		if (decision === 'approve') progress.release(batch);
		else progress.become(batch, 'Rejected');
		return audPayoutRecord(batch);
	}

	return {
		/** A schedule in the past is due at once. @throws ServiceError 422 for an amount under one cent. */
		create(order: AudPayoutOrder): AudPayout {
			checkAmounts(order.details);
			const scheduledAt = order.scheduledAt === undefined ? null : utcMoment(order.scheduledAt);
			const transactions = order.details.map((detail): AudPayoutTransaction => ({
				uuid: random.shortId(),
				detail,
				amount: acceptAmount(detail.amount, 'AUD'),
				status: 'created',
				errorMessage: null,
				entryId: null,
			}));
			lastId += 1;
			const batch: AudPayoutBatch = {
				id: lastId,
				uuid: batchUuid(random),
				order,
				transactions,
				total: transactions.reduce((sum, { amount }) => sum + amount, 0n),
				createdAt: clock.now(),
				scheduledAt,
				status: scheduledAt ? 'scheduled' : 'created',
				held: merchant.approvals,
			};
			batches.set(batch.uuid, batch);
			if (!batch.held) progress.release(batch);
			return audPayoutRecord(batch);
		},
		has: (uuid: string): boolean => batches.has(uuid),
		decide,
		summary: () => ({
			aud_payout_batches: bookLine([...batches.values()].map(({ status, total }) => ({ status, amount: total }))),
			aud_payouts: bookLine([...batches.values()].flatMap(({ transactions }) => transactions)),
		}),
		payments: () => audPayoutPayments([...batches.values()]),
		recent: (limit: number): RecentPayment[] => newestOf(batches.values(), limit).map(recentAudPayout),
		moves(uuid: string): Moves {
			const batch = batches.get(uuid);
			if (!batch) return noMoves;
			if (!batch.held) return progress.moves(batch);
			return { approve: () => decide(uuid, 'approve'), reject: () => decide(uuid, 'reject') };
		},
	};
}
