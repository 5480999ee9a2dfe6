import type { ResponseOf } from '../../contract/endpoints';
import type { PayoutBatchDetail, PayoutTransaction as TransactionRecord } from '../../contract/payouts';
import { serviceTimestamp } from '../engine/timestamps';
import { formatMoney } from '../ledger/money';
import type { PayoutBatch, PayoutTransaction } from './payoutBatch';

const moment = (milliseconds: number) => serviceTimestamp(new Date(milliseconds));

const transactionRecord = (batch: PayoutBatch, transaction: PayoutTransaction): TransactionRecord => ({
	uuid: transaction.uuid,
	balance_id: transaction.entryId,
	payee: transaction.payee,
	email: transaction.email,
	amount: formatMoney(transaction.amount, 2),
	payout_method_params: transaction.parameters,
	status: transaction.status,
	error_message: transaction.errorMessage,
	external_id: transaction.externalId,
	created_at: moment(batch.createdAt),
});

const batchFields = (batch: PayoutBatch) => ({
	uuid: batch.uuid,
	currency: batch.method.currency,
	payout_method_name: batch.method.name,
	description: batch.description,
	total_amount: formatMoney(batch.total),
	scheduled_at: batch.scheduledAt === null ? null : moment(batch.scheduledAt),
	external_id: batch.externalId,
	webhook_notification: { endpoint_url: batch.target.endpoint_url, authorization_header: '****' },
});

/** The answer of the create call (section "Payout batch and transaction"). */
export const payoutCreated = (batch: PayoutBatch): ResponseOf<'v2.payouts.create'> => ({
	...batchFields(batch),
	status: batch.status === 'scheduled' ? 'scheduled' : 'created',
	payout_transactions: batch.transactions.map((transaction) => transactionRecord(batch, transaction)),
});

/** The detail, also used as list record and notification body. With `onlyTransaction`, it holds only that transaction. */
export const payoutDetail = (batch: PayoutBatch, onlyTransaction?: string): PayoutBatchDetail => ({
	...batchFields(batch),
	status: batch.status,
	error_code: batch.error?.code ?? null,
	error_message: batch.error?.message ?? null,
	payout_transactions: batch.transactions
		.filter(({ uuid }) => onlyTransaction === undefined || uuid === onlyTransaction)
		.map((transaction) => ({ ...transactionRecord(batch, transaction), reference: transaction.reference })),
});

/** Every transaction, oldest first, for tests to compare with what was intended. */
export const payoutPayments = (batches: readonly PayoutBatch[]) => ({
	payouts: batches.flatMap((batch) =>
		batch.transactions.map(({ uuid, externalId, amount, payee, status }) => ({
			uuid,
			batch_uuid: batch.uuid,
			batch_status: batch.status,
			batch_external_id: batch.externalId,
			external_id: externalId,
			amount: formatMoney(amount),
			payee,
			status,
		})),
	),
});
