import type { IDataObject } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import { digestOf } from '../../../core/digest';
import { grouped } from '../../../core/grouped';
import {
	compareAmounts,
	inCurrency,
	isFinerThan,
	moneyInWords,
	readDecimal,
	subtractAmounts,
	sumAmounts,
} from '../../../core/money';
import { differingFacts } from '../../../core/payments/facts';
import { inParallel } from '../../../core/service/parallelPages';
import { alikeIn, rowsInWords } from '../../../core/text/alike';
import { ExplainedError, joined } from '../../../core/text/explained';
import { asText } from '../../../core/text/values';
import type { ServiceClient } from '../../service/client';
import { exceptWhere, isRefused, ServiceFailure } from '../../service/failure';
import { LANES } from '../../service/lists';
import { TimeSlice } from '../../service/time';
import { notificationTarget } from '../form/notification';
import { asItems } from '../form/presentation';
import { movementOf, type BatchKind, type PaymentRequest } from '../money/batchKind';
import { kindOf } from '../money/batches';
import { externalIdTaken, lookAlike, UnknownYet } from '../money/failures';
import { lookUpAll } from '../money/payAll';
import { settingOf } from '../money/setting';
import type { ItemCall } from '../run/itemCall';
import type { ItemResult } from '../run/lanes';

/**
 * What would become of a payment, from the least grave on:
 * - `pay`: it would be sent
 * - `check`: it would be sent, but looks like another one, or its contact is not found
 * - `paid_before`: it exists, so it would not be sent again
 * - `stop`: it would be refused before anything is sent
 */
const VERDICTS = ['pay', 'check', 'paid_before', 'stop'] as const;

type PreviewVerdict = (typeof VERDICTS)[number];

/** What looks wrong, and what to do. */
export type Reason = ReturnType<PaymentRequest['doubts']>[number];

/** A row of a list that is checked. */
interface Row<R = PaymentRequest> {
	item: ItemCall;
	/** undefined where the item cannot be read. */
	request?: R;
	verdict: PreviewVerdict;
	/** Why it is not simply paid, and what to do. */
	reasons: Reason[];
}

/** A row that can be read. */
type Readable<R = PaymentRequest> = Row<R> & { request: R };

/** What the service is asked about a list, besides what was paid before. */
export interface PreviewChecks<R> {
	/** Where payments may need a contact with the email of the payee. */
	contacts?: {
		needs: (request: R) => boolean;
		/** null where the service refuses to tell. */
		has: (client: ServiceClient, email: string) => Promise<boolean | null>;
	};
	/** The available balance, as the service writes it. */
	balanceOf: (client: ServiceClient, currency: string) => Promise<unknown>;
}

/**
 * Checks a list as if it were paid, and sends nothing.
 * @returns a row for each payment with its verdict, and totals by currency at the end, all with the same columns
 */
export async function previewAll<R extends PaymentRequest>(
	kind: BatchKind<R>,
	items: readonly ItemCall[],
	checks: PreviewChecks<R>,
): Promise<ItemResult[]> {
	const rows: Row<R>[] = [];
	const failed: ItemResult[] = [];
	const slice = new TimeSlice();
	for (const item of items) {
		if (slice.isOver) await slice.giveWay();
		const read = await attempt(() => rowOf(kind, item));
		if ('value' in read) rows.push(read.value);
		else failed.push({ item: item.index, failure: read.failure });
	}
	// A list that could not be checked as a whole has no verdict.
	if (failed.length > 0 || rows.length === 0) return failed;
	const readable = rows.filter(isReadable);
	noteTwins(readable);
	noteOutliers(readable);
	const unchecked = await noteContacts(readable, checks);
	await noteEarlier(kind, noteRepeated(readable));
	const reasons = [...(await noteLimits(kind.path, readable)), ...reasonsOfMany(rows)];
	const totals = await totalsOf(rows, checks, reasons, unchecked);
	const results: ItemResult[] = rows.map((row) => ({ item: row.item.index, items: asItems(presented(row)) }));
	return [...results, { item: items.length - 1, items: totals.map((json) => ({ json, pairedItem: undefined })) }];
}

