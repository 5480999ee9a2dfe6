import type { IDataObject } from 'n8n-workflow';
import type { ItemCall } from '../../form/itemCall';
import { pick } from '../../form/presentation';

const SIMPLE_FIELDS = [
	'uuid',
	'external_id',
	'status',
	'stage',
	'amount',
	'currency',
	'paid_amount',
	'payment_method',
	'pay_code',
	'expired_at',
	'refunds',
	'created_at',
	'rounding',
	'idempotency',
] as const;

/** A payin as the item wants it: the fields most workflows need, or the record as it came. */
export function presentPayin(item: Pick<ItemCall, 'flag'>, record: object): IDataObject {
	return item.flag('simplify') ? pick(record as IDataObject, SIMPLE_FIELDS) : (record as IDataObject);
}
