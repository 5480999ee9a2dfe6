import type { PayoutBatchDetail, PayoutList } from '../../contract';
import type { FetchPage } from '../../core/paging';
import type { ServiceClient } from './client';
import type { Period } from './lists';
import { lookUpPeriod, numberedPages, periodQuery, recordsWithKey } from './lists';

/**
 * One batch with its transactions, or with the one that `childUuid` names (specification: "v2: payout queries and
 * actions", detail). @throws {ServiceFailure}
 */
export async function readPayout(client: ServiceClient, uuid: string, childUuid?: string): Promise<PayoutBatchDetail> {
	return await client.read({ method: 'GET', path: '/v2/payouts/detail', query: { uuid, child_uuid: childUuid } });
}

/**
 * The batches created in a period (specification: "v2: payout queries and actions", all). The endpoint
 * takes no page size.
 */
export function payoutPages(client: ServiceClient, period: Period, externalId?: string): FetchPage<PayoutBatchDetail> {
	const query = { ...periodQuery(period), external_id: externalId };
	return numberedPages(client, '/v2/payouts/all', query, ({ records, size, total_count }: PayoutList) => ({
		records,
		size,
		total: total_count,
	}));
}

/** Every batch of the last year whose own `external_id` is this key. @throws {ServiceFailure} {PagingError} */
export async function batchesWithKey(client: ServiceClient, key: string): Promise<PayoutBatchDetail[]> {
	return await recordsWithKey(
		payoutPages(client, lookUpPeriod(), key),
		({ uuid }) => uuid,
		({ external_id }) => external_id,
		key,
	);
}
