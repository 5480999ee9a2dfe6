import type { PayoutBatchDetail, PayoutTransaction } from '../../contract';
import { attempt } from '../../core/attempt';
import { instantOf } from '../../core/time/dates';
import { compareAmounts, readDecimal, sumAmounts } from '../../core/money';
import {
	ListChangedError,
	readList,
	readPages,
	untilItHoldsStill,
	type FetchPage,
	type Page,
} from '../../core/service/paging';
import { asObjects, isShown } from '../../core/service/payload';
import { inParallel, readInLanes } from '../../core/service/parallelPages';
import { foldedKey, isOtherWord } from '../../core/payments/match';
import type { ServiceClient } from './client';
import type { PaymentsCredential } from './credential';
import { has, holdsRecord, recordIn, type Check } from './answers';
import { isObject } from '../../core/objects';
import { emptyWhereNotFound, LANES, PagesOfAnyForm } from './lists';
import { lookUpPeriod, pagesOfPeriod, periodQuery, periodsWithRecords, type Period } from './period';
import { TimeSlice } from './time';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Younger records may still be joined by new ones, so their list may change while it is read. */
const MOVING = HOUR;

/**
 * One batch with its transactions, or with the one that `childUuid` names (specification: "v2: payout queries and
 * actions", detail). @throws {ServiceFailure}
 */
export async function readPayout(client: ServiceClient, uuid: string, childUuid?: string, check?: Check) {
	const request = { path: '/v2/payouts/detail', query: { uuid, child_uuid: childUuid } };
	// Whether a transaction that was asked for comes by itself or in its batch is not shown either.
	const uuids = childUuid === undefined ? [uuid] : [uuid, childUuid];
	return recordIn(await client.read<PayoutBatchDetail>(request, holdsRecord(uuids, check)), ...uuids);
}

const LIST = '/v2/payouts/all';

/** The batches created in a period (specification: "v2: payout queries and actions", all). The endpoint takes no page size. */
export function payoutPages(client: ServiceClient, period: Period, externalId?: string): FetchPage<PayoutBatchDetail> {
	return pagesOfPeriod(client, LIST, period, (asked) => {
		const query = { ...periodQuery(asked), external_id: externalId };
		return emptyWhereNotFound(client, LIST, query, new PagesOfAnyForm<PayoutBatchDetail>(client, LIST, query).at);
	});
}

/** The periods in which payouts may be found, see {@link periodsWithRecords}. @throws {ServiceFailure} {PagingError} */
export const payoutPeriods = async (client: ServiceClient): Promise<Period[]> =>
	await periodsWithRecords(client, LIST, (period) => payoutPages(client, period));

/** The reference of a payment. Other software may give one to the batch alone, where that has one payee. */
export const referenceOf = ({ external_id: own }: PayoutTransaction, batch: PayoutBatchDetail): unknown =>
	isShown(own) || batch.payout_transactions.length > 1 ? own : batch.external_id;

const uuidOf = ({ uuid }: PayoutBatchDetail) => uuid;

/** A list of batches, begun with its first page. */
export interface BegunList {
	client: ServiceClient;
	period: Period;
	/** The `external_id` that all of its batches have; undefined for a list of all batches. */
	key: string | undefined;
	pages: FetchPage<PayoutBatchDetail>;
	first: Page<PayoutBatchDetail>;
}

/**
 * Asks for the first page of the batches of each period, or of only those whose own `external_id` is this key.
 * @throws {ServiceFailure} {PagingError}
 */
export async function beginLists(client: ServiceClient, periods: readonly Period[], key?: string) {
	const begin = async (period: Period): Promise<BegunList> => {
		const pages = payoutPages(client, period, key);
		return { client, period, key, pages, first: await pages(undefined) };
	};
	return await Promise.all(periods.map(begin));
}

/** How many pages a list has; Infinity when the service does not say. */
const pageCount = ({ total = Infinity, records }: Page<unknown>): number =>
	Math.ceil(total / Math.max(1, records.length));

/** How many more requests it takes to read these lists; Infinity when the service does not say. */
export const requestsLeft = (lists: readonly BegunList[]): number =>
	lists.reduce((sum, { first }) => sum + Math.max(0, pageCount(first) - 1), 0);

