import type { PayoutBatchDetail, PayoutTransaction } from '../../contract';
import { attempt } from '../../core/attempt';
import type { FetchPage } from '../../core/paging';
import { ListChangedError, MOST_READINGS, readList } from '../../core/paging';
import { inLanes, readInLanes } from '../../core/parallelPages';
import { foldedKey } from '../../core/paymentMatch';
import type { ServiceClient } from './client';
import type { Check } from './answers';
import { has, holdsRecord, isObject, recordIn } from './answers';
import { isNotFound } from './failure';
import { LANES, pagesOfAnyForm } from './lists';
import type { Period } from './period';
import { periodsWithRecords } from './olderYears';
import { pagesOfPeriod, periodQuery } from './period';
import { TimeSlice } from './timeSlice';

const HOUR = 3_600_000;

/** Younger records may still be joined by new ones, so their list may change while it is read. */
const MOVING = HOUR;

/**
 * One batch with its transactions, or with the one that `childUuid` names (specification: "v2: payout queries and
 * actions", detail). @throws {ServiceFailure}
 */
export async function readPayout(
	client: ServiceClient,
	uuid: string,
	childUuid?: string,
	check?: Check,
): Promise<PayoutBatchDetail> {
	const request = { method: 'GET', path: '/v2/payouts/detail', query: { uuid, child_uuid: childUuid } } as const;
	// Whether a transaction that was asked for comes by itself or in its batch is not shown either.
	const uuids = childUuid === undefined ? [uuid] : [uuid, childUuid];
	return recordIn(await client.read<PayoutBatchDetail>(request, holdsRecord(uuids, check)), ...uuids);
}

const LIST = '/v2/payouts/all';

/**
 * The batches created in a period (specification: "v2: payout queries and actions", all). The endpoint
 * takes no page size.
 */
export function payoutPages(client: ServiceClient, period: Period, externalId?: string): FetchPage<PayoutBatchDetail> {
	return pagesOfPeriod(client, LIST, period, (asked) =>
		pagesOfAnyForm(client, LIST, { ...periodQuery(asked), external_id: externalId }),
	);
}

/**
 * The periods in which payouts of an account may be found, newest first: the last year, and every older one in which
 * there are any. @throws {ServiceFailure} {PagingError}
 */
export async function payoutPeriods(client: ServiceClient): Promise<Period[]> {
	return await periodsWithRecords(client, LIST, (period) => payoutPages(client, period));
}

const uuidOf = ({ uuid }: PayoutBatchDetail) => uuid;

/**
 * How many requests it takes to read every batch of these periods; Infinity when the service does not say.
 * @throws {ServiceFailure} {PagingError}
 */
export async function countPages(client: ServiceClient, periods: readonly Period[]): Promise<number> {
	let pages = 0;
	for (const period of periods) {
		const { total = Infinity, records } = await payoutPages(client, period)(undefined);
		pages += Math.ceil(total / Math.max(1, records.length));
	}
	return pages;
}

/**
 * Hands on every batch of these periods, or only those whose own `external_id` is this key, in whatever spelling: perhaps
 * twice, in no particular order.
 * @throws {ServiceFailure} {PagingError}
 */
export async function scanBatches(
	client: ServiceClient,
	periods: readonly Period[],
	key: string | undefined,
	take: (batch: PayoutBatchDetail) => void,
): Promise<void> {
	// Filtered here again: if the service ignored the filter, somebody else's payment would be taken for this one.
	const sought = key === undefined ? undefined : foldedKey(key);
	const isSought = ({ external_id: id }: PayoutBatchDetail) => sought === undefined || foldedKey(id ?? '') === sought;
	const slice = new TimeSlice();
	const incomplete = new Set<string>();
	const takeEach = async (batches: PayoutBatchDetail[]) => {
		for (const batch of batches) {
			// A batch may hold hundreds of payments.
			if (slice.isOver) await slice.giveWay();
			if (!isWhole(batch)) incomplete.add(batch.uuid);
			else if (isSought(batch)) take(batch);
		}
	};
	for (const period of periods) await scanPeriod(client, period, key, takeEach);
	await inLanes([...incomplete], LANES, async (uuid) => {
		const batch = await readIfThere(client, uuid);
		if (batch && isSought(batch)) take(batch);
	});
}

/** The fields by which a payment is found, compared with what is asked for, and known to be alive. */
const COMPARED = {
	batch: ['external_id', 'currency', 'payout_method_name', 'status'],
	transaction: ['external_id', 'amount', 'payee', 'email', 'payout_method_params', 'status'],
} as const;

/**
 * Whether a batch shows all by which its payments are found and compared. The specification shows the records of the
 * detail, but not those of the list.
 */
function isWhole(batch: Partial<PayoutBatchDetail>): boolean {
	const { payout_transactions: transactions } = batch;
	if (!COMPARED.batch.every((field) => batch[field] !== undefined) || !Array.isArray(transactions)) return false;
	const shows = (transaction: Partial<PayoutTransaction> | null) =>
		COMPARED.transaction.every((field) => transaction?.[field] !== undefined);
	return transactions.length > 0 && transactions.every(shows);
}

/** A batch without its payments would look as if nobody in it was paid. */
const hasPayments: Check = (batch) => has('uuid')(batch) && isObject(batch) && Array.isArray(batch.payout_transactions);

/** A batch; null where the service does not know it any more, because a sandbox may have been reset. */
export async function readIfThere(client: ServiceClient, uuid: string): Promise<PayoutBatchDetail | null> {
	const read = await attempt(async () => await readPayout(client, uuid, undefined, hasPayments));
	if ('value' in read) return read.value;
	if (isNotFound(read.failure)) return null;
	throw read.failure;
}

/** Most lists have one page. Of longer ones, the newest part is read page by page, because it may change meanwhile. */
async function scanPeriod(
	client: ServiceClient,
	period: Period,
	key: string | undefined,
	take: (batches: PayoutBatchDetail[]) => Promise<void>,
): Promise<void> {
	const first = await payoutPages(client, period, key)(undefined);
	if (first.next === null && first.records.length === first.total) return await take(first.records);
	// Without a total, only the page after it tells whether a page is the last.
	if (first.total === undefined) return await take(await readList(payoutPages(client, period, key), uuidOf));
	const still = new Date(Math.min(period.to.getTime(), Math.max(period.from.getTime(), Date.now() - MOVING)));
	if (still < period.to) await take(await readList(payoutPages(client, { ...period, from: still }, key), uuidOf));
	if (still <= period.from) return;
	const pages = payoutPages(client, { from: period.from, to: still }, key);
	for (let reading = 1; ; reading++) {
		const read = await attempt(async () => await readInLanes(pages, uuidOf, LANES, take));
		if ('value' in read) return;
		if (!(read.failure instanceof ListChangedError) || reading === MOST_READINGS) throw read.failure;
	}
}
