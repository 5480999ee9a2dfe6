import type { IDataObject } from 'n8n-workflow';
import type { LinkList, PaymentLink, V3PayinMethodList } from '../../contract';
import type { FetchPage } from '../../core/paging';
import { pathSegment } from '../../core/pathSegment';
import { has, hasRecords, isObject } from './answers';
import type { ServiceClient } from './client';
import { numberedPages, PAGE_SIZE } from './lists';
import { sizedPages } from './pageSize';

/** One link with the status of its payment (specification: "v3: hosted checkout", status and details). @throws {ServiceFailure} */
export async function readLink(client: ServiceClient, uuid: string): Promise<PaymentLink> {
	const path = `/v3/payin_links/${pathSegment(uuid)}`;
	return await client.read<PaymentLink>(
		{ method: 'GET', path },
		(answer) => has('uuid')(answer) && isObject(answer) && isObject(answer.transaction_info),
	);
}

const LIST = '/v3/payin_links';

/** The links that pass the filters, up to `most` a page (specification: "v3: hosted checkout", list). */
export function linkPages(client: ServiceClient, filters: IDataObject, most = PAGE_SIZE): FetchPage<PaymentLink> {
	return sizedPages(client, LIST, most, (size) =>
		numberedPages(client, LIST, { ...filters, per_page: size }, ({ records, limit, total }: LinkList) => ({
			records,
			size: limit,
			total,
		})),
	);
}

/** The methods of the hosted page, with its card brands and languages (specification: "v3: hosted checkout"). @throws {ServiceFailure} */
export async function readCheckoutMethods(client: ServiceClient): Promise<V3PayinMethodList> {
	return await client.read<V3PayinMethodList>({ method: 'GET', path: '/v3/payin_methods' }, hasRecords);
}
