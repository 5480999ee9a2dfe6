import type { BalanceHistoryEntry } from '../../../../contract';
import { asUtcTimestamp } from '../../../../core/dates';
import { readList } from '../../../../core/paging';
import { historyPages, identifyEntry } from '../../../service/balances';
import type { ServiceClient } from '../../../service/client';
import type { Period } from '../../../service/lists';

/**
 * The entries of a period that is cut into windows, which are read at the same time; newest first, as the service lists
 * them. The service takes whole seconds and counts both ends in, so neighbouring windows share a second. An entry of that
 * second comes twice and is taken once.
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
