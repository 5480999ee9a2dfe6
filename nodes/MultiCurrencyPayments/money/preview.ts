import type { IDataObject } from 'n8n-workflow';
import { alikeIn, rowsInWords } from '../../../core/alike';
import { attempt } from '../../../core/attempt';
import { grouped } from '../../../core/grouped';
import { compareAmounts, isFinerThan, readDecimal, subtractAmounts, sumAmounts } from '../../../core/money';
import { inLanes } from '../../../core/parallelPages';
import type { ServiceClient } from '../../service/client';
import { isRefused } from '../../service/failure';
import { LANES } from '../../service/lists';
import { TimeSlice } from '../../service/timeSlice';
import type { ItemCall } from '../form/itemCall';
import { asItems } from '../form/presentation';
import type { ItemResult } from '../operation';
import type { BatchKind, PaymentRequest } from './batchKind';
import { movementOf } from './batchKind';
import { noteEarlier, noteTwins } from './previewEarlier';
import type { Readable, Reason, Row, Verdict } from './previewRow';
import { judge, reasonOf, refuse } from './previewRow';

/** What the service is asked about a list, besides what was paid before. */
export interface PreviewChecks<R> {
	/** Where payments may need a contact with the email of the payee. */
	contacts?: {
		needs: (request: R) => boolean;
		/** null where the service refuses to tell. */
		has: (client: ServiceClient, email: string) => Promise<boolean | null>;
	};
	/** What else looks wrong with a payment that would be sent. */
	doubtsOf?: (request: R) => Reason[];
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
		const read = await attempt(() => rowOf(kind, item, checks));
		if ('value' in read) rows.push(read.value);
		else failed.push({ item: item.index, failure: read.failure });
	}
	const [first] = items;
	// A list that could not be checked as a whole has no verdict.
	if (failed.length > 0 || !first) return failed;
	const readable = rows.filter(isReadable);
	noteTwins(readable);
	const unchecked: Reason[] = [];
	for (const run of first.run.accounts) {
		const client = first.clientOf(run);
		const notChecked = await noteContacts(
			client,
			readable.filter(({ item }) => item.run === run),
			checks,
		);
		if (unchecked.length === 0) unchecked.push(...notChecked);
	}
	await noteEarlier(kind, readable);
	const summary = await summaryOf(kind, rows, checks, unchecked);
	const results: ItemResult[] = rows.map((row) => ({ item: row.item.index, items: asItems(presented(row)) }));
	return [...results, { item: items.length - 1, items: [{ json: summary, pairedItem: undefined }] }];
}

const isReadable = <R>(row: Row<R>): row is Readable<R> => row.request !== undefined;

async function rowOf<R extends PaymentRequest>(
	kind: BatchKind<R>,
	item: ItemCall,
	{ doubtsOf }: PreviewChecks<R>,
): Promise<Row<R>> {
	const row: Row<R> = { item, verdict: 'pay', reasons: [] };
	const read = await attempt(async () => {
		await item.takeAccount();
		return await kind.read(item)();
	});
	if ('failure' in read) {
		refuse(row, read.failure);
		return row;
	}
	const request = (row.request = read.value);
	for (const { reason, remedy } of [...oddAmount(request), ...(doubtsOf?.(request) ?? [])])
		judge(row, 'check', reason, remedy);
	const allowed = await attempt(async () => item.client.guard?.assertEach([movementOf(request)]));
	if ('failure' in allowed) refuse(row, allowed.failure);
	return row;
}

function oddAmount({ amount, currency }: PaymentRequest): Reason[] {
	if (amount === undefined || !isFinerThan(amount, currency)) return [];
	const reason = `The amount ${amount} has more decimals than ${currency}`;
	return [{ reason, remedy: 'Correct it. The service takes it as it is, or rounds it.' }];
}

/**
 * The specification does not show how a contact is found by its email, so one that is not found stops no payment.
 * @returns what could not be checked
 */
