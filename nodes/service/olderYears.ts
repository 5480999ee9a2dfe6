import { attempt } from '../../core/attempt';
import type { FetchPage } from '../../core/service/paging';
import type { ServiceClient } from './client';
import { listKey } from './credential';
import { isRefusalOfValues } from './failure';
import { lookUpPeriod, type Period } from './period';

const DAY = 86_400_000;

/** The longest period of a list, minus a day because clocks differ, in milliseconds (specification: "Payout list period"). */
export const LONGEST_PERIOD = 364 * DAY;

type PagesOf = (period: Period) => FetchPage<object>;

/** After this many years without a record, none is expected before them. */
const EMPTY_YEARS = 2;

/** Most years to check before the last one. */
const MOST_YEARS = 15;

/** By account and list, the years before the last one in which there are records, newest first. */
const olderYears = new Map<string, { askedAt: number; years: Promise<Period[]> }>();

/**
 * The periods in which the records of a list may be found, newest first: the last year, and every older one in which there
 * are any. Older years are asked for once a day and process.
 * @param pagesOf the list of a period
 * @throws {ServiceFailure} {PagingError}
 */
export async function periodsWithRecords(client: ServiceClient, path: string, pagesOf: PagesOf): Promise<Period[]> {
	const list = listKey(client.credential, path);
	const now = Date.now();
	const known = olderYears.get(list);
	if (known && now - known.askedAt < DAY && now >= known.askedAt) return [lookUpPeriod(now), ...(await known.years)];
	const years = askForOlderYears(pagesOf, now);
	olderYears.set(list, { askedAt: now, years });
	// A failed request must not count as an answer.
	years.catch(() => olderYears.delete(list));
	return [lookUpPeriod(now), ...(await years)];
}

async function askForOlderYears(pagesOf: PagesOf, now: number): Promise<Period[]> {
	const found: Period[] = [];
	// They overlap with the last year, because that moves on while this is remembered, for a day.
	let to = now - 361 * DAY;
	for (let year = 0, empty = 0; year < MOST_YEARS && empty < EMPTY_YEARS; year++, to -= LONGEST_PERIOD) {
		const period = { from: new Date(to - LONGEST_PERIOD), to: new Date(to) };
		const any = await hasRecords(pagesOf(period), pagesOf(lookUpPeriod(now)));
		empty = any ? 0 : empty + 1;
		if (any) found.push(period);
	}
	return found;
}

/** @param ofLastYear the same list of the last year */
async function hasRecords(pages: FetchPage<object>, ofLastYear: FetchPage<object>): Promise<boolean> {
	const ask = async (): Promise<boolean | null> => {
		const page = await attempt(() => pages(undefined));
		if ('value' in page) return page.value.records.length > 0 || (page.value.total ?? 0) > 0;
		if (!isRefusalOfValues(page.failure)) throw page.failure;
		return null;
	};
	const any = await ask();
	if (any !== null) return any;
	// A service that does not list so far back refuses. Then there is nothing to find. For another reason, it refuses the last
	// year as well.
	await ofLastYear(undefined);
	// A refusal of one moment must not hide a year for a day.
	return (await ask()) ?? false;
}
