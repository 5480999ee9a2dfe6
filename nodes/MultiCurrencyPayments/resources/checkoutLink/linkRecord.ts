import type { IDataObject } from 'n8n-workflow';
import type { ItemCall } from '../../form/itemCall';
import { pick } from '../../form/presentation';

/** The create answer and the other records name the address and the expiry differently (public reference). */
const SIMPLE_FIELDS = [
	'uuid',
	'payment_url',
	'payment_link_url',
	'expired_at',
	'expires_at',
	'payin_method_code',
	'amount',
	'email',
	'description',
	'meta_data',
	'transaction_info',
	'idempotency',
] as const;

/** A link as the item wants it: the fields most workflows need, or the record as it came. */
export function presentLink(item: Pick<ItemCall, 'flag'>, record: object): IDataObject {
	return item.flag('simplify') ? pick(record as IDataObject, SIMPLE_FIELDS) : (record as IDataObject);
}
