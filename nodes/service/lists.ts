import type { IDataObject } from 'n8n-workflow';
import { attempt, type Attempted } from '../../core/attempt';
import { countOf, envelopeOf, isTold, type Envelope } from '../../core/service/envelope';
import {
	cursorPage,
	numberedPage,
	PagingError,
	UnknownListError,
	type FetchPage,
	type Page,
	type Position,
} from '../../core/service/paging';
import { isShown } from '../../core/service/payload';
import { hasRecords } from './answers';
import { isObject } from '../../core/objects';
import type { ServiceClient } from './client';
import { listKey } from './credential';
import { exceptWhere, isNotFound, ServiceFailure, tellsNotFound } from './failure';
import { pause } from './time';

/**
 * How many records to ask for at a time where only the newest are wanted, or where a later run returns to a page: a
 * position is valid for one page size only.
 */
export const PAGE_SIZE = 100;

/** How many records to ask for at a time where a list is read whole: few requests, none of them slow. */
export const LARGE_PAGE = 1000;

/** How many records to ask for at a time where no more than `limit` are wanted. */
export const pageSizeFor = (limit: number): number => Math.max(1, Math.min(LARGE_PAGE, Math.ceil(limit)));

/** The page size that lists have by default (specification: "Limits"). */
export const SMALLEST_PAGE = 20;

/** The sizes to try when the service refuses a larger one. */
const SMALLER_SIZES = [100, SMALLEST_PAGE];

/** The largest page size that the service took, by account and endpoint. It is the same until n8n restarts. */
const accepted = new Map<string, number>();

/**
 * The pages of a list whose endpoint takes a page size. The specification names no largest one, so a size that the
 * service refuses is followed by a smaller one, and later lists of this account begin with that.
 * @param most how many records a page should have at most
 * @param pagesOf the list with pages of a size; a cursor is valid only for the size it was given for
 */
export function sizedPages<T>(
	client: ServiceClient,
	path: string,
	most: number,
	pagesOf: (size: number) => FetchPage<T>,
): FetchPage<T> {
	const place = listKey(client.credential, path);
	let size = Math.min(most, accepted.get(place) ?? most);
	let pages = pagesOf(size);
	return async (position) => {
		for (;;) {
			const outcome = await attempt(() => pages(position));
			if ('value' in outcome) {
				if (size < most) accepted.set(place, size);
				return outcome.value;
			}
			const smaller = SMALLER_SIZES.find((each) => each < size);
			if (position !== undefined || smaller === undefined || !mayBeTooLarge(outcome.failure)) throw outcome.failure;
			size = smaller;
			pages = pagesOf(size);
		}
	};
}

/** Whether the size may be the reason for a refusal. Only a smaller one can show it. */
const mayBeTooLarge = (failure: unknown): boolean =>
	failure instanceof ServiceFailure && [400, 413, 422].includes(failure.details.status ?? 0);

/**
 * The pages of a list with numbered pages; `read` finds records and total in the endpoint's answer. The first page shows
 * how long pages really are: the service may send fewer records than it says. Where reading begins at a later page, that
 * one shows it, and an empty one is the end. Not found counts as empty, see {@link emptyWhereNotFound}.
 */
export function numberedPages<E, T>(
	client: ServiceClient,
	path: string,
	query: IDataObject,
	read: (answer: E) => { records: T[] | null; total: number },
	confirm?: () => Promise<unknown>,
): FetchPage<T> {
	let length: number | undefined;
	const pages = async (position: Position): Promise<Page<T>> => {
		const page = typeof position === 'number' ? position : 1;
		const isPage = (answer: unknown) => {
			if (!isObject(answer)) return false;
			const { records, total } = read(answer as E);
			if (!isShown(records)) return countOf(total) === 0;
			return Array.isArray(records) && records.every(isObject) && countOf(total) !== undefined;
		};
		const request = { path, query: { ...query, page } };
		const { records: listed, total } = read(await client.read<E>(request, isPage));
		if (countOf(total) === 0) noteEmpty(client, path, query);
		const records = listed ?? [];
		if (page === 1) length = records.length;
		return numberedPage(records, page, length ?? (records.length || Infinity), Number(total));
	};
	return emptyWhereNotFound(client, path, query, pages, confirm);
}