const isReadable = <R>(row: Row<R>): row is Readable<R> => row.request !== undefined;

async function rowOf<R extends PaymentRequest>(kind: BatchKind<R>, item: ItemCall): Promise<Row<R>> {
	const row: Row<R> = { item, verdict: 'pay', reasons: [] };
	const read = await attempt(async () => {
		await item.takeAccount();
		notificationTarget(item);
		const request = (row.request = await kind.read(item));
		for (const reason of [...oddAmount(request), ...request.doubts()]) judge(row, 'check', reason);
		item.client.guard?.assertEach([movementOf(request)]);
	});
	if ('failure' in read) refuse(row, read.failure);
	return row;
}

function oddAmount({ amount, currency }: PaymentRequest): Reason[] {
	if (amount === undefined || !isFinerThan(amount, currency)) return [];
	const reason = `The amount ${moneyInWords(amount, currency)} has more decimals than its currency`;
	return [{ reason, remedy: 'Correct it. The service takes it as it is, or rounds it.' }];
}

/** The gravest verdict stays. */
function judge(row: Row<unknown>, verdict: PreviewVerdict, reason: Reason): void {
	if (VERDICTS.indexOf(verdict) > VERDICTS.indexOf(row.verdict)) row.verdict = verdict;
	row.reasons.push(reason);
}

const notSentAgain = (row: Row<unknown>, reason: string) =>
	judge(row, 'paid_before', { reason, remedy: 'It is found and not sent again.' });

/** Notes why a row would be refused. @throws the failure when it is none that concerns this row */
function refuse(row: Row<unknown>, failure: unknown): void {
	const isOwn = row.item.isRefusal(failure);
	judge(row, 'stop', isOwn ? { reason: failure.message, remedy: failure.description ?? '' } : reasonOf(failure));
}

/** Why the node itself would send nothing. @throws the failure when it is none of that kind */
function reasonOf(failure: unknown): Reason {
	if (!(failure instanceof ExplainedError) || failure instanceof ServiceFailure) throw failure;
	const { message, description } = failure.explanation;
	return { reason: message, remedy: description };
}

/** Two rows that pay the same amount to the same account may be one payment. */
function noteTwins(rows: readonly Readable[]): void {
	const paymentIn = ({ request: { destination, amount = '', currency } }: Readable) =>
		digestOf(destination, amount, currency);
	// Another one with the same External ID is refused as Create does.
	const named = new Set(grouped(rows, ({ request }) => request.identity).map(([first]) => first));
	for (const [first, ...others] of grouped(rows, paymentIn))
		for (const row of others.filter((other) => named.has(other)))
			judge(row, 'check', {
				reason: `Row ${first.item.index + 1} pays the same amount to the same account`,
				remedy: 'Remove one of them if both stand for one payment.',
			});
}

/** Fewer payments of a currency have no usual amount. */
const FEWEST = 5;

/** So many times as much, or as little, is more likely a slip: a decimal point, or the amount of another column. */
const TIMES = 50;

/** Has amounts checked that are far from what a list usually pays in their currency. */
function noteOutliers(rows: readonly Readable[]): void {
	const known = rows.flatMap((row) => (row.request.amount === undefined ? [] : [{ row, amount: row.request.amount }]));
	for (const own of grouped(known, ({ row }) => row.request.currency)) {
		own.sort((one, other) => compareAmounts(one.amount, other.amount));
		const middle = own[Math.floor((own.length - 1) / 2)]?.amount;
		if (middle === undefined || own.length < FEWEST) continue;
		const most = manyTimes(middle);
		// From the least on, so that no more are multiplied than are noted.
		const firstUsual = own.findIndex(({ amount }) => compareAmounts(manyTimes(amount), middle) > 0);
		for (const [place, { row, amount }] of own.entries()) {
			const isMore = compareAmounts(amount, most) >= 0;
			if (place >= firstUsual && !isMore) continue;
			const [odd, usual] = [amount, middle].map((each) => moneyInWords(each, row.request.currency));
			judge(row, 'check', {
				reason: `The amount ${odd} is far ${isMore ? 'more' : 'less'} than this list usually pays, ${usual}`,
				remedy: 'Compare it with your list: a decimal point or a column may be wrong.',
			});
		}
	}
}

