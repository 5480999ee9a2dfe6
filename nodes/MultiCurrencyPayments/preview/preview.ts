import type { IDataObject } from 'n8n-workflow';
import { alikeIn, rowsInWords } from '../../../core/text/alike';
import { asText } from '../../../core/text/values';
import { attempt } from '../../../core/attempt';
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
import type { ServiceClient } from '../../service/client';
import { joined } from '../../../core/text/explained';
import { isRefused } from '../../service/failure';
import { TimeSlice } from '../../service/time';
import type { ItemCall } from '../run/itemCall';
import { asItems } from '../form/presentation';
import type { ItemResult } from '../run/lanes';
import { notificationTarget } from '../form/notification';
import { movementOf, type BatchKind, type PaymentRequest } from '../money/batchKind';
import {
	judge,
	noteContacts,
	noteEarlier,
	noteLimits,
	noteOutliers,
	noteRepeated,
	noteTwins,
	refuse,
	VERDICTS,
	wouldBeSent,
	type ContactChecks,
	type PreviewVerdict,
	type Readable,
	type Reason,
	type Row,
} from './checks';

/** What the service is asked about a list, besides what was paid before. */
export interface PreviewChecks<R> {
	contacts?: ContactChecks<R>;
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
	const unchecked: Reason[] = [];
	if (checks.contacts && !(await noteContacts(readable, checks.contacts)))
		unchecked.push(notChecked('contact of every payee', 'The method needs one for each email.'));
	await noteEarlier(kind, noteRepeated(readable));
	const together = await noteLimits(kind.path, readable);
	const totals = await totalsOf(rows, checks, { together, unchecked });
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
		for (const reason of [...oddAmount(request), ...request.doubts]) judge(row, 'check', reason);
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

const notChecked = (what: string, remedy: string): Reason => ({
	reason: `The ${what} could not be checked: the service does not show it`,
	remedy,
});

/** A row for each currency with what would be sent and whether the balance covers it. Each has the verdict on the whole list. */
async function totalsOf<R extends PaymentRequest>(
	rows: readonly Row<R>[],
	checks: PreviewChecks<R>,
	known: { together: readonly Reason[]; unchecked: readonly Reason[] },
): Promise<IDataObject[]> {
	const unchecked = [...known.unchecked];
	const reasons = [...known.together, ...reasonsOfMany(rows)];
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
		const shown = await attempt(() => checks.balanceOf(first.item.client, currency));
		if ('failure' in shown && !isRefused(shown.failure)) throw shown.failure;
		const balance = 'value' in shown ? readDecimal(shown.value) : null;
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
