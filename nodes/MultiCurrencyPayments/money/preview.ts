import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import { ExplainedError } from '../../../core/explained';
import { grouped } from '../../../core/grouped';
import { differingFacts, digestOf } from '../../../core/idempotency';
import { compareAmounts, readDecimal, subtractAmounts, sumAmounts } from '../../../core/money';
import { inLanes } from '../../../core/parallelPages';
import { endOfRecord } from '../../../core/paymentMatch';
import type { ServiceClient } from '../../service/client';
import { isRefused } from '../../service/failure';
import { LANES } from '../../service/lists';
import { TimeSlice } from '../../service/timeSlice';
import type { ItemCall } from '../form/itemCall';
import { asItems } from '../form/presentation';
import type { ItemResult } from '../operation';
import type { BatchKind, PaymentRequest } from './batchKind';
import { movementOf } from './batchKind';
import { EarlierPayouts, placesOf } from './earlierPayouts';
import { CannotTell, EndedWithoutMoney, KeyTaken, PAYMENT, UnknownOutcome } from './failures';
import type { Found } from './intention';
import { accountOf, identityOf } from './memory';
import { ownKeyOf } from './payTogether';
import { sentByProcess } from './processMemory';

/**
 * What would become of a payment:
 * - `pay`: it would be sent
 * - `check`: it would be sent, but looks like another one, or its contact is not found
 * - `paid_before`: it exists, so it would not be sent again
 * - `stop`: it would be refused before anything is sent
 */
type Verdict = 'pay' | 'check' | 'paid_before' | 'stop';

interface Reason {
	reason: string;
	remedy: string;
}

interface Row<R> {
	item: ItemCall;
	/** undefined where the item cannot be read. */
	request: R | undefined;
	verdict: Verdict;
	/** Why it is not simply paid, and what to do. */
	reasons: Reason[];
	/** The payment that exists. */
	found?: IDataObject;
}

/** A row that can be read. */
type Readable<R> = Row<R> & { request: R };

/** What the service is asked about a list, besides what was paid before. */
export interface PreviewChecks<R> {
	/** The email of the contact that a payment needs; undefined where it needs none. */
	contactOf?: (request: R) => string | undefined;
	/** null where the service refuses to tell. */
	hasContact?: (client: ServiceClient, email: string) => Promise<boolean | null>;
	/** The available balance, as the service writes it. */
	balanceOf: (client: ServiceClient, currency: string) => Promise<unknown>;
}

/**
 * Checks a list as if it were paid, and sends nothing.
 * @returns an item for each payment with its verdict, and a summary at the end
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
		const read = await attempt(async () => await rowOf(kind, item));
		if ('value' in read) rows.push(read.value);
		else failed.push({ item: item.index, failure: read.failure });
	}
	const [first] = items;
	// A list that could not be checked as a whole has no verdict.
	if (failed.length > 0 || !first) return failed;
	const readable = rows.filter((row): row is Readable<R> => row.request !== undefined);
	noteTwins(kind, readable);
	const unchecked: Reason[] = [];
	for (const run of first.run.accounts) {
		const part = readable.filter(({ item }) => item.run === run);
		const client = first.clientOf(run);
		const notChecked = await noteContacts(client, part, checks);
		if (unchecked.length === 0) unchecked.push(...notChecked);
		await noteEarlier(kind, client, part);
	}
	const summary = await summaryOf(kind, rows, checks, unchecked);
	const results: ItemResult[] = rows.map((row) => ({ item: row.item.index, items: asItems(presented(row)) }));
	return [...results, { item: items.length - 1, items: [{ json: summary, pairedItem: undefined }] }];
}

async function rowOf<R extends PaymentRequest>(kind: BatchKind<R>, item: ItemCall): Promise<Row<R>> {
	const row: Row<R> = { item, request: undefined, verdict: 'pay', reasons: [] };
	const read = await attempt(async () => {
		await item.takeAccount();
		return await kind.read(item);
	});
	if ('failure' in read) {
		if (!(read.failure instanceof NodeOperationError && item.isRefusal(read.failure))) throw read.failure;
		judge(row, 'stop', read.failure.message, read.failure.description ?? '');
		return row;
	}
	const request = (row.request = read.value);
	const movement = movementOf({ request, key: request.externalId });
	const allowed = await attempt(async () => item.client.guard?.assertEach([movement]));
	if ('failure' in allowed) explained(row, allowed.failure);
	return row;
}

/** The gravest verdict stays. */
function judge(row: Row<unknown>, verdict: Verdict, reason: string, remedy: string): void {
	const ranks: Verdict[] = ['pay', 'check', 'paid_before', 'stop'];
	if (ranks.indexOf(verdict) > ranks.indexOf(row.verdict)) row.verdict = verdict;
	row.reasons.push({ reason, remedy });
}

