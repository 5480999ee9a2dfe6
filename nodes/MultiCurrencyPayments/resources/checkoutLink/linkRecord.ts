import type { IDataObject } from 'n8n-workflow';
import type { ItemCall } from '../../form/itemCall';
import { simplified } from '../../form/presentation';

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

export function presentLink(item: Pick<ItemCall, 'isSimple'>, record: object): IDataObject {
	return simplified(item, record, SIMPLE_FIELDS);
}
