import type { IDataObject } from 'n8n-workflow';
import type { AudPayout } from '../../../../contract';
import type { ItemCall } from '../../form/itemCall';
import { isObject } from '../../../../core/objects';
import { pick, pickFromEach, simplified } from '../../form/presentation';

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
	'id',
	'uuid',
	'external_id',
	'status',
	'payee',
	'email',
	'amount',
	'error_message',
] as const;

const SIMPLE_PAYMENT_FIELDS = [...SIMPLE_TRANSACTION_FIELDS, 'batch', 'idempotency'] as const;

const SIMPLE_FIELDS_OF_ITS_BATCH = ['id', 'uuid', 'external_id', 'status', 'scheduled_at'] as const;

/** A batch as the item wants it: the fields most workflows need, or the record as it came. */
export function presentAudBatch(item: ItemCall, record: IDataObject): IDataObject {
	const simple = simplified(item, record, SIMPLE_BATCH_FIELDS);
	const { payout_transactions: transactions } = record as Partial<AudPayout>;
	if (!item.isSimple || transactions === undefined) return simple;
	return { ...simple, payout_transactions: pickFromEach(transactions, SIMPLE_TRANSACTION_FIELDS) };
}

/** One payment as the item wants it: the fields most workflows need, or the record as it came. */
export function presentAudPayment(item: Pick<ItemCall, 'isSimple'>, record: IDataObject): IDataObject {
	if (!item.isSimple) return record;
	const { batch } = record;
	return {
		...pick(record, SIMPLE_PAYMENT_FIELDS),
		// Of what another process has made, only its External ID may be known.
		...(isObject(batch) && { batch: simplified(item, batch as IDataObject, SIMPLE_FIELDS_OF_ITS_BATCH) }),
	};
}
