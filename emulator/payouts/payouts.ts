import { ASSUMED } from '../../contract/assumptions';
import type { BodyOf } from '../../contract/endpoints';
import type { PayoutBatchStatus } from '../../contract/statuses';
import type { Account, RecentPayment } from '../account';
import { bookLine } from '../ledger/bookLine';
import { notFound, ServiceError, unprocessable } from '../http/errors';
import { failureOf } from './failingPayees';
import { moneySettings } from '../ledger/moneySettings';
import { formatMoney, shareOf } from '../ledger/money';
import { checkPayout } from './payoutChecks';
import { payoutDetail, type PayoutBatch, type PayoutTransaction } from './payoutRecords';
import { createRecordBook, type ListQuery } from '../ledger/records';
import type { World } from '../world';

/** What a payout costs the merchant beside its amount, in basis points. */
const FEE_BASIS_POINTS = 50;

/** Batch error of a lack of funds; the placeholder in the published code is the service's own prefix. */
const notEnoughFunds = {
	code: ASSUMED.payoutErrorCodes[0].replace('<svc>', 'SVC'),
	message: 'Not enough funds, please top up',
};

/** `payouts/all` has no page size parameter. */
export const PAYOUT_PAGE = 20;

export type Payouts = ReturnType<typeof createPayouts>;

