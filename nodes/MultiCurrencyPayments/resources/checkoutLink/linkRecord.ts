import type { IDataObject } from 'n8n-workflow';
import type { LinkList, PaymentLink } from '../../../../contract';
import type { FetchPage } from '../../../../core/paging';
import type { ItemCall } from '../../form/itemCall';
import { numberedPages, PAGE_SIZE } from '../../../service/lists';
import { pick } from '../../form/presentation';
import type { ServiceClient } from '../../../service/client';

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

/** Specification: "v3: hosted checkout", status and details. */
export async function readLink(client: ServiceClient, uuid: string): Promise<PaymentLink> {
	return await client.read<PaymentLink>({ method: 'GET', path: `/v3/payin_links/${encodeURIComponent(uuid)}` });
}

/** Specification: "v3: hosted checkout", list. */
export function linkPages(client: ServiceClient, filters: IDataObject): FetchPage<PaymentLink> {
	const query = { ...filters, per_page: PAGE_SIZE };
	return numberedPages(client, '/v3/payin_links', query, ({ records, limit, total }: LinkList) => ({
		records,
		size: limit,
		total,
	}));
}
