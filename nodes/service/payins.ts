import type { Payin, PayinList, PayinListed } from '../../contract';
import type { FetchPage } from '../../core/paging';
import type { ServiceClient } from './client';
import type { Period } from './lists';
import { numberedPages, PAGE_SIZE, periodQuery } from './lists';

/** One payin with its refunds (specification: "v2: payin queries and actions", detail). @throws {ServiceFailure} */
export async function readPayin(client: ServiceClient, uuid: string): Promise<Payin> {
	return await client.read<Payin>({ method: 'GET', path: '/v2/payins/detail', query: { uuid } });
}

/** The payins created in a period (specification: "v2: payin queries and actions", all). */
export function payinPages(client: ServiceClient, period: Period, externalId?: string): FetchPage<PayinListed> {
	const query = { ...periodQuery(period), external_id: externalId, per_page: PAGE_SIZE };
	return numberedPages(client, '/v2/payins/all', query, ({ records, limit, total }: PayinList) => ({
		records,
		size: limit,
		total,
	}));
}
