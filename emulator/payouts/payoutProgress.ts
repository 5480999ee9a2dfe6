import { ASSUMED } from '../../contract/assumed';
import type { PayoutBatchStatus } from '../../contract/statuses';
import type { Clock } from '../engine/clock';
import type { Notify } from '../engine/notifications';
import type { Settings } from '../engine/settings';
import type { Ledger } from '../ledger/ledger';
import { failureOf } from './failingPayees';
import type { PayoutBatch, PayoutTransaction } from './payoutBatch';
import { payoutDetail } from './payoutRecords';

interface Needs {
	clock: Clock;
	ledger: Ledger;
	notify: Notify;
	settings: Pick<Settings, 'payoutDelayMs' | 'payoutWindowMs'>;
}

/** The error of a batch that lacks funds. The published code has a placeholder for the service's own prefix. */
const notEnoughFunds = {
	code: ASSUMED.payoutErrorCodes[0].replace('<svc>', 'SVC'),
	message: 'Not enough funds, please top up',
};

/** How a payout batch moves from one status to the next (section "Payout batch status"). */
export function createPayoutProgress({ clock, ledger, notify, settings }: Needs) {
	const waitingForFunds = new Set<PayoutBatch>();
	const steps = createSteps({ ledger, notify });

	function process(batch: PayoutBatch): void {
		if (batch.status !== 'created' && batch.status !== 'scheduled') return;
		if (steps.fund(batch)) send(batch);
		else waitForFunds(batch);
	}

	function send(batch: PayoutBatch): void {
		steps.become(batch, 'processing');
		clock.after(settings.payoutDelayMs, () => steps.complete(batch));
	}

	function waitForFunds(batch: PayoutBatch): void {
		if (waitingForFunds.has(batch)) return;
		waitingForFunds.add(batch);
		batch.error = notEnoughFunds;
		steps.become(batch, batch.status);
		clock.after(settings.payoutWindowMs, () => {
			if (waitingForFunds.has(batch)) abandon(batch, 'expired', 'Not enough funds arrived in time');
		});
	}

	function abandon(batch: PayoutBatch, status: PayoutBatchStatus, reason: string): void {
		waitingForFunds.delete(batch);
		steps.abandon(batch, status, reason);
	}

	ledger.onCredit(() => {
		for (const batch of waitingForFunds) {
			if (!steps.fund(batch)) continue;
			waitingForFunds.delete(batch);
			send(batch);
		}
	});

	return {
		/** Starts the batch, new or approved; the clock does the rest. */
		release(batch: PayoutBatch, isApproved = false): void {
			if (batch.scheduledAt !== null && batch.scheduledAt > clock.now().getTime()) {
				if (isApproved) steps.become(batch, 'scheduled');
				else batch.status = 'scheduled';
				clock.schedule(new Date(batch.scheduledAt), () => process(batch));
			} else {
				clock.after(settings.payoutDelayMs, () => process(batch));
			}
		},
		/** Ends a batch without paying it: every transaction fails with the reason. */
		abandon,
		/** Whether there is money for the batch: reserved while it is processed, otherwise in the available balance. */
		canPay: (batch: PayoutBatch): boolean => batch.status === 'processing' || steps.isCovered(batch),
		/** Pays every transaction at once; false when the balance does not cover them. */
		payNow(batch: PayoutBatch): boolean {
			if (batch.status !== 'processing' && !steps.fund(batch)) return false;
			waitingForFunds.delete(batch);
			steps.payAll(batch);
			return true;
		},
	};
}

/** The individual steps of a batch. They neither wait nor schedule what follows. */
function createSteps({ ledger, notify }: Pick<Needs, 'ledger' | 'notify'>) {
	/** Sends a notification with every status change. */
	function become(batch: PayoutBatch, status: PayoutBatchStatus): void {
		batch.status = status;
		notify({ source: 'payout', about: batch.uuid, target: batch.target, body: payoutDetail(batch) });
	}

	function end(transaction: PayoutTransaction, failure: string | null): void {
		transaction.status = failure === null ? 'settled' : 'failed';
		transaction.errorMessage = failure;
		if (failure === null) transaction.reference = `REF${transaction.uuid}`;
		if (transaction.entryId !== null) ledger.settle(transaction.entryId, failure === null ? 'done' : 'failed');
	}

	const isCovered = ({ transactions }: PayoutBatch): boolean =>
		ledger.covers(transactions.reduce((sum, { amount, fees }) => sum + amount + fees, 0n));

	return {
		become,
		isCovered,
		/** Reserves money for every transaction, or for none. */
		fund(batch: PayoutBatch): boolean {
			if (!isCovered(batch)) return false;
			for (const transaction of batch.transactions) {
				transaction.entryId = ledger.post({
					type: 'payout',
					direction: 'money_out',
					amount: transaction.amount,
					fees: transaction.fees,
					status: 'waiting',
					referenceId: transaction.uuid,
					paymentMethod: batch.method.name,
					description: batch.description,
				}).id;
				transaction.status = 'processing';
			}
			batch.error = null;
			return true;
		},
		/** One failure does not stop the others: a batch is completed even when some of its transactions have failed. */
		complete(batch: PayoutBatch): void {
			if (batch.status !== 'processing') return;
			const outcomes = batch.transactions.map((transaction) => ({
				transaction,
				failure: failureOf(transaction.parameters),
			}));
			const failed = outcomes.filter(({ failure }) => failure !== null);
			for (const { transaction, failure } of failed) end(transaction, failure);
			if (failed.length > 0 && failed.length < outcomes.length) become(batch, 'processing');
			for (const { transaction, failure } of outcomes) if (failure === null) end(transaction, null);
			become(batch, 'completed');
		},
		payAll(batch: PayoutBatch): void {
			for (const transaction of batch.transactions) end(transaction, null);
			become(batch, 'completed');
		},
		abandon(batch: PayoutBatch, status: PayoutBatchStatus, reason: string): void {
			for (const transaction of batch.transactions) end(transaction, reason);
			batch.held = false;
			become(batch, status);
		},
	};
}