/**
 * The same pages, of a list whose path is known, or assumed as that of contacts is. Not found, in the service's own form of errors
 * (specification: "Errors"), is assumed to say that it is empty. Whoever else answers so, such as a proxy, hides nothing.
 * @param confirm is asked before that, and fails where the list is not one of this account
 */
export function emptyWhereNotFound<T>(
	client: ServiceClient,
	path: string,
	query: IDataObject,
	pages: FetchPage<T>,
	confirm?: () => Promise<unknown>,
): FetchPage<T> {
	const question = questionOf(client, path, query);
	return async (position) => {
		const asked = await attempt(() => pages(position));
		if ('value' in asked) return asked.value;
		// Where it has told that it is empty, not found says something else.
		if (position !== undefined || !tellsNotFound(asked.failure, path) || toldNone.has(question)) throw asked.failure;
		await confirm?.();
		return { records: [], total: 0, next: null };
	};
}

/** A list that comes in one answer, with what the answer has beside it. It may be as empty as other lists. @throws {ServiceFailure} */
export async function readWholeList<E extends { records: object[] }>(
	client: ServiceClient,
	path: string,
): Promise<Partial<E> & Pick<E, 'records'>> {
	const isList = (answer: unknown) => hasRecords(answer) || (isObject(answer) && answer.records === null);
	const answer: Partial<E> = (await exceptWhere(tellsNotFound, () => client.read<E>({ path }, isList))) ?? {};
	return { ...answer, records: answer.records ?? [] };
}

/**
 * One reading of a list whose envelope the specification does not show. It may have a cursor, or tell the number of records
 * or of pages. Where it tells nothing, the list is read until a page is empty, not there, or short and the same again.
 * @param isOnePage where the list may have neither: a short page is the last, and others may be cut short
 * @throws {UnknownListError} when the answer holds no list, or every request gets the same page
 * @throws {PagingError} when more is told of than is there
 */
export class PagesOfAnyForm<T extends object> {
	/**
	 * Assumed: a page that others follow is as long as asked for, or as the default page of other lists. NaN, which no page is
	 * shorter than, for payouts: they take no length, and one that is not found is made again.
	 */
	private readonly shortest: number;
	private readonly list: string;
	private readonly question: string;
	/** The records of the first page. */
	private first: T[] | undefined;
	private lastToldOf = 1;
	/** Whether the total is that of the first page alone. */
	private countsPage = false;

	constructor(
		private readonly client: ServiceClient,
		private readonly path: string,
		private readonly query: IDataObject,
		private readonly isOnePage = false,
	) {
		this.shortest = Math.min(Number(query.per_page ?? query.size), SMALLEST_PAGE);
		this.list = listKey(client.credential, path);
		this.question = questionOf(client, path, query);
	}

	readonly at: FetchPage<T> = async (position) => {
		const page = typeof position === 'number' ? position : 1;
		const place = typeof position === 'string' ? { cursor: position } : page > 1 ? { page } : {};
		const envelope = await this.envelopeAt(place, page);
		if (envelope === null) return { records: [], next: null };
		const { records, next } = envelope;
		if (isTold(envelope)) {
			telling.add(this.list);
			if (records.length === 0 && position === undefined && !next) toldNone.add(this.question);
		}
		if (typeof next === 'string') return { records, next };
		if (typeof position === 'string') return cursorPage(records, next === true, null);
		return this.numbered(envelope, page);
	};

	/** What the service answers for a page; null for none after the last. @throws {PagingError} when there should be one */
	private async envelopeAt(place: IDataObject, page: number): Promise<Envelope<T> | null> {
		const { client, path, query } = this;
		const ask = async () =>
			await attempt(async () => envelopeOf<T>(await client.read<unknown>({ path, query: { ...query, ...place } })));
		let asked = await ask();
		const isWithin = page > 1 && page <= this.lastToldOf;
		// What cannot be read may pass. Where it stays so, it is the form of the list.
		const isUnread = isUnknown(asked) && !unreadable.has(this.list);
		if ((telling.has(this.list) || isWithin || isUnread) && tellsLess(asked)) {
			await pause(A_MOMENT, client.cancelSignal);
			asked = await ask();
			if (isUnknown(asked)) unreadable.add(this.list);
			// An empty list may tell nothing, but not where it has, nor a page in the midst of the list.
			if (tellsLess(asked) && (isWithin || toldNone.has(this.question)))
				throw new PagingError(`its page ${page} came without records`);
		}
		if ('value' in asked) return asked.value;
		if (page === 1 || !isNotFound(asked.failure)) throw asked.failure;
		if (page <= this.lastToldOf || !tellsNotFound(asked.failure))
			throw new PagingError(`its page ${page} was not found`);
		return null;
	}

