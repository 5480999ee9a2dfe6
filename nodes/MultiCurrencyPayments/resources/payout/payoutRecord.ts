import type { IDataObject } from 'n8n-workflow';
import type { PayoutBatch, PayoutTransaction } from '../../../../contract';
import type { ItemCall } from '../../form/itemCall';
import { pick, pickFromEach } from '../../form/presentation';

const SIMPLE_BATCH_FIELDS = [
	'uuid',
	'external_id',
	'status',
	'total_amount',
	'currency',
	'payout_method_name',
	'description',
	'scheduled_at',
	'error_code',
	'error_message',
	'payout_transactions',
] as const;

const SIMPLE_TRANSACTION_FIELDS = [
	'uuid',
	'external_id',
	'status',
	'payee',
	'email',
	'amount',
	'error_message',
	'reference',
] as const;

const SIMPLE_PAYMENT_FIELDS = [...SIMPLE_TRANSACTION_FIELDS, 'batch', 'rounding', 'idempotency'] as const;

const SIMPLE_FIELDS_OF_ITS_BATCH = [
	'uuid',
	'external_id',
	'status',
	'currency',
	'payout_method_name',
	'scheduled_at',
	'error_code',
	'error_message',
] as const;

/**
 * A batch as the item wants it: the fields most workflows need, or the record as it came. What shows neither a total nor
 * transactions is no batch, but perhaps one transaction by itself.
 */
export function presentBatch(item: Pick<ItemCall, 'isSimple'>, record: object): IDataObject {
	const isBatch = 'total_amount' in record || 'payout_transactions' in record;
	if (!item.isSimple || !isBatch) return record as IDataObject;
	const { payout_transactions: transactions, ...batch } = record as Partial<PayoutBatch>;
	const simple = pick(batch as IDataObject, SIMPLE_BATCH_FIELDS);
	if (transactions === undefined) return simple;
	return { ...simple, payout_transactions: pickFromEach(transactions, SIMPLE_TRANSACTION_FIELDS) };
}

/** One payment of a batch: the transaction's fields, and those of its batch under `batch`. */
export function paymentRecord(transaction: Partial<PayoutTransaction>, batch: Partial<PayoutBatch>): IDataObject {
	const own = { ...batch };
	delete own.payout_transactions;
	return { ...transaction, batch: own } as IDataObject;
}

/**
 * The known payment, updated from its batch. It stays as it was known where a notification leaves the transactions out.
 */
export function paymentIn(batch: object, known: IDataObject): IDataObject {
	const { payout_transactions: transactions } = batch as Partial<PayoutBatch>;
	const transaction = transactions?.find(({ uuid }) => uuid === known.uuid);
	return { ...known, ...paymentRecord(transaction ?? {}, { ...(known.batch as Partial<PayoutBatch>), ...batch }) };
}

/** One payment as the item wants it: the fields most workflows need, or the record as it came. */
export function presentPayment(item: Pick<ItemCall, 'isSimple'>, record: IDataObject): IDataObject {
	if (!item.isSimple) return record;
	const { batch } = record;
	return {
		...pick(record, SIMPLE_PAYMENT_FIELDS),
		batch: pick(batch as IDataObject, SIMPLE_FIELDS_OF_ITS_BATCH),
	};
}
