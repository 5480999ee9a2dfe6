import type { IDataObject } from 'n8n-workflow';
import type { ShownLink } from '../../../service/checkoutLinks';
import { metadataOf, paymentOf } from '../../../service/checkoutLinks';
import type { ItemCall } from '../../form/itemCall';
import { OWN_FIELDS, pick } from '../../form/presentation';

/**
 * The fields of a simple link, always all of them, whichever operation gives it. The address and the expiry have the names
 * of the create answer (specification: "v3 payment link"); the other records name them differently (public reference).
 */
const SIMPLE_FIELDS = [
	'uuid',
	'external_id',
	'status',
	'payment_url',
	'expired_at',
	'payin_method_code',
	'amount',
	'currency',
	'email',
	'description',
	'meta_data',
	'transaction_info',
] as const;

/** What a record says, also inside: the reference in its metadata, and the status and currency of its payment. */
function saidBy(record: IDataObject): IDataObject {
	const { transaction_info: payment, payment_link_url, expires_at, ...link } = record as Partial<ShownLink>;
	const own: IDataObject = { ...(link as IDataObject), transaction_info: payment };
	const metadata = metadataOf(record as unknown as ShownLink);
	const { status, currency } = paymentOf(record as unknown as ShownLink);
	return {
		...own,
		external_id: own.external_id ?? metadata?.external_id,
		email: own.email ?? (link.sender_info as IDataObject | undefined)?.email,
		status,
		currency,
		payment_url: own.payment_url ?? payment_link_url,
		expired_at: own.expired_at ?? expires_at,
		meta_data: metadata,
	} as IDataObject;
}

/**
 * A link as the item wants it.
 * @param known what was known of it before; the record wins
 */
export function presentLink(item: Pick<ItemCall, 'isSimple'>, record: object, known: IDataObject = {}): IDataObject {
	if (!item.isSimple) return { ...known, ...record };
	const [now, before] = [saidBy(record as IDataObject), saidBy(known)];
	const simple = Object.fromEntries(SIMPLE_FIELDS.map((field) => [field, now[field] ?? before[field] ?? null]));
	return { ...simple, ...pick({ ...known, ...record }, OWN_FIELDS) };
}
