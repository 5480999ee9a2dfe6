import type { IDataObject } from 'n8n-workflow';
import type { ItemCall } from '../../form/itemCall';
import { simplified } from '../../form/presentation';

/** The create answer and the other records name the address and the expiry differently (public reference). */
const SIMPLE_FIELDS = [
	'uuid',
	'external_id',
	'status',
	'payment_url',
	'payment_link_url',
	'expired_at',
	'expires_at',
	'payin_method_code',
	'amount',
	'currency',
	'email',
	'description',
	'meta_data',
	'transaction_info',
	'idempotency',
] as const;

/**
 * A link as the item wants it. The simple one shows on top, under the same names as a payin, what the record holds inside:
 * the reference in its metadata, and the status and currency of its payment.
 */
export function presentLink(item: Pick<ItemCall, 'isSimple'>, record: object): IDataObject {
	if (!item.isSimple) return record as IDataObject;
	const { payment_link_url, meta_data, transaction_info, ...link } = record as Partial<Record<string, IDataObject>>;
	const onTop = {
		external_id: meta_data?.external_id,
		status: transaction_info?.status,
		currency: transaction_info?.currency,
		payment_url: payment_link_url,
		...link,
	};
	const shown = Object.entries(onTop).filter(([, value]) => value !== undefined && value !== null);
	return simplified(item, { ...record, ...Object.fromEntries(shown) }, SIMPLE_FIELDS);
}