/** The payouts of one account and their states (section "Payout batch status"). Every change is notified. */
export function createPayouts(world: World, account: Account) {
	const book = createRecordBook<PayoutBatch>();
	const waitingForFunds = new Set<PayoutBatch>();
	const now = () => world.clock.now().getTime();
	const later = (milliseconds: number, task: () => void) => world.clock.schedule(new Date(now() + milliseconds), task);

	/** @throws ServiceError 404 */
	function get(uuid: string): PayoutBatch {
		const batch = book.find(uuid);
		if (!batch) throw notFound(`There is no payout ${uuid}`);
		return batch;
	}

	function become(batch: PayoutBatch, status: PayoutBatchStatus): void {
		batch.status = status;
		world.notifications.send({
			account,
			source: 'payout',
			about: batch.uuid,
			target: batch.target,
			body: payoutDetail(batch),
		});
	}

	/** Sets money aside for every transaction, or for none. */
	function fund(batch: PayoutBatch): boolean {
		const needed = batch.transactions.reduce((sum, { amount, fees }) => sum + amount + fees, 0n);
		if (!account.ledger.covers(needed)) return false;
		for (const transaction of batch.transactions) {
			transaction.entryId = account.ledger.post({
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
	}

	function end(transaction: PayoutTransaction, failure: string | null): void {
		transaction.status = failure === null ? 'settled' : 'failed';
		transaction.errorMessage = failure;
		if (failure === null) transaction.reference = `REF${transaction.uuid}`;
		if (transaction.entryId !== null) account.ledger.settle(transaction.entryId, failure === null ? 'done' : 'failed');
	}

	/** Ends a batch of which nothing has been sent. */
	function abandon(batch: PayoutBatch, status: PayoutBatchStatus, reason: string): void {
		for (const transaction of batch.transactions) end(transaction, reason);
		waitingForFunds.delete(batch);
		batch.held = false;
		become(batch, status);
	}

	function process(batch: PayoutBatch): void {
		if (batch.status !== 'created' && batch.status !== 'scheduled') return;
		if (!fund(batch)) return waitForFunds(batch);
		become(batch, 'processing');
		later(world.settings.payoutDelayMs, () => complete(batch));
	}

	function waitForFunds(batch: PayoutBatch): void {
		if (waitingForFunds.has(batch)) return;
		waitingForFunds.add(batch);
		batch.error = notEnoughFunds;
		become(batch, batch.status);
		later(moneySettings(world).payoutWindowMs, () => {
			if (waitingForFunds.has(batch)) abandon(batch, 'expired', 'Not enough funds arrived in time');
		});
	}

	/** One failure does not stop the others: a batch is completed even when transactions of it have failed. */
	function complete(batch: PayoutBatch): void {
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
	}

	/** From here nobody has to do anything any more. */
	function release(batch: PayoutBatch): void {
		if (batch.scheduledAt !== null && batch.scheduledAt > now()) {
			batch.status = 'scheduled';
			later(batch.scheduledAt - now(), () => process(batch));
		} else {
			later(world.settings.payoutDelayMs, () => process(batch));
		}
	}

	account.ledger.onCredit(() => {
		for (const batch of waitingForFunds) {
			if (!fund(batch)) continue;
			waitingForFunds.delete(batch);
			become(batch, 'processing');
			later(world.settings.payoutDelayMs, () => complete(batch));
		}
	});

	const transactionsOf = (batch: PayoutBatch) =>
		batch.transactions.map(({ uuid, externalId, amount, payee, status }) => ({
			uuid,
			batch_uuid: batch.uuid,
			batch_status: batch.status,
			batch_external_id: batch.externalId,
			external_id: externalId,
			amount: formatMoney(amount),
			payee,
			status,
		}));

	return {
		get,
		/** `external_id` may repeat: every call makes a payout of its own. @throws ServiceError 422 naming every field that breaks a rule. */
		create(body: BodyOf<'v2.payouts.create'>): PayoutBatch {
			const { method, scheduledAt, amounts } = checkPayout(account, body, now());
			const batch: PayoutBatch = {
				uuid: world.random.shortId(),
				externalId: body.external_id ?? null,
				createdAt: now(),
				method,
				description: body.description,
				total: amounts.reduce((sum, amount) => sum + amount, 0n),
				scheduledAt,
				target: body.webhook_notification,
				transactions: body.payout_transaction_details.map((detail, index) => ({
					uuid: world.random.shortId(),
					payee: `${detail.first_name} ${detail.last_name}`,
					email: detail.email,
					amount: amounts[index] ?? 0n,
					fees: shareOf(amounts[index] ?? 0n, FEE_BASIS_POINTS, method.currency),
					parameters: detail.payout_method_params,
					externalId: detail.external_id ?? null,
					status: 'created',
					errorMessage: null,
					entryId: null,
					reference: null,
				})),
				held: account.approvals,
				status: 'created',
				error: null,
			};
			book.add(batch);
			if (!batch.held) release(batch);
			return batch;
		},
		/** Newest first; a record appears only `listLagMs` after it was made. `external_id` is the batch's. */
		list: (query: Omit<ListQuery, 'size'>) =>
			book.page({ ...query, size: PAYOUT_PAGE, to: Math.min(query.to, now() - moneySettings(world).listLagMs) }),
		/** @throws ServiceError 422 unless scheduled. */
		cancelScheduled(uuid: string): void {
			const batch = get(uuid);
			if (batch.status !== 'scheduled') throw unprocessable({ uuid: `is ${batch.status}, not scheduled` });
			abandon(batch, ASSUMED.cancelledPayoutStatus, 'Cancelled before it was sent');
		},
		/** Brings a pending payout to its end at once; the endings that fail by themselves do not count here. */
		simulate(uuid: string, outcome: 'completed' | 'failed'): void {
			const batch = get(uuid);
			if (batch.held) throw unprocessable({ uuid: 'is held until it is approved' });
			if (!['created', 'scheduled', 'processing'].includes(batch.status))
				throw unprocessable({ uuid: `is ${batch.status}, not pending` });
			if (outcome === 'failed') return abandon(batch, 'failed', 'Failed by simulation');
			if (batch.status !== 'processing' && !fund(batch))
				throw unprocessable({ uuid: 'is not covered by the available balance' });
			waitingForFunds.delete(batch);
			for (const transaction of batch.transactions) end(transaction, null);
			become(batch, 'completed');
		},
		/**
		 * An Admin or Finance user decides on a held payout. The first decision wins.
		 * @throws ServiceError 409 when it is not (or no longer) held.
		 */
		decide(uuid: string, decision: 'approve' | 'reject') {
			const batch = get(uuid);
			if (!batch.held)
				throw new ServiceError(409, 'CONFLICT', `Payout ${uuid} is ${batch.status} and not waiting for a decision`);
			if (decision === 'reject') {
				abandon(batch, 'Rejected', 'Rejected by an approver');
			} else {
				batch.held = false;
				release(batch);
			}
			return payoutDetail(batch);
		},
		/** Counts and sums; `payouts` are transactions, each of which is one payment. */
		summary: () => ({
			payouts: bookLine(book.all.flatMap(({ transactions }) => transactions)),
			payout_batches: bookLine(book.all.map(({ status, total }) => ({ status, amount: total }))),
		}),
		/** Every transaction, oldest first: what tests hold against what was intended. */
		payments: () => ({ payouts: book.all.flatMap(transactionsOf) }),
		recent: (limit: number): RecentPayment[] =>
			book.newest(limit).map(({ uuid, status, total, externalId, createdAt }) => ({
				kind: 'payout',
				uuid,
				status,
				amount: formatMoney(total),
				externalId,
				createdAt: new Date(createdAt),
			})),
	};
}
