import type { IDataObject } from 'n8n-workflow';
import type { LinkList, PaymentLink, V3PayinMethodList } from '../../contract';
import type { FetchPage } from '../../core/paging';
import type { ServiceClient } from './client';
import { numberedPages, PAGE_SIZE } from './lists';

/** One link with the status of its payment (specification: "v3: hosted checkout", status and details). @throws {ServiceFailure} */
export async function readLink(client: ServiceClient, uuid: string): Promise<PaymentLink> {
	return await client.read<PaymentLink>({ method: 'GET', path: `/v3/payin_links/${encodeURIComponent(uuid)}` });
}

/** The links that pass the filters (specification: "v3: hosted checkout", list). */
export function linkPages(client: ServiceClient, filters: IDataObject): FetchPage<PaymentLink> {
	const query = { ...filters, per_page: PAGE_SIZE };
	return numberedPages(client, '/v3/payin_links', query, ({ records, limit, total }: LinkList) => ({
		records,
		size: limit,
		total,
	}));
}

/** The methods of the hosted page, with its card brands and languages (specification: "v3: hosted checkout"). @throws {ServiceFailure} */
export async function readCheckoutMethods(client: ServiceClient): Promise<V3PayinMethodList> {
	return await client.read<V3PayinMethodList>({ method: 'GET', path: '/v3/payin_methods' });
}
