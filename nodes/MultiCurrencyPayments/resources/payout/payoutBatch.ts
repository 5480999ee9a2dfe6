import type { IDataObject } from 'n8n-workflow';
import type { NotificationTarget, PayoutCreateBody, PayoutCreated } from '../../../../contract';
import { isSameName } from '../../../../core/payments/payeeName';
import { facts, payeeFact } from '../../../../core/payments/facts';
import { endedAs, isOtherSpelling, shownKey, shownParameterFacts } from '../../../../core/payments/match';
import { echoes } from '../../../service/answers';
import { asText } from '../../../../core/text/asText';
import type { BatchKind, Together } from '../../money/batchKind';
import { bookedAmount, isBooked, roundingNote } from '../../../../core/payments/booked';
import { paymentRecord, presentPayment } from './payoutRecord';
import { payoutRequestOf, type PayoutRequest } from './payoutRequest';

/** Payouts of v2, alone or many in a batch. */
export const payoutBatch: BatchKind<PayoutRequest> = {
	read: payoutRequestOf,
	sharedInRequest: ({ method, currency, description, scheduledAt = '' }) => [
		method,
		currency,
		description,
		scheduledAt,
	],
	path: '/v2/payouts',
	bodyOf,
	recordsIn,
	found(request, { transaction, batch }) {
		const { amount, parameters } = request;
		const currency = asText(batch.currency).toUpperCase();
		const payee = isSameName(transaction.payee, request.payee) ? request.payee : transaction.payee;
		const ended = endedAs(transaction.status, batch.status, transaction.error_message);
		const isOtherBatch = request.list !== '' && isOtherSpelling(request.list, batch.external_id);
		return {
			record: { ...paymentRecord(transaction, batch), ...roundingNote(amount, transaction.amount, currency) },
			facts: facts({
				...shownParameterFacts(parameters, transaction.payout_method_params),
				amount: amount === undefined ? undefined : bookedAmount(amount, transaction.amount, currency),
				currency: currency || undefined,
				method: batch.payout_method_name,
				payee: payeeFact(payee),
				'payee email': payeeFact(transaction.email) || undefined,
			}),
			externalId: asText((isOtherBatch ? batch : transaction).external_id) || undefined,
			ended: ended ?? undefined,
		};
	},
	present: ({ item }, record) => presentPayment(item, record),
};

/** The body of `POST /v2/payouts` (specification: "v2: create payout"). */
function bodyOf(payments: Together<PayoutRequest>, reference: string, target: NotificationTarget): PayoutCreateBody {
	const [{ method, currency, description, scheduledAt }] = payments;
	return {
		payout_method_name: method,
		currency,
		description,
		payout_transaction_details: payments.map(({ detail, externalId }) => ({ ...detail, external_id: externalId })),
		webhook_notification: target,
		scheduled_at: scheduledAt,
		external_id: reference,
	};
}

/** The record of each payment; null unless the service says that it took exactly these (specification: "Payout batch"). */
function recordsIn(answer: object, payments: Together<PayoutRequest>, reference: string): IDataObject[] | null {
	const { uuid, external_id: shownAs, payout_transactions: transactions } = answer as Partial<PayoutCreated>;
	// Under another reference they would not be found again.
	if (!echoes(shownAs, reference) || !isUuid(uuid)) return null;
	if (!Array.isArray(transactions) || transactions.length !== payments.length) return null;
	const batch = answer as PayoutCreated;
	if (String(batch.currency).toUpperCase() !== payments[0].currency) return null;
	const byKey = new Map(
		batch.payout_transactions.map((transaction) => [shownKey(transaction?.external_id), transaction]),
	);
	const records: IDataObject[] = [];
	for (const { amount, currency, externalId } of payments) {
		const transaction = byKey.get(externalId);
		if (!transaction || !isUuid(transaction.uuid) || !isBooked(amount, transaction.amount, currency)) return null;
		records.push({ ...paymentRecord(transaction, batch), ...roundingNote(amount, transaction.amount, currency) });
	}
	return records;
}

const isUuid = (value: unknown): boolean => typeof value === 'string' && value !== '';
