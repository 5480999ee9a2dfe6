import type { IDataObject } from 'n8n-workflow';
import { refundListOf } from '../../../../core/refundList';
import { isShown } from '../../../service/answers';
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
	'metadata',
	'expired_at',
	'pay_by',
	'refunds',
	'created_at',
	'rounding',
	'idempotency',
] as const;

export function presentPayin(item: Pick<ItemCall, 'isSimple'>, record: object): IDataObject {
	if (!item.isSimple) return record as IDataObject;
	const { metadata, ...shown } = record as IDataObject;
	const refunds = refundListOf(record as IDataObject);
	const kept = { ...shown, ...(isShown(metadata) && { metadata }), ...(refunds !== undefined && { refunds }) };
	return simplified(item, kept, SIMPLE_FIELDS);
}