async function noteContacts<R extends PaymentRequest>(
	client: ServiceClient,
	rows: readonly Readable<R>[],
	{ contacts }: PreviewChecks<R>,
): Promise<Reason[]> {
	if (!contacts) return [];
	const needing = rows.filter(({ request }) => contacts.needs(request));
	const emails = new Set(needing.map(({ request }) => request.email));
	const answers = new Map<string, boolean | null>();
	await inLanes([...emails], LANES, async (email) => void answers.set(email, await contacts.has(client, email)));
	for (const row of needing) {
		const { email } = row.request;
		if (answers.get(email) !== false) continue;
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
	reason: `The ${what} could not be checked: the service does not show it`,
	remedy,
});

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
	const sent = rows.filter(isReadable).filter(({ verdict }) => verdict === 'pay' || verdict === 'check');
	const totals: IDataObject[] = [];
	for (const own of grouped(sent, ({ request: { currency } }) => currency)) {
		// One account has all payments of a currency.
		const [{ request, item }] = own;
		const { currency } = request;
		const amount = sumAmounts(own.flatMap((row) => row.request.amount ?? []));
		const shown = await attempt(() => checks.balanceOf(item.client, currency));
		if ('failure' in shown && !isRefused(shown.failure)) throw shown.failure;
		const balance = 'value' in shown ? readDecimal(shown.value) : null;
		if (balance === null) unchecked.push(notChecked(`balance in ${currency}`, 'Look it up in the merchant dashboard.'));
		const isCovered = balance === null ? null : compareAmounts(balance, amount) >= 0;
		const after = balance === null ? null : subtractAmounts(balance, [amount]);
		totals.push({ currency, payments: own.length, amount, balance, balance_after: after, is_covered: isCovered });
	}
	const reasons: Reason[] = [];
	for (const part of grouped(sent, ({ item }) => item.run)) {
		const moves = part.map(({ request, isAgain }) => movementOf(request, isAgain));
		const { client } = part[0].item;
		const limits = await attempt(() => client.guard?.assertTogether({ path: kind.path, moves }, client));
		if ('failure' in limits) reasons.push(reasonOf(limits.failure));
	}
	reasons.push(...reasonsOfMany(rows));
	totals.sort((one, other) => String(one.currency).localeCompare(String(other.currency)));
	const short = totals.filter(({ is_covered: isCovered }) => isCovered === false);
	for (const { currency, amount, balance } of short) {
		reasons.push({
			reason: `The balance does not cover ${String(amount)} ${String(currency)}: ${String(balance)} is available`,
			remedy: 'Add money to the account first. Fees may come on top.',
		});
	}
	const verdict: Verdict =
		stop > 0 || reasons.length > 0 ? 'stop' : check > 0 || unchecked.length > 0 ? 'check' : 'pay';
	const counts = { rows: rows.length, pay: count('pay'), check, paid_before: count('paid_before'), stop };
	return { kind: 'summary', verdict, ...counts, totals, reasons: [...reasons, ...unchecked] };
}

/** Why many rows would be refused, where it is the same for all of them: most likely one column is wrong. */
function reasonsOfMany(rows: readonly Row<unknown>[]): Reason[] {
	const stopped = rows.filter(({ verdict }) => verdict === 'stop');
	const all = stopped.flatMap(({ item, reasons }) => reasons.map((reason) => ({ row: item.index + 1, reason })));
	return alikeIn(all, ({ reason }) => reason).map(({ reason: { reason, remedy }, rows: alike }) => ({
		reason: `${rowsInWords(alike)}: ${reason}`,
		remedy,
	}));
}

function presented<R extends PaymentRequest>({ request, verdict, reasons, found }: Row<R>): IDataObject {
	const { payee, email, amount, currency, externalId, list } = request ?? {};
	return {
		kind: 'payment',
		verdict,
		reasons,
		payee,
		email,
		amount,
		currency,
		external_id: externalId,
		batch_external_id: list === '' ? null : list,
		...(found && { found: { uuid: found.uuid, status: found.status } }),
	};
}
