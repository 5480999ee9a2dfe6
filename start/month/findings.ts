import type { IDataObject } from 'n8n-workflow';
import { subtractAmounts, sumAmounts } from '../../core/money';
import { amountOf, inWords, sumOf } from '../amounts';
import type { Finding } from '../job';
import { eventOf, paymentsOf, type Received } from './events';
import { MISTAKES } from './mistakes';
import type { Month, Preview } from './month';
import { CURRENCIES, payees, type Payee } from './sheet';
import { summaryOf } from './summaries';

const sheet = payees();

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
	one.length === other.length && [...one].sort().join('\n') === [...other].sort().join('\n');

/** What the service has of the sheet: the payments in advance have other External IDs. */
async function paidOf(month: Month, currency: string) {
	const { payouts } = await month.control.payments(currency);
	const externalIds = new Set(sheet.map(({ external_id }) => external_id));
	return payouts.filter(({ external_id }) => external_id !== null && externalIds.has(external_id));
}

/** Whether the preview finds each planted mistake in its row, and nothing else, and whether it sends anything. */
export async function findMistakes(month: Month, { rows, toCorrect }: Preview): Promise<Finding> {
	const found = MISTAKES.filter(
		({ row, verdict, says }) => rows[row]?.verdict === verdict && rows[row].reasons.startsWith(`${says}.`),
	);
	const sent = (await Promise.all(CURRENCIES.map(async (currency) => await paidOf(month, currency)))).flat().length;
	return {
		what: `Mistakes in a sheet of ${sheet.length} payees`,
		n8n: `${found.length} of ${MISTAKES.length} found, ${toCorrect.length} rows to correct`,
		service: `${sent} payments received`,
		agrees: found.length === MISTAKES.length && toCorrect.length === MISTAKES.length && sent === 0,
	};
}

/** Whether everybody was paid once, by the account of the currency and in one batch. */
export async function findPayments(month: Month, items: readonly IDataObject[]): Promise<Finding[]> {
	const line = ({ external_id, amount }: { external_id?: unknown; amount?: unknown }) =>
		`${String(external_id)} ${amountOf(amount)}`;
	return await Promise.all(
		CURRENCIES.map(async (currency): Promise<Finding> => {
			const wanted = sheet.filter((payee: Payee) => payee.currency === currency);
			const told = items.filter((item) => item.currency === currency);
			const booked = await paidOf(month, currency);
			const asked = wanted.map(line);
			return {
				what: `Salaries in ${currency}`,
				n8n: `${told.length} of ${wanted.length} paid, ${inWords(sumOf(told.map(({ amount }) => amount)), currency)}`,
				service: `${booked.length} paid, ${inWords(sumOf(booked.map(({ amount }) => amount)), currency)}`,
				agrees: [told, booked].every((records) => isSame(asked, records.map(line))),
			};
		}),
	);
}

/** Whether the failures that were ordered have happened, and the service shows no payment that n8n does not. */
export async function findFailures(month: Month, items: readonly IDataObject[]): Promise<Finding> {
	const failures = await month.control.failures();
	const refused = failures.filter(({ effect }) => !effect).length;
	const lost = failures.length - refused;
	return {
		what: 'An account refuses, an answer is lost',
		n8n: `1 run, ${items.length} payees paid`,
		service: `${refused} requests refused, ${lost} answer lost`,
		agrees: items.length === sheet.length && refused === 2 && lost === 1,
	};
}

/** Whether one trigger has received every event of all accounts once, and with them the end of each payment. */
export function findEvents({ sent, items }: Received): Finding {
	const different = new Set(items.map(({ event_id }) => event_id)).size;
	const paid = items.filter(({ is_final }) => is_final === true).flatMap(paymentsOf);
	const received = items.map(({ uuid, status }) => eventOf(uuid, status));
	return {
		what: 'Events of all accounts, each delivered twice',
		n8n: `${items.length} executions, ${different} different events, ${paid.length} payments ended`,
		service: `${sent.events.length} events in ${sent.deliveries} deliveries, ${sent.accepted} accepted`,
		agrees:
			isSame(received, sent.events) &&
			different === items.length &&
			sent.accepted === 2 * sent.events.length &&
			isSame(
				paid,
				sheet.map(({ external_id }) => external_id),
			),
	};
}

/**
 * Whether the items of the reconciliation explain what each balance has moved, to the cent.
 * @param before the balances of the accounts before the day, by the service's own books
 * @param after the same after it
 */
export function findReconciled(
	items: readonly IDataObject[],
	before: Readonly<Record<string, string>>,
	after: Readonly<Record<string, string>>,
): Finding[] {
	return CURRENCIES.map((currency): Finding => {
		const { matched, explained, unexplained, opening, closing, report } = summaryOf(items, currency);
		const wanted = sheet.filter((payee) => payee.currency === currency).length;
		const moved = subtractAmounts(after[currency] ?? '', [before[currency] ?? '']);
		return {
			what: `The day in ${currency}, reconciled`,
			n8n: `${matched} of ${wanted} matched, ${inWords(explained, currency)} explained, ${inWords(unexplained, currency)} not`,
			service: `balance moved by ${inWords(moved, currency)}`,
			agrees:
				matched === wanted &&
				unexplained === '0' &&
				explained === moved &&
				sumAmounts([opening, moved]) === closing &&
				closing === after[currency] &&
				report === closing,
		};
	});
}
