import type { BalanceHistoryEntry } from '../../../../contract';
import {
	LatestIds,
	ListChangedError,
	readAhead,
	readPages,
	type FetchPage,
	type Page,
	type Position,
} from '../../../../core/service/paging';
import {
	contentOf,
	historyPages,
	identifyEntry,
	numberTwins,
	twinsAt,
	type HistoryAccount,
} from '../../../service/balances';
import type { ServiceClient } from '../../../service/client';
import { accountKey } from '../../../service/credential';
import { LARGE_PAGE } from '../../../service/lists';
import { isUntilNow, type Period } from '../../../service/period';

/** How a history is read. */
export interface Reading {
	/** Entries a page. */
	size: number;
	/** How many parts of the period are read at the same time. */
	windows: number;
	/** How many pages of a part may lie ready before they are wanted. */
	ahead: number;
	/** Takes what the service says of the account. */
	tell?: (account: HistoryAccount) => void;
}

/** For a whole history that is not kept, so that memory does not grow with its length. */
export const WHOLE = { size: LARGE_PAGE, windows: 2, ahead: 4 } satisfies Reading;

/**
 * The entries of a period page by page, in the service's order, each once. A history of one page takes one request. The rest of a
 * longer one is read in several windows at the same time, unless the service is busy enough with one reader.
 * @throws {PagingError} {ServiceFailure}
 */
export async function* entriesOf(
	client: ServiceClient,
	period: Period,
	{ size, windows, ahead, tell }: Reading = WHOLE,
): AsyncGenerator<BalanceHistoryEntry[]> {
	const fetchAll = historyPages(client, period, size, tell);
	const first = await fetchAll(undefined);
	// The specification does not show the order, and only from the newest on can windows meet.
	const isNewestFirst = timeOf(first.records[0]) > timeOf(first.records.at(-1)) && isInOrder(first.records);
	const canMeet = first.next !== null && !inOtherOrder.has(accountKey(client.credential)) && isNewestFirst;
	const ends = canMeet ? endsOf(period, first, windows) : [];
	const pace: Pace = { client, repeatsBefore: client.repeats, wasSlow: false, isOver: false };
	const all = [
		new Window(async (position) => (position === undefined ? first : await fetchAll(position)), pace),
		...ends.map((to) => new Window(historyPages(client, { ...period, to }, size), pace)),
	];
	const latest = new LatestIds();
	try {
		const started = all.map((window, index) => readAhead(window.pages(all[index - 1], all[index + 1]), ahead));
		for (const pages of started) {
			for await (const page of pages) {
				// Two windows may order entries of the same time differently.
				const fresh = page.filter((entry) => !latest.isRepeat(identifyEntry(entry)));
				if (fresh.length > 0) yield fresh;
			}
		}
	} finally {
		pace.isOver = true;
	}
}

/** Histories that were found not to begin with the newest entry throughout: one reader reads them. */
const inOtherOrder = new Set<string>();

const timeOf = (entry: BalanceHistoryEntry | undefined): number => Date.parse(entry?.created_at ?? '');

/** Whether no entry of a page is younger than the one before it. @param before the time of the one before the page */
function isInOrder(page: readonly BalanceHistoryEntry[], before = Infinity): boolean {
	const times = [before, ...page.map(timeOf)];
	return times.every((time, index) => !(time > (times[index - 1] ?? Infinity)));
}

/**
 * Where the older windows end, newest first, in whole seconds as the service takes them. Each begins where the period
 * begins, so that nothing falls between two of them; a window is read until it meets the newest entry of the next. The
 * times of the first page only help to place the cuts, and to avoid them where about one page is left.
 */
function endsOf(period: Period, first: Page<BalanceHistoryEntry>, windows: number): Date[] {
	const start = period.from.getTime();
	// Nothing is expected of the time after it is asked for.
	const last = ((isUntilNow(period) && period.asked) || period.to).getTime();
	const oldest = timeOf(first.records.at(-1));
	const rest = (oldest > start && oldest < last ? oldest : last) - start;
	const parts = Math.min(windows, Math.ceil(rest / (last - start - rest)));
	const ends = new Set<number>();
	for (let part = parts - 1; part > 0; part--) ends.add(Math.floor((start + (rest * part) / parts) / 1000) * 1000);
	return [...ends].filter((end) => end >= start).map((end) => new Date(end));
}

/** A page that takes longer than this, in milliseconds, comes from a service that is busy enough with one reader. */
const SLOW = 3_000;

/** Whether anybody reads on, and whether the service can cope with several readers. */
interface Pace {
	client: ServiceClient;
	repeatsBefore: number;
	wasSlow: boolean;
	isOver: boolean;
}

/** Entries that came again on the next page of an earlier reading, in this process. */
const cameAgain = new LatestIds();

/**
 * Tells entries of one content apart that stand on two pages. They look like an entry that came twice because the list
 * has grown, but that is another one at each reading. So only those that come again at a second reading are.
 */
function tellApart(page: readonly BalanceHistoryEntry[], before: readonly BalanceHistoryEntry[]): void {
	const twins = twinsAt(page[0]?.created_at, before);
	const contents = new Set(Object.keys(twins));
	const again = contents.size === 0 ? [] : page.map(contentOf).filter((content) => contents.delete(content));
	if (again.map((content) => cameAgain.isRepeat(content)).includes(true)) numberTwins(page, twins);
}

/** A part of the period, which is read from its end until it meets the next, older one. */
class Window {
	private tellNewest: (id: string | undefined) => void = () => undefined;
	/** Its newest entry, known with its first page; undefined when it has none. */
	private readonly newest = new Promise<string | undefined>((resolve) => (this.tellNewest = resolve));
	private tellDone: () => void = () => undefined;
	private readonly done = new Promise<void>((resolve) => (this.tellDone = resolve));
	private last: readonly BalanceHistoryEntry[] = [];

	constructor(
		private readonly fetchPage: FetchPage<BalanceHistoryEntry>,
		private readonly pace: Pace,
	) {}

	async *pages(newer: Window | undefined, older: Window | undefined): AsyncGenerator<BalanceHistoryEntry[]> {
		let before = Infinity;
		try {
			for await (const page of readPages(async (position) => await this.fetch(position, newer), identifyEntry)) {
				// One reader by itself takes them in any order.
				if ((newer ?? older) && !isInOrder(page, before)) {
					inOtherOrder.add(accountKey(this.pace.client.credential));
					throw new ListChangedError('its entries are in another order');
				}
				before = timeOf(page.at(-1));
				const end = await older?.newest;
				const met = end === undefined ? -1 : page.findIndex((entry) => identifyEntry(entry) === end);
				if (met > 0) yield page.slice(0, met);
				if (met >= 0) return;
				yield page;
			}
			if ((await older?.newest) !== undefined) throw new ListChangedError('an entry of it could not be found again');
		} finally {
			this.tellNewest(undefined);
			this.tellDone();
		}
	}

	/** Waits for its turn when the service is busy. Its first page is needed at once: the newer window ends there. */
	private async fetch(position: Position, newer: Window | undefined): Promise<Page<BalanceHistoryEntry>> {
		const { client, repeatsBefore, wasSlow } = this.pace;
		if (position !== undefined && (wasSlow || client.repeats > repeatsBefore)) await newer?.done;
		if (this.pace.isOver) return { records: [], next: null };
		const start = performance.now();
		const page = await this.fetchPage(position);
		this.pace.wasSlow ||= performance.now() - start > SLOW;
		tellApart(page.records, this.last);
		this.last = page.records;
		if (position === undefined) this.tellNewest(page.records[0] && identifyEntry(page.records[0]));
		return page;
	}
}
