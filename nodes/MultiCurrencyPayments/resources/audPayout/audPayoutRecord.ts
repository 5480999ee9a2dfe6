import type { IDataObject } from 'n8n-workflow';
import type { AudPayout } from '../../../../contract';
import type { ItemCall } from '../../form/itemCall';
import { pick } from '../../form/presentation';
import type { AudPayoutRequest } from './audPayoutRequest';

const SIMPLE_BATCH_FIELDS = [
	'id',
	'uuid',
	'external_id',
	'status',
	'total_amount',
	'description',
	'scheduled_at',
	'payout_transactions',
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
	'batch',
	'idempotency',
] as const;

/** A batch as the item wants it: the fields most workflows need, or the record as it came. */
export function presentAudBatch(item: ItemCall, record: IDataObject): IDataObject {
	if (!item.flag('simplify')) return record;
	const simple = pick(record, SIMPLE_BATCH_FIELDS);
	const { payout_transactions: transactions } = record as Partial<AudPayout>;
	if (!Array.isArray(transactions)) return simple;
	return {
		...simple,
		payout_transactions: transactions.map((each) => pick(each as IDataObject, SIMPLE_TRANSACTION_FIELDS)),
	};
}

/**
 * One payee of a batch with the batch. The specification does not show the fields of the answer ("v1 AUD payout record
 * fields"), so a payee that cannot be made out in it is reported as sent: the service took the whole batch.
 */
export function presentAudTransaction(
	{ item, key, detail }: AudPayoutRequest,
	{ payout_transactions: transactions, ...batch }: Partial<AudPayout>,
	more: IDataObject,
): IDataObject {
	const transaction = transactions?.find(({ external_id }) => external_id === key) ?? { ...detail, external_id: key };
	const record = {
		...transaction,
		batch: pick(batch as IDataObject, ['id', 'uuid', 'status', 'external_id', 'scheduled_at']),
		...more,
	} as IDataObject;
	return item.flag('simplify') ? pick(record, SIMPLE_TRANSACTION_FIELDS) : record;
}
