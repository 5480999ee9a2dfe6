import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../../../core/objects';
import { metadataOf, paymentOf, type ShownLink } from '../../../service/checkoutLinks';
import { isEmpty, type ItemCall } from '../../run/itemCall';
import { paymentRow } from '../../form/presentation';

/** A record as a row. What it says of the payment counts, and otherwise what it says of the link. */
function rowOf(record: IDataObject): IDataObject {
	const link = record as Partial<ShownLink> & Record<string, unknown>;
	const payment = { ...(link.transaction_info as IDataObject | null | undefined) };
	const { pay_code: code } = payment;
	const { status, currency } = paymentOf(link);
	const metadata = metadataOf(link as ShownLink);
	const sender = { ...(link.sender_info as IDataObject | null | undefined) };
	const name = [sender.first_name, sender.last_name].filter((part) => !isEmpty(part)).join(' ');
	const external_id = (link.external_id ?? metadata?.external_id) as string | undefined;
	return paymentRow({ ...record, external_id }, 'customer', {
		status,
		customer: payment.name ?? name,
		currency,
		method: link.payin_method_code,
		error_message: payment.error_message ?? (isObject(code) ? code.error_message : undefined),
		uuid: link.uuid,
		created_at: link.created_at,
		// The create answer and the other records name the address and the expiry differently (public reference).
		payment_url: link.payment_url ?? link.payment_link_url,
		expired_at: link.expired_at ?? link.expires_at,
		total: payment.total,
		paid_amount: payment.paid_amount,
		is_refundable: payment.is_refundable,
		payment_uuid: payment.uuid,
		email: link.email ?? sender.email,
		description: link.description,
		metadata,
	});
}

/**
 * A link as the item wants it: a row, always with all its columns, whichever operation gives it, or the record as it came.
 * @param known what was known of it before; the record wins
 */
export function presentLink(item: Pick<ItemCall, 'isSimple'>, record: object, known: IDataObject = {}): IDataObject {
	const all: IDataObject = { ...known, ...record };
	if (!item.isSimple) return all;
	if (Object.keys(known).length === 0) return rowOf(all);
	const [now, before] = [rowOf(record as IDataObject), rowOf(known)];
	const columns = rowOf(all);
	return Object.fromEntries(
		Object.keys(columns).map((column) => [column, now[column] ?? before[column] ?? columns[column] ?? null]),
	);
}
