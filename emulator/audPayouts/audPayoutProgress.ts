import type { Clock } from '../engine/clock';
import type { Notify } from '../engine/notifications';
import type { Settings } from '../engine/settings';
import type { Ledger } from '../ledger/ledger';
import { parseMoney } from '../ledger/money';
import { moveReasons, noMoves, type Moves } from '../ledger/moves';
import { addressFailure } from './audPayoutAddresses';
import { audPayoutRecord, type AudPayoutBatch, type AudPayoutTransaction } from './audPayoutRecords';

interface Needs {
	clock: Clock;
	ledger: Ledger;
	notify: Notify;
	settings: Pick<Settings, 'payoutDelayMs'>;
}

/** Fee per transaction. */
const FEE = parseMoney('0.5');

/** How a v1 batch moves from one status to the next. */
export function createAudPayoutProgress({ clock, ledger, notify, settings }: Needs) {
	const waitingForFunds = new Set<AudPayoutBatch>();

	/** Sends a notification with every status change. */
	function become(batch: AudPayoutBatch, status: AudPayoutBatch['status']): void {
		batch.status = status;
		notify({ source: 'payout', about: batch.uuid, target: batch.order.target, body: audPayoutRecord(batch) });
	}

	const hasBegun = ({ status }: AudPayoutBatch): boolean => status !== 'created' && status !== 'scheduled';
	const isCovered = ({ total, transactions }: AudPayoutBatch): boolean =>
		ledger.covers(total + FEE * BigInt(transactions.length));

	function process(batch: AudPayoutBatch): void {
		if (hasBegun(batch)) return;
		if (!isCovered(batch)) return lackFunds(batch);
		fund(batch);
		become(batch, 'processing');
		clock.after(settings.payoutDelayMs, () => {
			if (batch.status === 'processing') end(batch, 'completed', ({ detail }) => addressFailure(detail));
		});
	}

	/** Reserves money for every transaction. */
	function fund(batch: AudPayoutBatch): void {
		waitingForFunds.delete(batch);
		for (const transaction of batch.transactions) {
			transaction.status = 'processing';
			transaction.entryId = ledger.post({
				type: 'payout',
				direction: 'money_out',
				amount: transaction.amount,
				fees: FEE,
				status: 'waiting',
				referenceId: transaction.uuid,
				paymentMethod: transaction.detail.payid === undefined ? 'au_bank_aud' : 'au_payid_npp_aud',
				description: batch.order.description ?? '',
			}).id;
		}
	}

	/** With `is_retry` the batch waits until funds arrive; without it the batch expires now. */
	function lackFunds(batch: AudPayoutBatch): void {
		if (batch.order.retry) {
			waitingForFunds.add(batch);
			return;
		}
		end(batch, 'expired', () => 'Not enough funds');
	}

	/** Ends each transaction as `failureOf` says: null pays it. */
	function end(
		batch: AudPayoutBatch,
		status: AudPayoutBatch['status'],
		failureOf: (transaction: AudPayoutTransaction) => string | null,
	): void {
		waitingForFunds.delete(batch);
		for (const transaction of batch.transactions) {
			const failure = failureOf(transaction);
			transaction.status = failure === null ? 'settled' : 'failed';
			transaction.errorMessage = failure;
			if (transaction.entryId !== null) ledger.settle(transaction.entryId, failure === null ? 'done' : 'failed');
		}
		become(batch, status);
	}

	ledger.onCredit(() => {
		for (const waiting of [...waitingForFunds]) process(waiting);
	});

	return {
		become,
		/** Starts the batch; the clock does the rest. */
		release(batch: AudPayoutBatch): void {
			if (batch.scheduledAt) clock.schedule(batch.scheduledAt, () => process(batch));
			else clock.after(settings.payoutDelayMs, () => process(batch));
		},
		/** What may happen to a batch that is not held. Without funds it cannot complete, and once it has begun it cannot expire. */
		moves(batch: AudPayoutBatch): Moves {
			const begun = hasBegun(batch);
			if (begun && batch.status !== 'processing') return noMoves;
			const complete = () => {
				if (!begun) fund(batch);
				end(batch, 'completed', () => null);
			};
			return {
				...(begun || isCovered(batch) ? { complete } : {}),
				fail: () => end(batch, 'failed', () => moveReasons.fail),
				...(begun ? {} : { expire: () => end(batch, 'expired', () => moveReasons.expire) }),
			};
		},
	};
}
