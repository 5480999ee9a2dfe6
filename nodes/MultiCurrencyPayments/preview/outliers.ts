import { compareAmounts, moneyInWords, sumAmounts } from '../../../core/money';
import { grouped } from '../../../core/grouped';
import type { PaymentRequest } from '../money/batchKind';
import { judge, type Readable } from './row';

/** Fewer payments of a currency have no usual amount. */
const FEWEST = 5;

/** So many times as much, or as little, is more likely a slip: a decimal point, or the amount of another column. */
const TIMES = 50;

/** Has amounts checked that are far from what a list usually pays in their currency. */
export function noteOutliers(rows: readonly Readable<PaymentRequest>[]): void {
	const known = rows.flatMap((row) => (row.request.amount === undefined ? [] : [{ row, amount: row.request.amount }]));
	for (const own of grouped(known, ({ row }) => row.request.currency)) {
		const sorted = [...own].sort((one, other) => compareAmounts(one.amount, other.amount));
		const middle = sorted[Math.floor((sorted.length - 1) / 2)]?.amount;
		if (middle === undefined || sorted.length < FEWEST) continue;
		const most = manyTimes(middle);
		for (const { row } of sorted.filter(({ amount }) => compareAmounts(amount, most) >= 0)) note(row, 'more', middle);
		// From the least on, so that no more are multiplied than are noted.
		for (const { row, amount } of sorted) {
			if (compareAmounts(manyTimes(amount), middle) > 0) break;
			note(row, 'less', middle);
		}
	}
}

const manyTimes = (amount: string): string => sumAmounts(Array.from({ length: TIMES }, () => amount));

function note(row: Readable<PaymentRequest>, how: 'more' | 'less', middle: string): void {
	const { amount = '', currency } = row.request;
	judge(
		row,
		'check',
		`The amount ${moneyInWords(amount, currency)} is far ${how} than this list usually pays, ${moneyInWords(middle, currency)}`,
		'Compare it with your list: a decimal point or a column may be wrong.',
	);
}