const manyTimes = (amount: string): string => sumAmounts(Array.from({ length: TIMES }, () => amount));

const notChecked = (what: string, remedy: string): Reason => ({
	reason: `The ${what} could not be checked: the service does not show it`,
	remedy,
});

/**
 * The specification does not show how a contact is found by its email, so one that is not found stops no payment.
 * @returns what could not be checked
 */
async function noteContacts<R extends PaymentRequest>(
	rows: readonly Readable<R>[],
	{ contacts }: PreviewChecks<R>,
): Promise<Reason[]> {
	if (!contacts) return [];
	const needing = rows.filter(({ request }) => contacts.needs(request));
	const byContact = grouped(needing, ({ item, request }) => digestOf(item.run.credential.appId, request.email));
	let isTold = true;
	await inParallel(byContact, LANES, async (own) => {
		const [{ item, request }] = own;
		const isThere = await contacts.has(item.client, request.email);
		if (isThere === null) isTold = false;
		if (isThere !== false) return;
		for (const row of own)
			judge(row, 'check', {
				reason: `The method needs a contact, and the service shows none with the email ${request.email}`,
				remedy: 'Create it with Contact: Create, unless it exists.',
			});
	});
	return isTold ? [] : [notChecked('contact of every payee', 'The method needs one for each email.')];
}

/**
 * One by one, a later row finds what an earlier one with its External ID has made.
 * @returns the other rows
 */
function noteRepeated<R extends PaymentRequest>(rows: readonly Readable<R>[]): Readable<R>[] {
	const alone = rows.filter(({ request }) => request.list === '');
	const repeated = new Set<Readable<R>>();
	for (const [{ item, request: earlier }, ...later] of grouped(alone, ({ request }) => request.identity))
		for (const row of later) {
			const payment: R = row.request;
			if (payment.externalId !== earlier.externalId) refuse(row, lookAlike(payment, earlier.externalId, false));
			else if (differingFacts(payment.facts, earlier.facts).length > 0)
				refuse(row, externalIdTaken(payment, earlier.facts, false));
			else notSentAgain(row, `Row ${item.index + 1} has the same External ID`);
			repeated.add(row);
		}
	return rows.filter((row) => !repeated.has(row));
}

/** Whether Create would send it. */
const wouldBeSent = ({ verdict }: Readable): boolean => verdict === 'pay' || verdict === 'check';

/**
 * Compares what would be sent together with the limits of the credential. A list is refused as a whole.
 * @returns why not all of the others are sent: which of them are depends on what is paid first
 */
async function noteLimits(path: string, rows: readonly Readable[]): Promise<Reason[]> {
	const reasons: Reason[] = [];
	for (const part of grouped(rows.filter(wouldBeSent), ({ item }) => item.run)) {
		const moves = part.map(({ request }) => movementOf(request));
		const { client } = part[0].item;
		const limits = await attempt(() => client.guard?.assertTogether({ path, moves }, client));
		if (!('failure' in limits)) continue;
		const isList = part[0].request.list !== '';
		if (isList) for (const row of part) refuse(row, limits.failure);
		reasons.push(reasonOf(limits.failure));
	}
	return reasons;
}

/** Compares with what was paid before, as Create does. @throws {ServiceFailure} {PagingError} */
async function noteEarlier<R extends PaymentRequest>(kind: BatchKind<R>, rows: readonly Readable<R>[]): Promise<void> {
	const [first] = rows;
	if (!first) return;
	const requests = rows.map(({ request }) => request);
	const setting = await settingOf(first.item, true);
	const outcomes = await lookUpAll(kindOf(kind), requests, setting);
	for (const row of rows) {
		const outcome = outcomes.get(row.request);
		if (!outcome) continue;
		// Create waits until a look-up that finds nothing counts, and sends it then.
		if ('failure' in outcome && outcome.failure instanceof UnknownYet) judge(row, 'check', reasonOf(outcome.failure));
		else if ('failure' in outcome) refuse(row, outcome.failure);
		else notSentAgain(row, `The payment ${row.request.externalId} exists already`);
	}
}

