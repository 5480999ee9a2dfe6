import type { IDataObject } from 'n8n-workflow';
import { refundListOf } from '../../../../core/refundList';
import type { ItemCall } from '../../form/itemCall';
import { simplified } from '../../form/presentation';

const SIMPLE_FIELDS = [
	'uuid',
	'external_id',
	'status',
	'stage',
	'amount',
	'gst_amount',
	'total',
	'currency',
	'paid_amount',
	'payment_method',
	'pay_code',
	'is_refundable',
	'is_cancellable',
	'expired_at',
	'pay_by',
	'refunds',
	'created_at',
	'rounding',
	'idempotency',
] as const;

export function presentPayin(item: Pick<ItemCall, 'isSimple'>, record: object): IDataObject {
	const refunds = item.isSimple ? refundListOf(record as IDataObject) : undefined;
	return simplified(item, refunds === undefined ? record : { ...record, refunds }, SIMPLE_FIELDS);
}
