import type { BalanceHistory, BalanceHistoryEntry } from '../../../../contract';
import { asUtcTimestamp } from '../../../../core/dates';
import type { FetchPage } from '../../../../core/paging';
import { cursorPage, readList } from '../../../../core/paging';
import type { Period } from '../../../service/lists';
import { periodQuery } from '../../../service/lists';
import type { ServiceClient } from '../../../service/client';

export const identifyEntry = ({ id }: BalanceHistoryEntry): string => id;

/** Specification: "v2: balances", history. The cursor belongs to the dates and the size it was given for. */
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

/**
 * The entries of a period that is read in several windows at the same time, in the service's order (newest first).
 * Neighbouring windows share their border second, because the service takes whole seconds and both ends belong to a
 * window; an entry that comes in both is taken once.
 */
export async function entriesOfWindows(
	client: ServiceClient,
	period: Period,
	size: number,
	windows: number,
	limit: number,
): Promise<BalanceHistoryEntry[]> {
	const parts = await Promise.all(
		windowsOf(period, windows).map(
			async (window) => await readList(historyPages(client, window, size), identifyEntry, limit),
		),
	);
	const entries = new Map(parts.flat().map((entry) => [entry.id, entry]));
	return [...entries.values()].slice(0, limit);
}

/** Windows of whole seconds, newest first. */
function windowsOf({ from, to }: Period, count: number): Period[] {
	const length = to.getTime() - from.getTime();
	const borders = Array.from({ length: count + 1 }, (_, index) =>
		wholeSecond(from.getTime() + (length * index) / count),
	);
	borders[0] = from;
	borders[count] = to;
	const windows: Period[] = [];
	for (let index = count; index > 0; index--) {
		const [start, end] = [borders[index - 1] as Date, borders[index] as Date];
		if (index === count || asUtcTimestamp(start) !== asUtcTimestamp(end)) windows.push({ from: start, to: end });
	}
	return windows;
}

function wholeSecond(time: number): Date {
	return new Date(Math.floor(time / 1000) * 1000);
}
