import type { Payin, PayinList, PayinListed } from '../../contract';
import { has, holdsRecord, recordIn } from './answers';
import type { ServiceClient } from './client';
import { numberedPages, PAGE_SIZE, sizedPages, SMALLEST_PAGE } from './lists';
import { pagesOfPeriod, periodQuery, periodsWithRecords, type Period } from './period';

/** One payin with its refunds (specification: "v2: payin queries and actions", detail). @throws {ServiceFailure} */
export async function readPayin(client: ServiceClient, uuid: string): Promise<Payin> {
	const request = { path: '/v2/payins/detail', query: { uuid } };
	return recordIn(await client.read<Payin>(request, holdsRecord([uuid], has('uuid', 'status'))), uuid);
}

const LIST = '/v2/payins/all';

/** The payins created in a period, up to `most` a page (specification: "v2: payin queries and actions", all). */
export function payinPages(client: ServiceClient, period: Period, externalId?: string, most = PAGE_SIZE) {
	return sizedPages(client, LIST, most, (size) =>
		pagesOfPeriod(client, LIST, period, (asked) => {
			const query = { ...periodQuery(asked), external_id: externalId, per_page: size };
			return numberedPages<PayinList, PayinListed>(client, LIST, query, (list) => list);
		}),
	);
}

/**
 * The periods in which payins of an account may be found, newest first: the last year, and every older one in which there
 * are any. @throws {ServiceFailure} {PagingError}
 */
export const payinPeriods = async (client: ServiceClient): Promise<Period[]> =>
	await periodsWithRecords(client, LIST, (period) => payinPages(client, period, undefined, SMALLEST_PAGE));
