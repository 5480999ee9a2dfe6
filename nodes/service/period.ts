import type { IDataObject } from 'n8n-workflow';
import { attempt } from '../../core/attempt';
import { asUtcTimestamp } from '../../core/time/dates';
import { textOrNull } from '../../core/service/payload';
import type { FetchPage, Position } from '../../core/service/paging';
import type { ServiceClient } from './client';
import { listKey } from './credential';
import { exceptWhere, isRefusalOfValues, tellsNotFound } from './failure';
import { emptyWhereNotFound, PagesOfAnyForm, sizedPages } from './lists';

const DAY = 86_400_000;

/** How far the clocks of n8n and the service may differ, in milliseconds. */
export const CLOCKS_DIFFER = 300_000;

/** A period, including both ends. */
export interface Period {
	from: Date;
	to: Date;
	/** When it is asked for. If it does not end before that, the service may find that it ends in the future. */
	asked?: Date;
}

/** A period whose ends may be left open. */
export type OpenPeriod = Partial<Pick<Period, 'from' | 'to'>>;

/**
 * A period in the form of the v2 and v3 lists, in UTC. They take whole seconds, so the end is rounded up: rounding down would leave
 * out what was created in its last second.
 */
export const periodQuery = ({ from, to }: OpenPeriod): { from_date?: string; to_date?: string } => ({
	...(from && { from_date: asUtcTimestamp(from) }),
	...(to && { to_date: asUtcTimestamp(endOf(to)) }),
});

/** The end of a period in whole seconds. */
export const endOf = (to: Date): Date => new Date(Math.ceil(to.getTime() / 1000) * 1000);

/**
 * The period in which a key is looked for: almost the longest that the service lists (specification: "Payout list
 * period"). It ends tomorrow, because clocks differ.
 */
export const lookUpPeriod = (now = Date.now()): Period =>
	aheadOf({ from: new Date(now - 363 * DAY), asked: new Date(now) });

/** A period that ends a day after it is asked for, because clocks differ. */
export function aheadOf({ from, asked }: { from: Date; asked: Date }): Period {
	return { from, to: new Date(asked.getTime() + DAY), asked };
}

/** Whether a period is one of {@link aheadOf}: it ends now, by whichever clock. */
export const isUntilNow = ({ to, asked }: Period): boolean => to.getTime() - DAY === asked?.getTime();

/**
 * How far the service's clock is ahead of n8n's, in milliseconds, and when it was measured by n8n's: by account and list,
 * for lists that refused a period ending in the future.
 */
const clocks = new Map<string, { ahead: number; at: number }>();

/** For how long it counts, in milliseconds. Not longer, because a clock may be set right at any time. */
const MEASURED_FOR = 60_000;

/** The longest time that counts as the way of a request, in milliseconds. */
const LONGEST_WAY = 5_000;

/**
 * The pages of a list of a period. The specification does not say whether lists take a period that ends in the future. If
 * one is refused, the list is read until now by the service's own clock. Each page tells how its period ended.
 * @param pagesOf the list of a period. A cursor is valid only for the dates it was given for
 */
export function pagesOfPeriod<T>(
	client: ServiceClient,
	path: string,
	period: Period,
	pagesOf: (period: Period) => FetchPage<T>,
): FetchPage<T> {
	const { asked } = period;
	if (asked === undefined || period.to < asked) return pagesOf(period);
	const reading = (taken: Period) => {
		const fetchPage = pagesOf(taken);
		return async (position: Position) => ({ ...(await fetchPage(position)), until: taken.to.getTime() });
	};
	const list = listKey(client.credential, path);
	const { ahead: known, at } = clocks.get(list) ?? { ahead: 0, at: -Infinity };
	const age = Date.now() - at;
	// Not what was measured before n8n's clock was set back.
	let pages = reading(age >= 0 && age < MEASURED_FOR ? cut(period.from, asked.getTime() + known) : period);
	return async (position) => {
		const outcome = await attempt(() => pages(position));
		if ('value' in outcome) return outcome.value;
		const now = timeOfRefusal(outcome.failure);
		// A cursor that was given is proof that the service took the dates.
		if (now === null || typeof position === 'string') throw outcome.failure;
		const refusedAt = Date.now();
		// From when it was asked, which may be long ago.
		const onItsWay = Math.min(Math.max(refusedAt - asked.getTime(), 0), LONGEST_WAY);
		const ahead = now - refusedAt + onItsWay;
		const nearer = reading(cut(period.from, asked.getTime() + ahead));
		const page = await nearer(position);
		clocks.set(list, { ahead, at: refusedAt });
		pages = nearer;
		return page;
	};
}

