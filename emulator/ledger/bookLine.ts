import type { BookLine } from '../account';
import { formatMoney, type Money } from './money';

/** Counts and sums payments of one kind for the books. */
export function bookLine(payments: Iterable<{ status: string; amount?: Money }>): BookLine {
	const byStatus: Record<string, number> = {};
	let count = 0;
	let sum = 0n;
	for (const { status, amount = 0n } of payments) {
		count += 1;
		sum += amount;
		byStatus[status] = (byStatus[status] ?? 0) + 1;
	}
	return { count, sum: formatMoney(sum, 0), byStatus };
}
