import type { BalanceHistory, BalanceHistoryEntry } from '../../contract';
import type { FetchPage } from '../../core/paging';
import { cursorPage } from '../../core/paging';
import type { ServiceClient } from './client';
import type { Period } from './lists';
import { periodQuery } from './lists';

/**
 * What changed the balance in a period, newest first, `size` entries a page (specification: "v2: balances", history).
 * A cursor is valid only with the dates and the size it was given for.
 */
export function historyPages(client: ServiceClient, period: Period, size: number): FetchPage<BalanceHistoryEntry> {
	const query = { ...periodQuery(period), size };
	return async (cursor) => {
		const page = await client.read<BalanceHistory>({
			method: 'GET',
			path: '/v2/balances/history',
			query: { ...query, cursor },
		});
		return cursorPage(page.records, page.has_more, page.next_cursor);
	};
}

export const identifyEntry = ({ id }: BalanceHistoryEntry): string => id;