/**
 * Hands on the batches of these lists whose own `external_id` is wanted, in whatever spelling: perhaps twice, in no particular order.
 * @throws {ServiceFailure} {PagingError}
 */
export async function scanBatches(
	lists: readonly BegunList[],
	isWanted: (key: string) => boolean,
	take: (batch: PayoutBatchDetail) => void,
): Promise<void> {
	const isSought = ({ external_id: key }: PayoutBatchDetail) => isWanted(foldedKey(key));
	// Who wants those without a reference, too, looks for none, but wants to know those of their payments.
	const byKey = !isWanted('');
	const slice = new TimeSlice();
	const unknown = new Map<string, ServiceClient>();
	// Those whose reference the list shows empty, or that of one of their payments; with what is wanted all the same.
	const nameless = new Map<string, { client: ServiceClient; batch?: PayoutBatchDetail }>();
	let showsKeys = false;
	for (const list of lists) {
		const { client } = list;
		await scanList(list, async (batches) => {
			for (const batch of batches) {
				// A batch may hold hundreds of payments.
				if (slice.isOver) await slice.giveWay();
				const { uuid, external_id: key } = batch;
				const keys = byKey ? [key] : keysIn(batch);
				showsKeys ||= keys.some(isShown);
				// Filtered here again: if the service ignored the filter, somebody else's payment would be taken for this one.
				if (key !== undefined && !isSought(batch)) {
					if (!isShown(key)) nameless.set(uuid, { client });
				} else if (!isWhole(batch, client, byKey)) unknown.set(uuid, client);
				else if (byKey || keys.every(isShown)) take(batch);
				else nameless.set(uuid, { client, batch });
			}
		});
	}
	// Payouts that were made by hand have no reference. But where none shows one, the list may hide them.
	for (const [uuid, { client, batch }] of nameless) {
		if (!showsKeys) unknown.set(uuid, client);
		else if (batch) take(batch);
	}
	await inParallel([...unknown], LANES, async ([uuid, client]) => {
		// What is listed and has no detail may be the payment that is looked for.
		const batch = await readWhole(client, uuid);
		if (isSought(batch)) take(batch);
	});
}

const keysIn = ({ payout_transactions: transactions }: Partial<PayoutBatchDetail>): unknown[] =>
	asObjects(transactions).map(({ external_id: key }) => key);

/**
 * A transaction of which only its own uuid is known, and its batch.
 * @param sought.key the `external_id` of the batch, where it is known
 * @param sought.createdAt of the transaction. Without it, the last year is searched
 * @returns null when no batch has it
 * @throws {ServiceFailure} {PagingError}
 */
export async function findTransaction(
	client: ServiceClient,
	uuid: string,
	{ key, createdAt }: { key?: string; createdAt: string | null },
): Promise<{ batch: PayoutBatchDetail; transaction: PayoutTransaction } | null> {
	const created = instantOf(createdAt);
	const around = (time: number) => ({ from: new Date(time - DAY), to: new Date(time + DAY), asked: new Date() });
	const period = created === null ? lookUpPeriod() : around(created);
	let found: { batch: PayoutBatchDetail; transaction: PayoutTransaction } | null = null;
	const isSought = (batchKey: string) => key === undefined || batchKey === foldedKey(key);
	await scanBatches(await beginLists(client, [period], key), isSought, (batch) => {
		const transaction = batch.payout_transactions.find((each) => each.uuid === uuid);
		if (transaction) found ??= { batch, transaction };
	});
	return found;
}

/** Without these, nothing can be told of a payment. */
const NEEDED = { batch: ['currency', 'status'], transaction: ['uuid', 'amount', 'status'] } as const;

/** The fields by which a payment is found, and compared with what is asked for. */
const COMPARED = {
	batch: ['external_id', 'payout_method_name'],
	transaction: ['external_id', 'payee', 'email', 'payout_method_params'],
} as const;

/**
 * Whether a batch shows all of its payments, and all that is needed of them. The specification shows the records of the
 * detail, but not those of the list.
 * @param byKey whether payments are looked for by their references. Otherwise, what they are found by may be empty
 */