	/** A page of a list without cursors, by whatever its answer tells of the end. */
	private numbered({ records, total, pages, next, nextPage = 0 }: Envelope<T>, page: number): Page<T> {
		const claimsMore = next === true;
		this.lastToldOf = Math.max(this.lastToldOf, pages ?? 0, nextPage, claimsMore ? page + 1 : 0);
		if (page === 1) this.first = records;
		const length = this.first?.length ?? records.length;
		const goesOn = claimsMore || page < Math.max(pages ?? 0, nextPage);
		this.countsPage ||= goesOn && page === 1 && total !== undefined && total > 0 && length >= total;
		// Where reading begins at a later page, an empty one may be all that shows the end.
		if (total !== undefined && !this.countsPage) return numberedPage(records, page, length || Infinity, total);
		if (pages !== undefined) return { records, next: page < pages ? page + 1 : null };
		if (next === null) return { records, next };
		if (this.isOnePage && !claimsMore) return { records, next: null, mayBeCut: records.length >= this.shortest };
		if (claimsMore && records.length === 0)
			throw new PagingError('the service sent an empty page that claims more records');
		return this.untilTheEnd(records, page, claimsMore);
	}

	/** A page of a list that tells nothing: it ends with a page that is empty, or short and the same again. */
	private untilTheEnd(records: T[], page: number, claimsMore: boolean): Page<T> {
		const { first, shortest } = this;
		const isSame = page > 1 && records.length > 0 && JSON.stringify(records) === JSON.stringify(first);
		if (!isSame) return { records, next: records.length === 0 ? null : page + 1 };
		if (!claimsMore && records.length < shortest) return { records: [], next: null };
		throw new UnknownListError(
			`the same ${records.length} records came for every page. Ask for at most ${records.length}, by Limit`,
		);
	}
}

/** The lists, by account, that have told how long they are. */
const telling = new Set<string>();

/** The lists, by account, that could not be read twice in a row. */
const unreadable = new Set<string>();

/** The questions, by account, to which a list has answered that it is empty. */
const toldNone = new Set<string>();

/** To be called where a list that is not read here has told that it is empty. See {@link emptyWhereNotFound}. */
export function noteEmpty(client: ServiceClient, path: string, query: IDataObject = {}): void {
	toldNone.add(questionOf(client, path, query));
}

/** What a list is asked for: by which filters, whatever their values and the period. A service may answer each in its own way. */
const questionOf = (client: ServiceClient, path: string, query: IDataObject): string => {
	const filters = Object.keys(query).filter(
		(name) => query[name] !== undefined && !/^(page|per_page|size|from_date|to_date)$/.test(name),
	);
	return `${listKey(client.credential, path)}?${filters.sort().join('&')}`;
};

/** Before a list that tells less than it did is asked again, in milliseconds: a service in trouble may answer so. */
const A_MOMENT = 2_000;

const isUnknown = (asked: Attempted<unknown>): boolean =>
	'failure' in asked && asked.failure instanceof UnknownListError;

/** Whether an answer holds no record, and does not say that there is none. */
const tellsLess = (asked: Attempted<Envelope<unknown>>): boolean =>
	'value' in asked ? asked.value.records.length === 0 && !isTold(asked.value) : isUnknown(asked);

/**
 * What tells a record of a list from the others: its identifier, or the whole record where it shows none. The specification
 * does not show the records of most lists.
 */
export function identifyRecord(record: object): string {
	const { uuid, id, email } = record as Record<string, unknown>;
	return String(uuid ?? id ?? email ?? JSON.stringify(record));
}

/** How many pages or details are asked for at the same time. */
export const LANES = 16;
