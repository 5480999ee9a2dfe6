import type { AudBalance, Balance, BalanceHistory, BalanceHistoryEntry } from '../../contract';
import { cursorPage } from '../../core/service/paging';
import { hasRecords, type Check } from './answers';
import { isShown } from '../../core/service/payload';
import { isObject } from '../../core/objects';
import type { ServiceClient } from './client';
import { emptyWhereNotFound, noteEmpty, sizedPages } from './lists';
import { pagesOfPeriod, periodQuery, type Period } from './period';

const PATH = '/v2/balances/history';

/** The balance of a currency (specification: "v2: balances", detail). @throws {ServiceFailure} */
export const readBalance = async (client: ServiceClient, currency: string, check?: Check): Promise<Balance> =>
	await client.read<Balance>({ path: '/v2/balances/detail', query: { currency } }, check);

/** The balance of an AUD account (specification: "v1: balances", detail). @throws {ServiceFailure} */
export const readAudBalance = async (client: ServiceClient): Promise<AudBalance> =>
	await client.read<AudBalance>({ path: '/v1/balances/detail' });

/** Whose history it is: that of a single account, or of one that includes others. */
export type HistoryAccount = Partial<Pick<BalanceHistory, 'account_type'>>;

/**
 * What changed the balance in a period, newest first, up to `most` entries a page (specification: "v2: balances",
 * history). A cursor is valid only with the dates and the size it was given for.
 * @param tell receives what the answers say about the account
 */
export function historyPages(client: ServiceClient, period: Period, most: number, tell?: (of: HistoryAccount) => void) {
	return sizedPages(client, PATH, most, (size) =>
		emptyWhereNotFound(
			client,
			PATH,
			{},
			pagesOfPeriod(client, PATH, period, (asked) => async (cursor) => {
				const request = { path: PATH, query: { ...periodQuery(asked), size, cursor } };
				const page = await client.read<BalanceHistory>(request, (answer) => hasRecords(answer) || hasNone(answer));
				if (page.account_type !== undefined) tell?.({ account_type: page.account_type });
				const records = page.records ?? [];
				if (records.length === 0 && cursor === undefined) noteEmpty(client, PATH);
				numberTwins(records);
				return cursorPage(records, page.has_more, page.next_cursor);
			}),
		),
	);
}

/** A page that shows no list and has none after it. */
const hasNone: Check = (answer) => isObject(answer) && !isShown(answer.records) && answer.has_more === false;

/**
 * What an entry shows. Its id is that of the balance (specification: "Balance history entry"), which a payment and its
 * refund may share, and so may all payees of a batch with one amount.
 */
export const contentOf = (entry: BalanceHistoryEntry): string => {
	const { id, request_type, transaction_type, amount, reference_id, created_at } = entry;
	return `${id} ${request_type} ${transaction_type} ${amount} ${reference_id} ${created_at}`;
};

/** The numbers of entries before which others of the same content stand in the list. */
const numbers = new WeakMap<object, number>();

/** By content, how many entries of one time have been numbered. */
export type Twins = Readonly<Record<string, number>>;

export const twinsAt = (time: string | undefined, page: readonly BalanceHistoryEntry[]): Twins =>
	Object.fromEntries(
		page.flatMap((entry) => (entry.created_at === time ? [[contentOf(entry), numberOf(entry)] as const] : [])),
	);

/**
 * Numbers the entries of one content that follow each other.
 * @param before those of the page before it, where that may end with others of them
 */
export function numberTwins(page: readonly BalanceHistoryEntry[], before: Twins = {}): void {
	const counts = new Map(Object.entries(before));
	let time = page[0]?.created_at;
	for (const [index, entry] of page.entries()) {
		if (entry.created_at !== time) counts.clear();
		time = entry.created_at;
		// Most entries have a time of their own, and so no twin.
		if (counts.size === 0 && page[index + 1]?.created_at !== time) continue;
		const content = contentOf(entry);
		const number = (counts.get(content) ?? 0) + 1;
		counts.set(content, number);
		numbers.set(entry, number);
	}
}

/**
 * Numbers the entries of a page on from the page before, which may have been read long ago. One that is alone on both
 * counts as the same: the list may have grown meanwhile.
 * @param before what was returned for that page
 */
export function numberOnward(page: readonly BalanceHistoryEntry[], before: Twins = {}): Twins {
	const several = new Set(page.filter((entry) => numberOf(entry) > 1).map(contentOf));
	const twins = Object.entries(before).filter(([content, number]) => number > 1 || several.has(content));
	numberTwins(page, Object.fromEntries(twins));
	return page.length === 0 ? before : twinsAt(page.at(-1)?.created_at, page);
}

/** The number of an entry of a page among those of the same content, from 1. */
export const numberOf = (entry: object): number => numbers.get(entry) ?? 1;

/** What tells an entry of a page from the others. */
export const identifyEntry = (entry: BalanceHistoryEntry): string => {
	const number = numberOf(entry);
	return number === 1 ? contentOf(entry) : `${contentOf(entry)} ${number}`;
};