function isWhole(batch: Partial<PayoutBatchDetail>, { credential }: ServiceClient, byKey: boolean): boolean {
	const isThere = (value: unknown) => (byKey ? isShown(value) : value !== undefined);
	const { uuid = '', payout_transactions: transactions, total_amount: total } = batch;
	if (!NEEDED.batch.every((field) => isShown(batch[field])) || !COMPARED.batch.every((field) => isThere(batch[field])))
		return false;
	if (!Array.isArray(transactions)) return false;
	const isComplete = (transaction: Partial<PayoutTransaction> | null) =>
		NEEDED.transaction.every((field) => isShown(transaction?.[field])) &&
		COMPARED.transaction.every((field) => isThere(transaction?.[field])) &&
		// Of a status that is not known, its message alone tells whether the payment failed.
		(!isOtherWord(transaction?.status) || transaction?.error_message !== undefined);
	if (transactions.length === 0 || !transactions.every(isComplete)) return false;
	return addUpTo(total, transactions) || sizes.get(credential)?.get(uuid) === transactions.length;
}

/**
 * How many payments each batch has whose detail was read, by its uuid, for each account of a run: a total may include fees,
 * and then the detail alone tells whether the list shows them all.
 */
const sizes = new WeakMap<PaymentsCredential, Map<string, number>>();

/** Whether these are all payments of a batch, by its total. */
function addUpTo(total: unknown, transactions: readonly PayoutTransaction[]): boolean {
	const whole = readDecimal(total);
	const amounts = transactions.map(({ amount }) => readDecimal(amount)).filter((amount) => amount !== null);
	return whole !== null && compareAmounts(whole, sumAmounts(amounts)) === 0;
}

/** A batch without its payments would look as if nobody in it was paid. */
const hasPayments: Check = (batch) =>
	has('uuid')(batch) &&
	isObject(batch) &&
	Array.isArray(batch.payout_transactions) &&
	(batch.payout_transactions.length > 0 || Number(batch.total_amount ?? NaN) === 0);

/** A batch with all of its payments. @throws {ServiceFailure} */
async function readWhole(client: ServiceClient, uuid: string): Promise<PayoutBatchDetail> {
	const { credential } = client;
	const batch = await readPayout(client, uuid, undefined, hasPayments);
	const known = sizes.get(credential) ?? new Map<string, number>();
	sizes.set(credential, known.set(batch.uuid, batch.payout_transactions.length));
	return batch;
}

/** Longest list that is read whole at once. A longer one would often change meanwhile. */
const MOST_AT_ONCE = 4 * LANES;

/** Most lists have one page. Of long ones, the newest part is read by itself, because it may change meanwhile. */
async function scanList(
	{ client, period, key, pages, first }: BegunList,
	take: (batches: PayoutBatchDetail[]) => Promise<void>,
): Promise<void> {
	if (first.next === null && first.records.length === first.total) return await take(first.records);
	const begun = begunWith(first, pages);
	// Without a total, only the page after it tells whether a page is the last.
	if (first.total === undefined) return await take(await readList(begun, uuidOf));
	const read = async (part: FetchPage<PayoutBatchDetail>) => {
		const asked = await attempt(() => readInLanes(part, uuidOf, LANES, take));
		if ('value' in asked) return;
		if (!(asked.failure instanceof ListChangedError)) throw asked.failure;
		// Others pay meanwhile, perhaps all the time. Page after page, what they add pushes no batch past the reader.
		const growing: typeof part = async (position) => ({ ...(await part(position)), mayGrow: true });
		await untilItHoldsStill(async () => {
			for await (const batches of readPages(growing, uuidOf)) await take(batches);
		});
	};
	const still = new Date(Math.min(period.to.getTime(), Math.max(period.from.getTime(), Date.now() - MOVING)));
	if (pageCount(first) <= MOST_AT_ONCE || still <= period.from || still >= period.to) return await read(begun);
	await read(payoutPages(client, { ...period, from: still }, key));
	await read(payoutPages(client, { from: period.from, to: still }, key));
}

/** The same pages, of which the first was fetched already. A second reading fetches it anew. */
function begunWith<T>(first: Page<T>, pages: FetchPage<T>): FetchPage<T> {
	let known: Page<T> | undefined = first;
	return async (position) => {
		const page = position === undefined ? known : undefined;
		if (page) known = undefined;
		return page ?? (await pages(position));
	};
}