/**
 * A row for each currency with what would be sent and whether the balance covers it. Each has the verdict on the whole list.
 * @param reasons against the whole list, and @param unchecked what could not be checked; those of balances are added
 */
async function totalsOf<R extends PaymentRequest>(
	rows: readonly Row<R>[],
	{ balanceOf }: PreviewChecks<R>,
	reasons: Reason[],
	unchecked: Reason[],
): Promise<IDataObject[]> {
	const sent = rows.filter(isReadable).filter(wouldBeSent);
	const totals: { currency?: string; amount?: string; payments: number; balance?: string }[] = [];
	const byCurrency = grouped(sent, ({ request: { currency } }) => currency);
	for (const own of byCurrency.sort(([one], [other]) => one.request.currency.localeCompare(other.request.currency))) {
		// One account has all payments of a currency.
		const [first] = own;
		const { currency } = first.request;
		const amount = sumAmounts(own.flatMap(({ request }) => request.amount ?? []));
		const total = { currency, amount, payments: own.length };
		const inWords = (money: string) => moneyInWords(money, currency);
		const balance = readDecimal(await exceptWhere(isRefused, async () => await balanceOf(first.item.client, currency)));
		if (balance === null) {
			totals.push(total);
			unchecked.push(notChecked(`balance in ${currency}`, 'Look it up in the merchant dashboard.'));
			continue;
		}
		const after = subtractAmounts(balance, [amount]);
		totals.push({ ...total, balance: `Balance: ${inWords(balance)}, afterwards ${inWords(after)}.` });
		if (compareAmounts(after, '0') < 0)
			reasons.push({
				reason: `The balance does not cover ${inWords(amount)}: ${inWords(balance)} is available`,
				remedy: 'Add money to the account first. Fees may come on top.',
			});
	}
	const count = (verdict: PreviewVerdict) => rows.filter((row) => row.verdict === verdict).length;
	const verdict: PreviewVerdict =
		count('stop') > 0 || reasons.length > 0 ? 'stop' : count('check') > 0 || unchecked.length > 0 ? 'check' : 'pay';
	const counts = VERDICTS.filter((each) => count(each) > 0).map((each) => `${count(each)} ${each}`);
	const list = `${rows.length === 1 ? '1 row' : `${rows.length} rows`}: ${counts.join(', ')}.`;
	const whole = joined(inOneText([...reasons, ...unchecked]), list);
	if (totals.length === 0) totals.push({ payments: 0 });
	return totals.map(({ currency = null, amount, payments, balance }) => ({
		external_id: null,
		verdict,
		reasons: joined(whole, balance),
		payee: payments === 1 ? '1 payee' : `${payments} payees`,
		amount: inCurrency(amount, currency),
		currency,
		kind: 'total',
	}));
}

/** Reasons as one text, for a cell of a table. */
const inOneText = (reasons: readonly Reason[]): string =>
	joined(...reasons.map(({ reason, remedy }) => joined(`${reason}.`, remedy)));

/** Why many rows would be refused, where it is the same for all of them: most likely one column is wrong. */
function reasonsOfMany(rows: readonly Row<unknown>[]): Reason[] {
	const stopped = rows.filter(({ verdict }) => verdict === 'stop');
	const all = stopped.flatMap(({ item, reasons }) =>
		reasons.map((reason) => ({ row: item.index + 1, reason, key: asText(item.value('externalId')) })),
	);
	return alikeIn(all, ({ reason }) => reason).map(({ reason: { remedy }, text, rows: alike }) => ({
		reason: `${rowsInWords(alike)}: ${text}`,
		remedy,
	}));
}

function presented({ item, request, verdict, reasons }: Row): IDataObject {
	return {
		external_id: request?.externalId ?? item.shownKey() ?? null,
		verdict,
		reasons: inOneText(reasons),
		payee: request?.payee ?? null,
		amount: request ? inCurrency(request.amount, request.currency) : null,
		currency: request?.currency ?? null,
		kind: 'payment',
	};
}