/** @throws the failure when it is none that stops the payment */
function explained(row: Row<unknown>, failure: unknown): void {
	if (!(failure instanceof ExplainedError)) throw failure;
	const { message, description } = failure.explanation;
	judge(row, 'stop', message, description);
}

/** Two rows with one External ID are a mistake; two that pay the same to the same account may be one. */
function noteTwins<R extends PaymentRequest>(kind: BatchKind<R>, rows: readonly Readable<R>[]): void {
	const byKey = new Map<string, number>();
	const byPayment = new Map<string, number>();
	for (const row of rows) {
		const { request, item } = row;
		const { batchKey, destination, amount = '', currency } = request;
		const key = ownKeyOf(kind, request);
		const identity = digestOf(batchKey, key);
		const payment = digestOf(destination, amount, currency);
		const [sameKey, same] = [key === '' ? undefined : byKey.get(identity), byPayment.get(payment)];
		if (sameKey !== undefined) {
			judge(
				row,
				'stop',
				request.externalId === ''
					? `Item ${sameKey} pays the same account under the same Batch External ID`
					: `The External ID ${key} is used by item ${sameKey} too`,
				'Give every payee an External ID of its own.',
			);
		} else if (same !== undefined) {
			judge(
				row,
				'check',
				`Item ${same} pays the same amount to the same account`,
				'Remove one of them if both stand for one payment.',
			);
		}
		byKey.set(identity, sameKey ?? item.index);
		byPayment.set(payment, same ?? item.index);
	}
}

/**
 * The specification does not show how a contact is found by its email, so one that is not found stops no payment.
 * @returns what could not be checked
 */
async function noteContacts<R extends PaymentRequest>(
	client: ServiceClient,
	rows: readonly Readable<R>[],
	{ contactOf, hasContact }: PreviewChecks<R>,
): Promise<Reason[]> {
	if (!contactOf || !hasContact) return [];
	const emails = new Set(rows.flatMap(({ request }) => contactOf(request) ?? []));
	const answers = new Map<string, boolean | null>();
	await inLanes([...emails], LANES, async (email) => void answers.set(email, await hasContact(client, email)));
	for (const row of rows) {
		const email = contactOf(row.request);
		if (email === undefined || answers.get(email) !== false) continue;
		judge(
			row,
			'check',
			`The method needs a contact, and the service shows none with the email ${email}`,
			'Create it with Contact: Create, unless it exists.',
		);
	}
	const isUnchecked = [...answers.values()].includes(null);
	return isUnchecked ? [notChecked('contact of every payee', 'The method needs one for each email.')] : [];
}

const notChecked = (what: string, remedy: string): Reason => ({
	reason: `The ${what} could not be checked: the service refuses to show it`,
	remedy,
});

/** Compares with what was paid before, under the same External ID. */
async function noteEarlier<R extends PaymentRequest>(
	kind: BatchKind<R>,
	client: ServiceClient,
	rows: readonly Readable<R>[],
): Promise<void> {
	const { found, name } = kind;
	const sought = rows.flatMap((row) => {
		const { item, batchKey } = row.request;
		const key = ownKeyOf(kind, row.request);
		if (key === '') return [];
		for (const account of item.run.accounts.filter((run) => run !== item.run)) {
			const other = sentByProcess(identityOf(accountOf(account), name, batchKey, key));
			if (other) explained(row, new KeyTaken(PAYMENT, key, row.request.facts, other.facts));
		}
		// The service may not list yet what this process has sent.
		const sent = sentByProcess(identityOf(accountOf(item.run), name, batchKey, key));
		if (sent?.state === 'done' && sent.record) {
			const { record, facts } = sent;
			noteFound(row, key, { record, facts, ended: endOfRecord(record) ?? undefined });
			return [];
		}
		if (sent) explained(row, new UnknownOutcome(PAYMENT, key, false));
		return [{ row, key, places: placesOf(key, batchKey) }];
	});
	if (found === null) return;
	const earlier = await new EarlierPayouts(client).find(sought, Date.now(), false);
	for (const one of sought) {
		const { row, key } = one;
		const all = (earlier.get(one) ?? []).map((payment) => found(row.request, payment));
		const there = all.find(({ ended }) => ended === undefined) ?? all[0];
		if (there) noteFound(row, key, there);
	}
}

