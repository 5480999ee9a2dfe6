import { createHmac, timingSafeEqual } from 'crypto';
import type { Merchant } from '../engine/merchant';
import { unprocessable } from '../engine/serviceError';
import { availableEffect, type HistoryEntry, type HistorySource } from './entries';
import type { Ledger } from './ledger';
import type { Money } from './money';

/** A period in milliseconds, both ends included. */
export interface Period {
	from: number;
	to: number;
}

/** Whose history it is. */
type Owner = Pick<Merchant, 'secretKey'>;

/** Where a page ended: the time, source and index of its last entry. */
interface Position {
	at: number;
	source: number;
	index: number;
}

/** Index of the first entry that is not older than `at`. */
function firstSince(source: HistorySource, at: number): number {
	let low = 0;
	let high = source.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (source.createdAt(middle) < at) low = middle + 1;
		else high = middle;
	}
	return low;
}

/**
 * Positions newest first, from `after` (exclusive) or the end of the period to its beginning.
 * Within one millisecond, earlier sources count as newer, then higher indexes. New entries cannot change this order,
 * because they go to the end of the first source.
 */
function* newestFirst(
	sources: readonly HistorySource[],
	period: Period,
	after: Position | undefined,
): Generator<Position> {
	const cursors = sources.map((source, number) => {
		if (!after) return firstSince(source, period.to + 1) - 1;
		if (number === after.source) return after.index - 1;
		return firstSince(source, number > after.source ? after.at + 1 : after.at) - 1;
	});
	for (;;) {
		let newest: Position | undefined;
		sources.forEach((source, number) => {
			const index = cursors[number] ?? -1;
			if (index < 0) return;
			const at = source.createdAt(index);
			if (at >= period.from && (!newest || at > newest.at)) newest = { at, source: number, index };
		});
		// The compiler does not see the assignment in the closure above.
		const found = newest as Position | undefined;
		if (!found) return;
		cursors[found.source] = found.index - 1;
		yield found;
	}
}

function sourceOf(sources: readonly HistorySource[], { source }: Position): HistorySource {
	const found = sources[source];
	if (!found) throw new RangeError(`No history source ${source}`);
	return found;
}

const entryOf = (sources: readonly HistorySource[], position: Position): HistoryEntry =>
	sourceOf(sources, position).entry(position.index);

const badCursor = () =>
	unprocessable({ cursor: 'is not one of this account for the same from_date, to_date and size' });

/** Binds a cursor to its query. It is refused with another account, period or page size. */
const sealOf = (owner: Owner, query: Period & { size: number }, position: string): Buffer =>
	createHmac('sha256', owner.secretKey)
		.update(`${query.from}|${query.to}|${query.size}|${position}`)
		.digest()
		.subarray(0, 12);

function writeCursor(owner: Owner, query: Period & { size: number }, { at, source, index }: Position): string {
	const position = `${at}.${source}.${index}`;
	return Buffer.concat([sealOf(owner, query, position), Buffer.from(position)]).toString('base64url');
}

function readCursor(owner: Owner, query: Period & { size: number }, cursor: string): Position {
	const bytes = Buffer.from(cursor, 'base64url');
	const position = bytes.subarray(12).toString('latin1');
	// Decoding tolerates altered trailing bits and foreign characters, so the text itself must match too.
	if (bytes.length <= 12 || bytes.toString('base64url') !== cursor) throw badCursor();
	if (!timingSafeEqual(bytes.subarray(0, 12), sealOf(owner, query, position))) throw badCursor();
	const [at = NaN, source = NaN, index = NaN] = position.split('.').map(Number);
	return { at, source, index };
}

/**
 * One page of the v2 history, newest first. The cost depends on the page size, not on the length of the history.
 * @throws ServiceError 422 for a cursor that was altered or belongs to another query.
 */
export function cursorPage(
	ledger: Ledger,
	owner: Owner,
	query: Period & { size: number; cursor?: string },
): { entries: HistoryEntry[]; nextCursor: string | null } {
	const sources = ledger.sources();
	const after = query.cursor === undefined ? undefined : readCursor(owner, query, query.cursor);
	const entries: HistoryEntry[] = [];
	let last: Position | undefined;
	for (const position of newestFirst(sources, query, after)) {
		if (last && entries.length === query.size) return { entries, nextCursor: writeCursor(owner, query, last) };
		entries.push(entryOf(sources, position));
		last = position;
	}
	return { entries, nextCursor: null };
}

const countSince = (sources: readonly HistorySource[], at: number): number =>
	sources.reduce((sum, source) => sum + source.length - firstSince(source, at), 0);

/** The time of the entry with `skipped` newer ones before it, found by binary search. */
function timeOfNth(sources: readonly HistorySource[], period: Period, skipped: number): number {
	const behind = countSince(sources, period.to + 1);
	let low = period.from;
	let high = period.to;
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (countSince(sources, middle) - behind > skipped) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** An entry and the available balance right after it, as the v1 history shows it. */
export interface RunningEntry {
	entry: HistoryEntry;
	balanceAfter: Money;
}

/**
 * One page by number, newest first, with the running balance (v1 history). The cost depends on the page size and the
 * number of booked entries, not on the length of the seeded history.
 */
export function numberedPage(
	ledger: Ledger,
	query: Period & { page: number; perPage: number },
): { total: number; entries: RunningEntry[] } {
	const sources = ledger.sources();
	const total = countSince(sources, query.from) - countSince(sources, query.to + 1);
	const skipped = (query.page - 1) * query.perPage;
	if (skipped >= total) return { total, entries: [] };
	const start = timeOfNth(sources, query, skipped);
	let ahead = skipped - (countSince(sources, start + 1) - countSince(sources, query.to + 1));
	const entries: RunningEntry[] = [];
	let balance: Money | undefined;
	for (const position of newestFirst(sources, { from: query.from, to: start }, undefined)) {
		if (ahead-- > 0) continue;
		if (entries.length === query.perPage) break;
		const entry = entryOf(sources, position);
		balance ??= balanceThrough(sources, position);
		entries.push({ entry, balanceAfter: balance });
		balance -= availableEffect(entry);
	}
	return { total, entries };
}

/** The available balance after a position, in the order of {@link newestFirst}. */
const balanceThrough = (sources: readonly HistorySource[], position: Position): Money =>
	sources.reduce((sum, source, number) => {
		if (number === position.source) return sum + source.availableBefore(position.index + 1);
		return sum + source.availableBefore(firstSince(source, number > position.source ? position.at + 1 : position.at));
	}, 0n);
