import type { IDataObject } from 'n8n-workflow';
import type { NotificationTarget, PayoutBatch, PayoutCreateBody, PayoutCreated } from '../../../../contract';
import { readDecimal } from '../../../../core/money';
import { batchesWithKey } from '../../../service/payouts';
import type { ItemCall } from '../../form/itemCall';
import { withIdempotency } from '../../form/presentation';
import type { BatchKind, Together } from '../../money/batchKind';
import { payAlone } from '../../money/batches';
import { bookedAmount, facts, payeeFact, roundingNote } from '../../money/payment';
import { presentTransaction } from './payoutRecord';
import type { PayoutRequest } from './payoutRequest';
import { payoutRequestOf } from './payoutRequest';

/** Payouts of v2, alone or many in a batch. */
export const payoutBatch: BatchKind<PayoutRequest, PayoutBatch> = {
	name: 'payout',
	read: payoutRequestOf,
	sharedInRequest: ({ method, currency, description, scheduledAt = '' }) => [
		method,
		currency,
		description,
		scheduledAt,
	],
	async send(requests, batchKey, target) {
		const body = bodyOf(requests, batchKey, target);
		return await requests[0].item.client.write<PayoutCreated>({ method: 'POST', path: '/v2/payouts', body });
	},
	lookUp: {
		batches: batchesWithKey,
		paymentFacts(request, batch) {
			const transaction = transactionOf(request, batch);
			if (!transaction) return null;
			const { amount } = request;
			return facts({
				amount: amount === undefined ? undefined : bookedAmount(amount, transaction.amount, batch.currency),
				currency: batch.currency,
				method: batch.payout_method_name,
				payee: payeeFact(transaction.payee, transaction.email),
			});
		},
		batchFacts: (batch) =>
			facts({
				currency: batch.currency,
				method: batch.payout_method_name,
				payments: String(batch.payout_transactions.length),
				total: readDecimal(batch.total_amount) ?? String(batch.total_amount),
				payees: 'other payees',
			}),
	},
	present(request, batch, more) {
		const transaction = transactionOf(request, batch);
		const rounding = roundingNote(request.amount, transaction?.amount, batch.currency);
		return transaction ? presentTransaction(request.item, transaction, batch, { ...rounding, ...more }) : null;
	},
};

/** Pays one payee once and returns the batch of one with how that came about. */
export async function createPayout(item: ItemCall, target: NotificationTarget): Promise<IDataObject> {
	const { request, batch, outcome } = await payAlone(payoutBatch, item, target);
	const rounding = roundingNote(request.amount, batch.payout_transactions[0]?.amount, batch.currency);
	return withIdempotency({ record: { ...batch, ...rounding } as IDataObject, outcome }, request.key);
}

/** The body of `POST /v2/payouts` (specification: "v2: create payout"). */
function bodyOf(requests: Together<PayoutRequest>, batchKey: string, target: NotificationTarget): PayoutCreateBody {
	const [{ method, currency, description, scheduledAt }] = requests;
	return {
		payout_method_name: method,
		currency,
		description,
		payout_transaction_details: requests.map(({ detail, key }) => ({ ...detail, external_id: key })),
		webhook_notification: target,
		...(scheduledAt !== undefined && { scheduled_at: scheduledAt }),
		external_id: batchKey,
	};
}

function transactionOf({ key }: PayoutRequest, { payout_transactions: transactions }: PayoutBatch) {
	return transactions.find(({ external_id }) => external_id === key);
}