function noteFound<R extends PaymentRequest>(row: Readable<R>, key: string, there: Found): void {
	const { record, facts, ended } = there;
	if ((there.key ?? key) !== key) return explained(row, new CannotTell(PAYMENT, 'otherSpelling', there.key ?? ''));
	const asked = row.request.facts;
	if (ended !== undefined) return explained(row, new EndedWithoutMoney(PAYMENT, key, ended));
	if (differingFacts(asked, facts).length > 0) return explained(row, new KeyTaken(PAYMENT, key, asked, facts));
	row.found = record;
	judge(row, 'paid_before', `The payment ${key} exists already`, 'It is found and not sent again.');
}

/** Totals by currency of what would be sent, and whether the balance covers them. */
async function summaryOf<R extends PaymentRequest>(
	kind: BatchKind<R>,
	rows: readonly Row<R>[],
	checks: PreviewChecks<R>,
	notes: readonly Reason[],
): Promise<IDataObject> {
	const unchecked = [...notes];
	const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
	const [check, stop] = [count('check'), count('stop')];
	const sent = rows.flatMap(({ verdict, request }) =>
		request && (verdict === 'pay' || verdict === 'check') ? [request] : [],
	);
	const totals: IDataObject[] = [];
	for (const own of grouped(sent, ({ currency }) => currency)) {
		// One account has all payments of a currency.
		const [{ currency, item }] = own;
		const amount = sumAmounts(own.map((request) => request.amount ?? '0'));
		const shown = await attempt(async () => await checks.balanceOf(item.client, currency));
		if ('failure' in shown) {
			if (!isRefused(shown.failure)) throw shown.failure;
			unchecked.push(notChecked(`balance in ${currency}`, 'Look it up in the merchant dashboard.'));
		}
		const balance = 'value' in shown ? readDecimal(shown.value) : null;
		const isCovered = balance === null ? null : compareAmounts(balance, amount) >= 0;
		const after = balance === null ? null : subtractAmounts(balance, [amount]);
		totals.push({ currency, payments: own.length, amount, balance, balance_after: after, is_covered: isCovered });
	}
	const reasons: Reason[] = [];
	for (const part of grouped(sent, ({ item }) => item.run)) {
		const moves = part.map((request) => movementOf({ request, key: request.externalId }));
		const { client } = part[0].item;
		const limits = await attempt(async () => await client.guard?.assertTogether({ path: kind.path, moves }, client));
		if ('failure' in limits) reasons.push(limitReason(limits.failure));
	}
	totals.sort((one, other) => (String(one.currency) < String(other.currency) ? -1 : 1));
	const short = totals.filter(({ is_covered: isCovered }) => isCovered === false);
	for (const { currency, amount, balance } of short) {
		reasons.push({
			reason: `The balance does not cover ${String(amount)} ${String(currency)}: ${String(balance)} is available`,
			remedy: 'Add money to the account first. Fees come on top.',
		});
	}
	const verdict: Verdict =
		stop > 0 || reasons.length > 0 ? 'stop' : check > 0 || unchecked.length > 0 ? 'check' : 'pay';
	const counts = { rows: rows.length, pay: count('pay'), check, paid_before: count('paid_before'), stop };
	return { kind: 'summary', verdict, ...counts, totals, reasons: [...reasons, ...unchecked] };
}

/** @throws the failure when it is none that stops the payments */
function limitReason(failure: unknown): Reason {
	if (!(failure instanceof ExplainedError) || failure.explanation.response) throw failure;
	const { message, description } = failure.explanation;
	return { reason: message, remedy: description };
}

function presented<R extends PaymentRequest>({ request, verdict, reasons, found }: Row<R>): IDataObject {
	const { payee, email, amount, currency, externalId, batchKey } = request ?? {};
	return {
		kind: 'payment',
		verdict,
		reasons,
		payee,
		email,
		amount,
		currency,
		external_id: externalId === '' ? null : externalId,
		batch_external_id: batchKey === '' ? null : batchKey,
		...(found && { found: { uuid: found.uuid, status: found.status } }),
	};
}