/**
 * The pages of a list of which the specification shows neither envelope nor filters, of up to `most` records each. It is
 * assumed to need no dates. Where it refuses to go without them, that of the last year, or of the year before the only date
 * that is given. Not found counts as empty, see {@link emptyWhereNotFound}.
 * @param filters those of the list, with the dates that are given
 * @param sizeName what it calls the size of a page
 * @param isOnePage as for {@link PagesOfAnyForm}
 */
export function pagesOfUnshownList<T extends object>(
	client: ServiceClient,
	path: string,
	filters: IDataObject,
	most: number,
	{ sizeName = 'per_page', isOnePage = false } = {},
): FetchPage<T> {
	return sizedPages(client, path, most, (size) => {
		const pagesOf = (dates?: IDataObject) =>
			new PagesOfAnyForm<T>(client, path, { ...dates, ...filters, [sizeName]: size }, isOnePage).at;
		let pages = pagesOf();
		let isKnown = Boolean(filters.from_date && filters.to_date);
		return emptyWhereNotFound(client, path, filters, async (position) => {
			const asked = await attempt(() => pages(position));
			if ('failure' in asked && (isKnown || !isRefusalOfValues(asked.failure))) throw asked.failure;
			isKnown = true;
			if ('value' in asked) return asked.value;
			// Whole days: a page that is asked for later needs the dates of the first.
			const now = Date.parse(textOrNull(filters.to_date) ?? '') || Date.now();
			const period = { ...lookUpPeriod(now - (now % DAY)), asked: new Date() };
			pages = pagesOfPeriod(client, path, period, (taken) => pagesOf(periodQuery(taken)));
			const again = await attempt(() => pages(position));
			if ('value' in again) return again.value;
			// Nobody asked for dates: what the list says without them counts, such as that it is empty. So does that it is empty with them.
			const isAnswer = filters.from_date || filters.to_date || tellsNotFound(again.failure);
			throw isAnswer || !isRefusalOfValues(again.failure) ? again.failure : asked.failure;
		});
	});
}

/** A period until a moment in milliseconds since 1970, in whole seconds so that it does not end later. */
function cut(from: Date, moment: number): Period {
	const to = new Date(Math.floor(moment / 1000) * 1000);
	return { from: from < to ? from : to, to };
}

/** When a service refused values, by its own clock where it tells, in milliseconds since 1970; null for any other failure. */
function timeOfRefusal(failure: unknown): number | null {
	if (!isRefusalOfValues(failure) || ![400, 422].includes(failure.details.status ?? 0)) return null;
	const told = Date.parse(failure.details.date ?? '');
	return Number.isNaN(told) ? Date.now() : told;
}

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
	const ask = async (): Promise<boolean | undefined> => {
		const page = await exceptWhere(isRefusalOfValues, () => pages(undefined));
		return page && (page.records.length > 0 || (page.total ?? 0) > 0);
	};
	const any = await ask();
	if (any !== undefined) return any;
	// A service that does not list so far back refuses. Then there is nothing to find. For another reason, it refuses the last
	// year as well.
	await ofLastYear(undefined);
	// A refusal of one moment must not hide a year for a day.
	return (await ask()) ?? false;
}
