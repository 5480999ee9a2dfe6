import type { IDataObject } from 'n8n-workflow';
import { asUtcTimestamp } from '../../core/dates';
import type { FetchPage, Page, Position } from '../../core/paging';
import { numberedPage, readList } from '../../core/paging';
import type { ItemCall } from '../MultiCurrencyPayments/form/itemCall';
import type { ServiceClient } from './client';

const DAY = 86_400_000;

/** A period in UTC. */
export interface Period {
	from: Date;
	to: Date;
}

/** The period of an item's `fromDate` and `toDate`: by default the 30 days up to now. */
export function periodOf(item: ItemCall, now = new Date()): Period {
	return checkedPeriod(item, item.date('fromDate', 'From Date'), item.date('toDate', 'To Date'), now);
}

/** A period from dates that may be missing. @throws when it ends before it starts */
export function checkedPeriod(item: ItemCall, from: Date | undefined, to: Date | undefined, now = new Date()): Period {
	const end = to ?? now;
	const start = from ?? new Date(end.getTime() - 30 * DAY);
	if (start > end) {
		throw item.refusal(
			`From Date (${asUtcTimestamp(start)}) lies after To Date (${asUtcTimestamp(end)})`,
			'Exchange the two dates, or leave To Date empty for now.',
		);
	}
	return { from: start, to: end };
}

/** A period as the v2 lists want it. They take whole seconds: the last one counts whole, or what was made in it is lost. */
export function periodQuery({ from, to }: Period): { from_date: string; to_date: string } {
	return { from_date: asUtcTimestamp(from), to_date: asUtcTimestamp(new Date(Math.ceil(to.getTime() / 1000) * 1000)) };
}

/** How many records an item asks for. */
export function limitOf(item: ItemCall): number {
	return item.flag('returnAll') ? Infinity : item.number('limit', 50);
}

/** Page size asked of lists that take one: fewer requests, and at most what a limit needs. */
export const PAGE_SIZE = 100;

/** The pages of a list with numbered pages; `read` picks records, page size and total out of the endpoint's envelope. */
export function numberedPages<E, T>(
	client: ServiceClient,
	path: string,
	query: IDataObject,
	read: (envelope: E) => { records: T[]; size: number; total: number },
): FetchPage<T> {
	return async (position: Position): Promise<Page<T>> => {
		const page = typeof position === 'number' ? position : 1;
		const { records, size, total } = read(await client.read<E>({ method: 'GET', path, query: { ...query, page } }));
		return numberedPage(records, page, size, total);
	};
}

/** Every record of a list that carries an `external_id`, which the service is asked to filter by. */
export async function recordsWithKey<T>(
	fetchPage: FetchPage<T>,
	identify: (record: T) => string,
	keyOf: (record: T) => unknown,
	key: string,
): Promise<T[]> {
	// Filtered here again: were the filter not heeded, a stranger's payment would be taken for this one.
	return (await readList(fetchPage, identify)).filter((record) => keyOf(record) === key);
}

/**
 * The period in which a key is looked for: the longest the service lists (specification: "Payout list period"),
 * ending tomorrow because clocks differ.
 */
export function lookUpPeriod(now = new Date()): Period {
	return { from: new Date(now.getTime() - 363 * DAY), to: new Date(now.getTime() + DAY) };
}
