import type { BalanceHistory, BalanceHistoryEntry } from '../../contract';
import type { FetchPage } from '../../core/paging';
import { cursorPage } from '../../core/paging';
import { hasRecords } from './answers';
import type { ServiceClient } from './client';
import { sizedPages } from './pageSize';
import type { Period } from './period';
import { pagesOfPeriod, periodQuery } from './period';

const PATH = '/v2/balances/history';

/** Whose history it is: that of a single account, or of one that includes others. */
export type HistoryAccount = Partial<Pick<BalanceHistory, 'account_type'>>;

/**
 * What changed the balance in a period, newest first, up to `most` entries a page (specification: "v2: balances",
 * history). A cursor is valid only with the dates and the size it was given for.
 * @param tell receives what the answers say about the account
 */
export function historyPages(
	client: ServiceClient,
	period: Period,
	most: number,
	tell: (account: HistoryAccount) => void = () => undefined,
): FetchPage<BalanceHistoryEntry> {
	return sizedPages(client, PATH, most, (size) =>
		pagesOfPeriod(client, PATH, period, (asked) => async (cursor) => {
			const request = { method: 'GET', path: PATH, query: { ...periodQuery(asked), size, cursor } } as const;
			const page = await client.read<BalanceHistory>(request, hasRecords);
			if (page.account_type !== undefined) tell({ account_type: page.account_type });
			return cursorPage(page.records, page.has_more, page.next_cursor);
		}),
	);
}

/**
 * What tells an entry from the others. The id is that of the balance (specification: "Balance history entry"), which a
 * payment and its refund may share.
 */
export const identifyEntry = (entry: BalanceHistoryEntry): string => {
	const { id, request_type, transaction_type, amount, reference_id, created_at } = entry;
	return `${id} ${request_type} ${transaction_type} ${amount} ${reference_id} ${created_at}`;
};
