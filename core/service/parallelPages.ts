/** Reads the numbered pages of a list, several at a time. */

import { ListChangedError, type FetchPage } from './paging';

/** Works on several things at a time, up to `lanes`. After the first failure nothing more is begun. */
export async function inParallel<T>(
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
 * Hands on every record of a list, in no particular order.
 * @throws {ListChangedError} when it changes meanwhile: a new record could push another one from a page that is still to
 * be read to one that was read already. What was handed on by then is not all
 */
export async function readInLanes<T>(
	fetchPage: FetchPage<T>,
	identify: (record: T) => string,
	lanes: number,
	take: (records: T[]) => Promise<void> | void,
): Promise<void> {
	const first = await fetchPage(undefined);
	const { total = first.records.length } = first;
	const seen = new Set(first.records.map(identify));
	await take(first.records);
	const pages = first.next === null ? 1 : Math.ceil(total / Math.max(1, first.records.length));
	const others = Array.from({ length: pages - 1 }, (_, index) => index + 2);
	await inParallel(others, lanes, async (number) => {
		const page = await fetchPage(number);
		if (page.total !== first.total)
			throw new ListChangedError(`the list had ${total} records and now has ${page.total}`);
		for (const record of page.records) seen.add(identify(record));
		await take(page.records);
	});
	if (seen.size !== total) throw new ListChangedError(`the service counts ${total} records but sent ${seen.size}`);
}
