/**
 * One way to read every list of the service, whether its pages have cursors or numbers. A list is read completely,
 * without duplicates, or the reader fails and says why.
 */

import { attempt } from '../attempt';
import { ExplainedError, type Explanation } from '../text/explained';

/** Where a page starts: an opaque cursor or a page number; undefined for the first page. */
export type Position = string | number | undefined;

/** One page as an endpoint answered it. */
export interface Page<T> {
	records: T[];
	/** Start of the following page; null when this was the last. */
	next: string | number | null;
	/** How many records the list has in all, where the endpoint says so. */
	total?: number;
	/** Whether there may be more records, because the answer does not say. */
	mayBeCut?: boolean;
	/** The end of the period that the service took, in milliseconds since 1970, where it might have been another. */
	until?: number;
	/** Whether records may be added to the list while it is read, but none goes away. */
	mayGrow?: boolean;
}

export type FetchPage<T> = (position: Position) => Promise<Page<T>>;

/** The service's answers contradict each other, so that reading on would lose or repeat records. */
export class PagingError extends ExplainedError {
	get explanation(): Explanation {
		return {
			message: 'The list could not be read completely, so nothing of it is returned',
			description: `While reading it, ${this.message}. Run the node again, for a period that lies in the past if possible.`,
		};
	}
}

/** The list became longer or shorter while it was read. Reading it again from the start helps. */
export class ListChangedError extends PagingError {}

/** The answer does not tell whether its list is complete, or holds no list at all. */
export class UnknownListError extends PagingError {
	override get explanation(): Explanation {
		return {
			message: 'The payment service sent a list in a form that is not known here, so nothing of it is returned',
			description: `${this.message.charAt(0).toUpperCase()}${this.message.slice(1)}.`,
		};
	}
}

/**
 * A repeat is noticed within at least this many records. A list would have to grow by as many between two requests to
 * hide one.
 */
const REMEMBERED = 10_000;

/** Most empty pages in a row. A service that filters its records after it has cut its pages may send some. */
const MOST_EMPTY = 100;

/** How often a list that changes while it is read is read in all, each time from the start. */
export const MOST_READINGS = 3;

/** A page of a list whose pages are numbered from 1 (specification: "v2: payin queries", "v1: balances"). */
export function numberedPage<T>(records: T[], page: number, pageSize: number, total: number): Page<T> {
	return { records, total, next: page * pageSize < total ? page + 1 : null };
}

/** A page of a list with an opaque cursor (specification: "v2: balances"). */
export function cursorPage<T>(records: T[], hasMore: boolean, nextCursor: string | null): Page<T> {
	if (hasMore && nextCursor === null) {
		throw new PagingError('the service says that there are more records but not where they start');
	}
	return { records, next: hasMore ? nextCursor : null };
}

/** The identifiers of the latest records, so that a list of any length takes the same memory. */
export class LatestIds {
	private older = new Set<string>();
	private newer = new Set<string>();

	/** Remembers an identifier. @returns whether it is one of the latest already */
	isRepeat(id: string): boolean {
		if (this.older.has(id)) return true;
		const { size } = this.newer;
		if (this.newer.add(id).size === size) return true;
		if (size + 1 >= REMEMBERED) {
			this.older = this.newer;
			this.newer = new Set();
		}
		return false;
	}
}

/**
 * Yields the pages of a list in the service's order, page by page. Of a list that may grow, those that were there at the
 * beginning, and perhaps some of the later ones: what is added in front of a page pushes records on to the next.
 * @param identify gives the identifier of a record, by which a repeat is noticed
 * @throws {PagingError} on a repeated position, or too many empty pages that claim more records
 * @throws {ListChangedError} when the total changes, a record comes twice, or the count does not match the total
 * @throws {UnknownListError} when more records are wanted than a page holds that may be cut short
 */
