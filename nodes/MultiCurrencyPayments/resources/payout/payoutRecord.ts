import type { IDataObject } from 'n8n-workflow';
import type { PayoutBatch, PayoutTransaction } from '../../../../contract';
import type { ItemCall } from '../../form/itemCall';
import { pick } from '../../form/presentation';

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
	'rounding',
	'idempotency',
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
	'batch',
	'rounding',
	'idempotency',
] as const;

/** A batch as the item wants it: the fields most workflows need, or the record as it came. */
export function presentBatch(item: Pick<ItemCall, 'flag'>, record: object): IDataObject {
	if (!item.flag('simplify')) return record as IDataObject;
	const { payout_transactions: transactions, ...batch } = record as Partial<PayoutBatch>;
	const simple = pick(batch as IDataObject, SIMPLE_BATCH_FIELDS);
	return transactions
		? {
				...simple,
				payout_transactions: transactions.map((each) => pick(each as IDataObject, SIMPLE_TRANSACTION_FIELDS)),
			}
		: simple;
}

/** A transaction with the batch it is part of, as the item wants it. */
export function presentTransaction(
	item: ItemCall,
	transaction: PayoutTransaction,
	{ uuid, status, external_id, currency, scheduled_at }: PayoutBatch,
	more: IDataObject,
): IDataObject {
	const record = {
		...transaction,
		batch: { uuid, status, external_id, currency, scheduled_at },
		...more,
	} as IDataObject;
	return item.flag('simplify') ? pick(record, SIMPLE_TRANSACTION_FIELDS) : record;
}
