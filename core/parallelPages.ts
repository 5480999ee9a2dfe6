/** Reads the numbered pages of a list that holds still, several at a time. */

import type { FetchPage } from './paging';
import { ListChangedError } from './paging';

/** Does work on each of some things, on so many at a time. The first failure ends it; nothing is begun after that. */
export async function inLanes<T>(
	things: readonly T[],
	lanes: number,
	work: (thing: T) => Promise<void>,
): Promise<void> {
	let next = 0;
	let failed = false;
	const lane = async () => {
		while (next < things.length && !failed) {
			await work(things[next++] as T).catch((failure: unknown) => {
				failed = true;
				throw failure;
			});
		}
	};
	await Promise.all(Array.from({ length: Math.min(lanes, things.length) }, lane));
}

/**
 * Hands every record of a list on, in no order. For periods that lie in the past: a record that is added while pages are
 * read at the same time could push another from a page not yet read to one that is read already.
 * @throws {ListChangedError} when the list does not hold still all the same
 */
export async function readInLanes<T>(
	fetchPage: FetchPage<T>,
	identify: (record: T) => string,
	lanes: number,
	take: (records: T[]) => void,
): Promise<void> {
	const first = await fetchPage(undefined);
	const { total = first.records.length } = first;
	const seen = new Set(first.records.map(identify));
	take(first.records);
	const pages = first.next === null ? 1 : Math.ceil(total / Math.max(1, first.records.length));
	const others = Array.from({ length: pages - 1 }, (_, index) => index + 2);
	await inLanes(others, lanes, async (number) => {
		const page = await fetchPage(number);
		if (page.total !== first.total)
			throw new ListChangedError(`the list had ${total} records and now has ${page.total}`);
		for (const record of page.records) seen.add(identify(record));
		take(page.records);
	});
	if (seen.size !== total) throw new ListChangedError(`the service counts ${total} records but sent ${seen.size}`);
}
