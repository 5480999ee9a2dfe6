import type { IDataObject } from 'n8n-workflow';
import { inWords, sumOf } from '../amounts';
import { MISTAKES } from './mistakes';
import type { Preview } from './month';
import { CURRENCIES, payees } from './sheet';
import { summaryOf } from './summaries';

/** A table of the month, for a terminal and for a picture. */
export interface Table {
	/** Of its picture, without ending. */
	name: string;
	title: string;
	headings: readonly string[];
	rows: readonly (readonly string[])[];
	/** The first of the columns that hold numbers; the others after it hold numbers as well. */
	numbersFrom?: number;
}

/** An amount without its currency, such as `1,250.50` or `-3.00`. */
const figure = (amount: string): string => {
	const [text = ''] = inWords(amount.replace('-', ''), '').split(' ');
	return amount.startsWith('-') ? `−${text}` : text;
};

/** The rows to correct: the row of the sheet, from 1, what was planted, and what the preview says. */
export function previewTable({ rows, toCorrect }: Preview): Table {
	return {
		name: 'month-preview',
		title: `Preview: ${toCorrect.length} of ${rows.length} rows to correct`,
		headings: ['Row', 'Mistake', 'Verdict', 'What the preview says'],
		rows: toCorrect.map((row) => [
			String(row + 1),
			MISTAKES.find((mistake) => mistake.row === row)?.what ?? 'none that was planted',
			rows[row]?.verdict ?? '',
			// What follows says what to do.
			(rows[row]?.reasons ?? '').split(/;|\. /)[0] ?? '',
		]),
	};
}

/** What was paid by each account. */
export function paidTable(items: readonly IDataObject[]): Table {
	return {
		name: 'month-paid',
		title: `Paid in one run: ${items.length} payees, one batch for each account`,
		headings: ['Account', 'In the sheet', 'Paid', 'Batches', 'Amount'],
		numbersFrom: 1,
		rows: CURRENCIES.map((currency) => {
			const paid = items.filter((item) => item.currency === currency);
			const batches = new Set(paid.map(({ batch_uuid }) => batch_uuid));
			return [
				currency,
				String(payees().filter((payee) => payee.currency === currency).length),
				String(paid.length),
				String(batches.size),
				figure(sumOf(paid.map(({ amount }) => amount))),
			];
		}),
	};
}

/** How the balance of each account came from its opening to its close. */
export function reconciliationTable(items: readonly IDataObject[]): Table {
	return {
		name: 'month-reconciliation',
		title: 'Reconciled the next day, against the balance history and the settlement reports',
		headings: [
			...['Account', 'Matched', 'Opening balance', 'Top-ups', 'Salaries', 'Fees', 'Closing balance'],
			...['Settlement report', 'Unexplained'],
		],
		numbersFrom: 1,
		rows: CURRENCIES.map((currency) => {
			const { matched, opening, topUps, salaries, fees, closing, report, unexplained } = summaryOf(items, currency);
			const figures = [opening, topUps, salaries, `-${fees}`, closing, report, unexplained].map(figure);
			return [currency, String(matched), ...figures];
		}),
	};
}
