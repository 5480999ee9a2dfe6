/** Rows of a list that fail for the same reason: told once, not once for each of them. */

/** How many rows are named; of more, their number is told. */
const MOST_NAMED = 3;

/** A reason with the rows that it holds for, counted from 1. */
export interface Alike<T> {
	reason: T;
	rows: number[];
}

/** The reasons that hold for more rows than would be named, in the order of their first rows. @param textOf what makes two reasons the same */
export function alikeIn<T>(failures: Iterable<{ row: number; reason: T }>, textOf: (reason: T) => string): Alike<T>[] {
	const byText = new Map<string, Alike<T>>();
	for (const { row, reason } of failures) {
		const there = byText.get(textOf(reason));
		if (there) there.rows.push(row);
		else byText.set(textOf(reason), { reason, rows: [row] });
	}
	return [...byText.values()].filter(({ rows }) => rows.length > MOST_NAMED);
}

/** "500 rows (1, 2, 3 and 497 more)". */
export const rowsInWords = (rows: readonly number[]): string =>
	`${rows.length} rows (${rows.slice(0, MOST_NAMED).join(', ')} and ${rows.length - MOST_NAMED} more)`;