export async function* readPages<T>(fetchPage: FetchPage<T>, identify: (record: T) => string): AsyncGenerator<T[]> {
	const positions = new Set<Position>();
	const latest = new LatestIds();
	let count = 0;
	let repeats = 0;
	let first: number | undefined;
	let total: number | undefined;
	let position: Position;
	let empty = 0;
	for (;;) {
		positions.add(position);
		const page = await fetchPage(position);
		first ??= page.total;
		total ??= page.total;
		const hasGrown = (page.total ?? NaN) > (total ?? NaN);
		if (page.total !== total && !(page.mayGrow && hasGrown))
			throw new ListChangedError(`the list had ${total} records and now has ${page.total}`);
		total = page.total;
		const growth = (total ?? 0) - (first ?? 0);
		const fresh: T[] = [];
		for (const record of page.records) {
			const id = identify(record);
			if (!latest.isRepeat(id)) fresh.push(record);
			else if (++repeats > growth) throw new ListChangedError(`the record ${id} came twice`);
		}
		count += fresh.length;
		if (fresh.length > 0) yield fresh;
		if (page.mayBeCut === true) {
			throw new UnknownListError(
				`nothing says whether its ${count} records are all there are. Ask for at most ${count}, by Limit`,
			);
		}
		if (page.next === null) break;
		empty = page.records.length === 0 ? empty + 1 : 0;
		if (empty > MOST_EMPTY) throw new PagingError(`the service sent ${empty} empty pages that claim more records`);
		if (positions.has(page.next)) throw new PagingError('the service sent the same page position twice');
		position = page.next;
	}
	if (count < (first ?? 0) || count > (total ?? Infinity)) {
		throw new ListChangedError(`the service counts ${total} records but sent ${count}`);
	}
}

/**
 * Fetches pages while earlier ones are being used. The first request leaves at once.
 * @param most how many pages to hold ready: 0 to fetch only what is asked for, Infinity where all are kept anyway
 */
export function readAhead<T>(pages: AsyncGenerator<T>, most: number): AsyncGenerator<T> {
	const ready: Promise<IteratorResult<T>>[] = [];
	let isReading = false;
	const fetchNext = (): Promise<IteratorResult<T>> => {
		const next = pages.next();
		isReading = true;
		ready.push(next);
		next.then(
			({ done }) => {
				isReading = false;
				if (!done && ready.length < most) void fetchNext();
			},
			// The consumer of this page gets the failure.
			() => undefined,
		);
		return next;
	};
	void fetchNext();
	return takeInTurn();

	async function* takeInTurn(): AsyncGenerator<T> {
		try {
			for (;;) {
				const { done, value } = await (ready[0] ?? fetchNext());
				ready.shift();
				if (done) return;
				if (!isReading && ready.length < most) void fetchNext();
				yield value;
			}
		} finally {
			await pages.return(undefined);
		}
	}
}

/**
 * Reads a list whole, or its first `limit` records. A list that changes meanwhile is read again from the start.
 * @param keep which records count, where the service may not have filtered them itself
 * @throws {PagingError} when the service's pages contradict each other, or the list keeps changing
 */
export async function readList<T>(
	fetchPage: FetchPage<T>,
	identify: (record: T) => string,
	limit = Infinity,
	keep: (record: T) => boolean = () => true,
): Promise<T[]> {
	return await untilItHoldsStill(async () => await readOnce(fetchPage, identify, limit, keep));
}

/** Reads again from the start while the list changes, a few times. @throws {PagingError} */
export async function untilItHoldsStill<R>(read: () => Promise<R>): Promise<R> {
	for (let reading = 1; ; reading++) {
		const outcome = await attempt(read);
		if ('value' in outcome) return outcome.value;
		if (!(outcome.failure instanceof ListChangedError) || reading === MOST_READINGS) throw outcome.failure;
	}
}

async function readOnce<T>(
	fetchPage: FetchPage<T>,
	identify: (record: T) => string,
	limit: number,
	keep: (record: T) => boolean,
): Promise<T[]> {
	const records: T[] = [];
	for await (const page of firstOf(limit, kept(readPages(fetchPage, identify), keep)))
		for (const record of page) records.push(record);
	return records;
}

/** The pages, with the records that count alone. */
export async function* kept<T>(pages: AsyncGenerator<T[]>, keep: (record: T) => boolean): AsyncGenerator<T[]> {
	for await (const page of pages) yield page.filter(keep);
}

/** The pages that hold the first `limit` records, the last one cut to size. No further page is fetched. */
export async function* firstOf<T>(limit: number, pages: AsyncGenerator<T[]>): AsyncGenerator<T[]> {
	if (limit < 1) return;
	let left = limit;
	for await (const page of pages) {
		yield page.slice(0, left);
		left -= page.length;
		if (left <= 0) return;
	}
}
