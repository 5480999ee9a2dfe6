import type { PayoutBatchDetail, PayoutTransaction } from '../../contract';
import { attempt } from '../../core/attempt';
import type { FetchPage } from '../../core/paging';
import { ListChangedError, MOST_READINGS, readList } from '../../core/paging';
import { inLanes, readInLanes } from '../../core/parallelPages';
import type { ServiceClient } from './client';
import type { Check } from './answers';
import { has, holdsRecord, isObject, recordIn } from './answers';
import { isNotFound, isRefused } from './failure';
import { LANES, pagesOfAnyForm } from './lists';
import type { Period } from './period';
import { lookUpPeriod, pagesOfPeriod, periodQuery } from './period';
import { TimeSlice } from './timeSlice';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The longest period, minus a day because clocks differ (specification: "Payout list period"). */
const LONGEST_PERIOD = 364 * DAY;

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

/** The years before the last one in which an account has payouts, newest first. */
interface OlderYears {
	askedAt: number;
	years: Promise<Period[]>;
}

const olderYears = new Map<string, OlderYears>();

/** After this many years without a payout, none is expected before them. */
const EMPTY_YEARS = 2;

/** Most years to check before the last one. */
const MOST_YEARS = 15;

/**
 * The periods in which payouts of an account may be found, newest first: the last year, and every older one in which
 * there are any. Older years are asked for once a day and process.
 * @throws {ServiceFailure} {PagingError}
 */
export async function payoutPeriods(client: ServiceClient): Promise<Period[]> {
	const { baseUrl, appId } = client.credential;
	const account = `${baseUrl} ${appId}`;
	const now = Date.now();
	const known = olderYears.get(account);
	if (known && now - known.askedAt < DAY && now >= known.askedAt) return [lookUpPeriod(now), ...(await known.years)];
	const years = askForOlderYears(client, now);
	olderYears.set(account, { askedAt: now, years });
	// A failed request must not count as an answer.
	years.catch(() => olderYears.delete(account));
	return [lookUpPeriod(now), ...(await years)];
}

async function askForOlderYears(client: ServiceClient, now: number): Promise<Period[]> {
	const found: Period[] = [];
	// They overlap with the last year, because that moves on while this is remembered, for a day.
	let to = now - 361 * DAY;
	for (let year = 0, empty = 0; year < MOST_YEARS && empty < EMPTY_YEARS; year++, to -= LONGEST_PERIOD) {
		const period = { from: new Date(to - LONGEST_PERIOD), to: new Date(to) };
		const any = await hasPayouts(client, period);
		empty = any ? 0 : empty + 1;
		if (any) found.push(period);
	}
	return found;
}

async function hasPayouts(client: ServiceClient, period: Period): Promise<boolean> {
	const page = await attempt(async () => await payoutPages(client, period)(undefined));
	if ('value' in page) return page.value.records.length > 0 || (page.value.total ?? 0) > 0;
	// A service that does not list so far back refuses. Then there is nothing to find.
	if (isRefused(page.failure)) return false;
	throw page.failure;
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
 * Hands on every batch of these periods, or only those whose own `external_id` is this key: perhaps twice, in no
 * particular order.
 * @throws {ServiceFailure} {PagingError}
 */
export async function scanBatches(
	client: ServiceClient,
	periods: readonly Period[],
	key: string | undefined,
	take: (batch: PayoutBatchDetail) => void,
): Promise<void> {
	// Filtered here again: if the service ignored the filter, somebody else's payment would be taken for this one.
	const isSought = (batch: PayoutBatchDetail) => key === undefined || batch.external_id === key;
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

/**
 * A transaction of which only its own uuid is known, and its batch.
 * @param sought.key the `external_id` of the batch, where it is known
 * @param sought.createdAt of the transaction. Without it, the last year is searched
 * @throws {ServiceFailure} {PagingError} also when no batch has it
 */
export async function findTransaction(
	client: ServiceClient,
	uuid: string,
	{ key, createdAt }: { key?: string; createdAt: string | null },
): Promise<{ batch: PayoutBatchDetail; transaction: PayoutTransaction }> {
	const created = Date.parse(createdAt ?? '');
	const period = Number.isNaN(created)
		? lookUpPeriod(Date.now())
		: { from: new Date(created - DAY), to: new Date(created + DAY), asked: new Date() };
	const found: { batch: PayoutBatchDetail; transaction: PayoutTransaction }[] = [];
	await scanBatches(client, [period], key, (batch) => {
		const transaction = batch.payout_transactions.find((each) => each.uuid === uuid);
		if (transaction) found.push({ batch, transaction });
	});
	const [first] = found;
	if (!first) throw new Error(`No payout has the transaction ${uuid}`);
	return first;
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
