import type { IDataObject } from 'n8n-workflow';
import type { PayoutBatch, PayoutBatchDetail, PayoutTransaction } from '../../../../contract';
import { isObject } from '../../../../core/objects';
import { referenceOf } from '../../../service/payouts';
import type { ItemCall } from '../../run/itemCall';
import { paymentRow } from '../../form/presentation';

/**
 * A batch as the item wants it: a row for each payee, or the record as it came. One that shows no payees is a row itself. What
 * shows neither a total nor payees is no batch, but perhaps one transaction by itself.
 */
export function presentBatch(item: Pick<ItemCall, 'isSimple'>, record: object): IDataObject[] {
	const batch = record as Partial<PayoutBatch>;
	const isBatch = 'total_amount' in batch || 'payout_transactions' in batch;
	if (!item.isSimple || !isBatch) return [record as IDataObject];
	const { payout_transactions: payees } = batch;
	const isShown = Array.isArray(payees) && payees.length > 0 && payees.every(isObject);
	if (!isShown) return [presentWholeBatch(item, batch)];
	return payees.map((payee) => {
		const external_id = referenceOf(payee, batch as PayoutBatchDetail) as string | null;
		return presentPayment(item, paymentRecord({ ...payee, external_id }, batch));
	});
}

/** A batch as one row, whoever is paid by it. */
export function presentWholeBatch(item: Pick<ItemCall, 'isSimple'>, batch: Partial<PayoutBatch>): IDataObject {
	if (!item.isSimple) return batch as IDataObject;
	const { uuid, external_id, status, total_amount: amount } = batch;
	return presentPayment(item, paymentRecord({ uuid, external_id, status, amount }, batch));
}

/** One payment of a batch: the transaction's fields, and those of its batch under `batch`. */
export function paymentRecord(transaction: Partial<PayoutTransaction>, batch: Partial<PayoutBatch>): IDataObject {
	const own = { ...batch };
	delete own.payout_transactions;
	return { ...transaction, batch: own } as IDataObject;
}

/** The known payment, updated from its batch. It stays as it was known where a notification leaves the transactions out. */
export function paymentIn(batch: object, known: IDataObject): IDataObject {
	const { payout_transactions: transactions } = batch as Partial<PayoutBatch>;
	const transaction = transactions?.find(({ uuid }) => uuid === known.uuid);
	return { ...known, ...paymentRecord(transaction ?? {}, { ...(known.batch as Partial<PayoutBatch>), ...batch }) };
}

/** One payment as the item wants it: a row, or the record as it came. */
export function presentPayment(item: Pick<ItemCall, 'isSimple'>, record: IDataObject): IDataObject {
	if (!item.isSimple) return record;
	const batch = { ...(record.batch as IDataObject) };
	return paymentRow(record, 'payee', {
		currency: batch.currency,
		method: batch.payout_method_name,
		error_message: record.error_message ?? batch.error_message,
		uuid: record.uuid,
		batch_uuid: batch.uuid,
		batch_external_id: batch.external_id,
		created_at: record.created_at,
		email: record.email,
		reference: record.reference,
		batch_status: batch.status,
		scheduled_at: batch.scheduled_at,
		error_code: batch.error_code,
	});
}
