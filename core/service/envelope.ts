/** What the answer of a list tells, whatever the form of its envelope: the specification does not show that of most lists. */

import { isObject } from '../objects';
import { UnknownListError } from './paging';

/** What an answer says about its list. */
export interface Envelope<T> {
	records: T[];
	total: number | undefined;
	/** How many pages there are. */
	pages: number | undefined;
	nextPage: number | undefined;
	/** The cursor of the next page; true where there is one without, null where there is none. */
	next: string | true | null | undefined;
}

/** Objects beside a list that tell of it. */
const ABOUT = ['meta', 'paging', 'pagination'];

/** The list may be deeper in the answer, and what tells of it in an object of its own. */
export function envelopeOf<T>(answer: unknown): Envelope<T> {
	const outer = isObject(answer) ? answer : {};
	const holder = holderIn(answer);
	const about = ABOUT.map((name) => outer[name]).filter(isObject);
	const fields: Record<string, unknown> = Object.assign({}, ...about, outer, isObject(holder) ? holder : {});
	const count = (...names: string[]) => names.map((name) => countOf(fields[name])).find((each) => each !== undefined);
	const total = count('total_count', 'total');
	const tellsNone = total === 0 || fields.records === null || fields.has_more === false;
	const hasNone = tellsNone && isObject(holder) && listsIn(holder).length === 0;
	return {
		records: hasNone ? [] : recordsOf(holder),
		total,
		pages: count('total_page', 'total_pages'),
		nextPage: count('next_page'),
		next: nextIn(fields),
	};
}

/** Whether an answer says how long its list is, or whether it goes on. */
export const isTold = ({ total, pages, next }: Envelope<unknown>): boolean =>
	total !== undefined || pages !== undefined || next !== undefined;

/** The records of a list under whatever name. @throws {UnknownListError} when the answer holds none, or several lists */
function recordsOf<T>(answer: unknown): T[] {
	const fields = isObject(answer) ? answer : {};
	const lists = listsIn(fields);
	const records: unknown = Array.isArray(answer)
		? answer
		: (fields.records ?? (lists.length === 1 ? lists[0] : undefined));
	if (!Array.isArray(records) || !records.every(isObject)) throw unknownList(fields);
	return records as T[];
}

function unknownList(fields: object): UnknownListError {
	const shown = Object.keys(fields).join(', ') || 'nothing';
	return new UnknownListError(`the answer holds no list of records, but ${shown}. Custom API Call shows it as it is`);
}

/**
 * What holds the list: the answer, or the only object in it that does. An empty list beside that object is another one, as of
 * messages: taken for the list, it would hide every payment. @throws {UnknownListError} when there are several
 */
function holderIn(answer: unknown): unknown {
	if (!isObject(answer) || Array.isArray(answer.records)) return answer;
	const [inner, ...others] = innerOf(answer).filter(holdsList);
	if (inner === undefined) return answer;
	if (others.length > 0 || listsIn(answer).some(({ length }) => length > 0)) throw unknownList(answer);
	return holderIn(inner);
}

const innerOf = (fields: object): object[] =>
	Object.entries(fields).flatMap(([name, value]) => (ABOUT.includes(name) || !isObject(value) ? [] : [value]));

const holdsList = (fields: object): boolean => listsIn(fields).length > 0 || innerOf(fields).some(holdsList);

/** The lists in an object, except an empty one of errors, which any answer may have. */
const listsIn = (fields: object): unknown[][] =>
	Object.entries(fields).flatMap(([name, value]: [string, unknown]) =>
		Array.isArray(value) && (value.length > 0 || !/^errors?$/.test(name)) ? [value] : [],
	);

/** The names are those of the lists that the specification shows ("v2: balances"). */
function nextIn({ has_more: hasMore, next_cursor: cursor, next_page: page }: Record<string, unknown>) {
	if (hasMore === false) return null;
	if ((typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number') return String(cursor);
	if (hasMore === true) return hasMore;
	return cursor === null || page === null ? null : undefined;
}

/** A number of things, written as number or text. */
export function countOf(value: unknown): number | undefined {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
	return /^\d+$/.test(text) ? Number(text) : undefined;
}
