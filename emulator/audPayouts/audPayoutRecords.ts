import type { AudPayout, AudPayoutTransactionDetail } from '../../contract/audPayouts';
import type { NotificationTarget } from '../../contract/notificationTarget';
import { serviceTimestamp } from '../engine/timestamps';
import type { RecentPayment } from '../ledger/books';
import { formatMoney, type Money } from '../ledger/money';

/** One batch, from JSON or from a file; amounts in AUD. */
export interface AudPayoutOrder {
	details: readonly AudPayoutTransactionDetail[];
	description?: string;
	scheduledAt?: string;
	/** When funds are short, wait until they arrive. */
	retry: boolean;
	externalId?: string;
	target: NotificationTarget;
}

/** One payment of a batch. Each has its own outcome. */
export interface AudPayoutTransaction {
	readonly uuid: string;
	readonly detail: AudPayoutTransactionDetail;
	readonly amount: Money;
	status: 'created' | 'processing' | 'settled' | 'failed';
	errorMessage: string | null;
	/** The Balance ID, set when money is reserved for it. */
	entryId: string | null;
}

/** A batch as the service keeps it. */
export interface AudPayoutBatch {
	readonly id: number;
	readonly uuid: string;
	readonly order: AudPayoutOrder;
	readonly transactions: readonly AudPayoutTransaction[];
	readonly total: Money;
	readonly createdAt: Date;
	readonly scheduledAt: Date | null;
	status: AudPayout['status'];
	/** Waits for an approver's decision (payout approvals). */
	held: boolean;
}

const transactionRecord = ({ uuid, detail, amount, status, errorMessage }: AudPayoutTransaction) => ({
	uuid,
	payee: detail.payee,
	email: detail.email ?? null,
	amount: formatMoney(amount, 2),
	payid: detail.payid ?? null,
	payid_type: detail.payid_type ?? null,
	bsb: detail.bsb ?? null,
	account_number: detail.account_number ?? null,
	status,
	error_message: errorMessage,
	external_id: detail.external_id ?? null,
});

/** A batch in answers and notifications. */
export const audPayoutRecord = (batch: AudPayoutBatch): AudPayout & { webhook_notification: NotificationTarget } => ({
	id: batch.id,
	uuid: batch.uuid,
	status: batch.status,
	description: batch.order.description ?? null,
	total_amount: formatMoney(batch.total, 2),
	scheduled_at: batch.scheduledAt && serviceTimestamp(batch.scheduledAt),
	is_retry: batch.order.retry,
	external_id: batch.order.externalId ?? null,
	created_at: serviceTimestamp(batch.createdAt),
	webhook_notification: { endpoint_url: batch.order.target.endpoint_url, authorization_header: '****' },
	payout_transactions: batch.transactions.map(transactionRecord),
});

/** Every transaction, oldest first, for tests to compare with what was intended. */
export const audPayoutPayments = (batches: readonly AudPayoutBatch[]) => ({
	aud_payouts: batches.flatMap(({ transactions }) =>
		transactions.map(({ uuid, detail, amount, status }) => ({
			uuid,
			external_id: detail.external_id ?? null,
			amount: formatMoney(amount),
			payee: detail.payee,
			status,
		})),
	),
});

export const recentAudPayout = (batch: AudPayoutBatch): RecentPayment => ({
	kind: 'AUD payout',
	uuid: batch.uuid,
	status: batch.status,
	amount: formatMoney(batch.total),
	externalId: batch.order.externalId ?? null,
	createdAt: batch.createdAt,
	payees: batch.transactions.map(({ detail, amount, status }) => ({
		payee: detail.payee,
		externalId: detail.external_id ?? null,
		amount: formatMoney(amount),
		status,
	})),
});
