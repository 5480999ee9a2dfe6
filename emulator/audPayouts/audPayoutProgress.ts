import type { Clock } from '../engine/clock';
import type { Notify } from '../engine/notifications';
import type { Settings } from '../engine/settings';
import type { Ledger } from '../ledger/ledger';
import { parseMoney } from '../ledger/money';
import { addressFailure } from './audPayoutAddresses';
import { audPayoutRecord, type AudPayoutBatch } from './audPayoutRecords';

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

	function process(batch: AudPayoutBatch): void {
		if (!ledger.covers(batch.total + FEE * BigInt(batch.transactions.length))) return lackFunds(batch);
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
				description: batch.order.description,
			}).id;
		}
		become(batch, 'processing');
		clock.after(settings.payoutDelayMs, () => complete(batch));
	}

	/** With `is_retry` the batch waits until funds arrive; without it the batch expires now. */
	function lackFunds(batch: AudPayoutBatch): void {
		if (batch.order.retry) {
			waitingForFunds.add(batch);
			return;
		}
		for (const transaction of batch.transactions) {
			transaction.status = 'failed';
			transaction.errorMessage = 'Not enough funds';
		}
		become(batch, 'expired');
	}

	function complete(batch: AudPayoutBatch): void {
		for (const transaction of batch.transactions) {
			const failure = addressFailure(transaction.detail);
			transaction.status = failure === null ? 'settled' : 'failed';
			transaction.errorMessage = failure;
			if (transaction.entryId !== null) ledger.settle(transaction.entryId, failure === null ? 'done' : 'failed');
		}
		become(batch, 'completed');
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
	};
}
