import { attempt } from '../../../core/attempt';
import { digestOf } from '../../../core/digest';
import { grouped } from '../../../core/grouped';
import { compareAmounts, moneyInWords, sumAmounts } from '../../../core/money';
import { differingFacts } from '../../../core/payments/facts';
import { ExplainedError } from '../../../core/text/explained';
import { inParallel } from '../../../core/service/parallelPages';
import type { ServiceClient } from '../../service/client';
import { ServiceFailure } from '../../service/failure';
import { LANES } from '../../service/lists';
import { movementOf, type BatchKind, type PaymentRequest } from '../money/batchKind';
import { kindOf } from '../money/batches';
import { externalIdTaken, lookAlike, UnknownYet } from '../money/failures';
import { lookUpAll } from '../money/payAll';
import { settingOf } from '../money/setting';
import { PAYMENT } from '../money/payment';
import type { ItemCall } from '../run/itemCall';

/**
 * What would become of a payment, from the least grave on:
 * - `pay`: it would be sent
 * - `check`: it would be sent, but looks like another one, or its contact is not found
 * - `paid_before`: it exists, so it would not be sent again
 * - `stop`: it would be refused before anything is sent
 */
export const VERDICTS = ['pay', 'check', 'paid_before', 'stop'] as const;

export type PreviewVerdict = (typeof VERDICTS)[number];

export interface Reason {
	reason: string;
	remedy: string;
}

/** A row of a list that is checked. */
export interface Row<R = PaymentRequest> {
	item: ItemCall;
	/** undefined where the item cannot be read. */
	request?: R;
	verdict: PreviewVerdict;
	/** Why it is not simply paid, and what to do. */
	reasons: Reason[];
}

/** A row that can be read. */
export type Readable<R = PaymentRequest> = Row<R> & { request: R };

/** The gravest verdict stays. */
export function judge(row: Row<unknown>, verdict: PreviewVerdict, reason: Reason): void {
	if (VERDICTS.indexOf(verdict) > VERDICTS.indexOf(row.verdict)) row.verdict = verdict;
	row.reasons.push(reason);
}

const notSentAgain = (row: Row<unknown>, reason: string) =>
	judge(row, 'paid_before', { reason, remedy: 'It is found and not sent again.' });

/** Notes why a row would be refused. @throws the failure when it is none that concerns this row */
export function refuse(row: Row<unknown>, failure: unknown): void {
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
export function noteTwins(rows: readonly Readable[]): void {
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
export function noteOutliers(rows: readonly Readable[]): void {
	const known = rows.flatMap((row) => (row.request.amount === undefined ? [] : [{ row, amount: row.request.amount }]));
	for (const own of grouped(known, ({ row }) => row.request.currency)) {
		own.sort((one, other) => compareAmounts(one.amount, other.amount));
		const middle = own[Math.floor((own.length - 1) / 2)]?.amount;
		if (middle === undefined || own.length < FEWEST) continue;
		const note = ({ row, amount }: (typeof own)[number], how: 'more' | 'less') => {
			const [odd, usual] = [amount, middle].map((each) => moneyInWords(each, row.request.currency));
			judge(row, 'check', {
				reason: `The amount ${odd} is far ${how} than this list usually pays, ${usual}`,
				remedy: 'Compare it with your list: a decimal point or a column may be wrong.',
			});
		};
		const most = manyTimes(middle);
		for (const each of own.filter(({ amount }) => compareAmounts(amount, most) >= 0)) note(each, 'more');
		// From the least on, so that no more are multiplied than are noted.
		for (const each of own) {
			if (compareAmounts(manyTimes(each.amount), middle) > 0) break;
			note(each, 'less');
		}
	}
}

const manyTimes = (amount: string): string => sumAmounts(Array.from({ length: TIMES }, () => amount));

/** Where payments may need a contact with the email of the payee. */
export interface ContactChecks<R> {
	needs: (request: R) => boolean;
	/** null where the service refuses to tell. */
	has: (client: ServiceClient, email: string) => Promise<boolean | null>;
}

/**
 * The specification does not show how a contact is found by its email, so one that is not found stops no payment.
 * @returns whether the service has told of all contacts
 */
export async function noteContacts<R extends PaymentRequest>(
	rows: readonly Readable<R>[],
	{ needs, has }: ContactChecks<R>,
): Promise<boolean> {
	const needing = rows.filter(({ request }) => needs(request));
	const byContact = grouped(needing, ({ item, request }) => digestOf(item.run.credential.appId, request.email));
	let isTold = true;
	await inParallel(byContact, LANES, async (own) => {
		const [{ item, request }] = own;
		const isThere = await has(item.client, request.email);
		if (isThere === null) isTold = false;
		if (isThere !== false) return;
		for (const row of own)
			judge(row, 'check', {
				reason: `The method needs a contact, and the service shows none with the email ${request.email}`,
				remedy: 'Create it with Contact: Create, unless it exists.',
			});
	});
	return isTold;
}

/**
 * One by one, a later row finds what an earlier one with its External ID has made.
 * @returns the other rows
 */
export function noteRepeated<R extends PaymentRequest>(rows: readonly Readable<R>[]): Readable<R>[] {
	const alone = rows.filter(({ request }) => request.list === '');
	const repeated = new Set<Readable<R>>();
	for (const [{ item, request: earlier }, ...later] of grouped(alone, ({ request }) => request.identity))
		for (const row of later) {
			const payment = { ...row.request, subject: PAYMENT };
			if (payment.externalId !== earlier.externalId) refuse(row, lookAlike(payment, earlier.externalId, false));
			else if (differingFacts(payment.facts, earlier.facts).length > 0)
				refuse(row, externalIdTaken(payment, earlier.facts, false));
			else notSentAgain(row, `Row ${item.index + 1} has the same External ID`);
			repeated.add(row);
		}
	return rows.filter((row) => !repeated.has(row));
}

/** Whether Create would send it. */
export const wouldBeSent = ({ verdict }: Readable): boolean => verdict === 'pay' || verdict === 'check';

/**
 * Compares what would be sent together with the limits of the credential. A list is refused as a whole.
 * @returns why not all of the others are sent: which of them are depends on what is paid first
 */
export async function noteLimits(path: string, rows: readonly Readable[]): Promise<Reason[]> {
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
export async function noteEarlier<R extends PaymentRequest>(
	kind: BatchKind<R>,
	rows: readonly Readable<R>[],
): Promise<void> {
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
