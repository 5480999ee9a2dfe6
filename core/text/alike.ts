/** Rows of a list that fail for the same reason: told once, not once for each of them. */

/** How many rows are named; of more, their number is told. */
const MOST_NAMED = 3;

/** A reason with the rows that it holds for, counted from 1. */
export interface Alike<T> {
	reason: T;
	/** What it says of all of them. */
	text: string;
	rows: number[];
}

/** One row that fails. */
interface FailedRow<T> {
	row: number;
	reason: T;
	/** By which its reason may name it. */
	key?: string;
}

/** What a reason says of other rows like this one: without its number and its key. */
const ofOthers = (reason: string, key = ''): string =>
	(key === '' ? reason : reason.replaceAll(` ${key} `, ' … ')).replace(/^Row \d+ has\b/, 'these have');

const withoutQuoted = (reason: string): string => reason.replace(/“[^“”]*”/g, '“…”').replace(/"[^"]*"/g, '"…"');

/**
 * The reasons that hold for several rows, in the order of their first rows.
 * @param textOf what a reason says
 * @param fewest how many rows are several. By default more than would be named
 */
export function alikeIn<T>(
	failures: Iterable<FailedRow<T>>,
	textOf: (reason: T) => string,
	fewest = MOST_NAMED + 1,
): Alike<T>[] {
	const byText = new Map<string, Alike<T>>();
	for (const { row, reason, key } of failures) {
		const text = ofOthers(textOf(reason), key);
		const general = withoutQuoted(text);
		const there = byText.get(general);
		if (!there) byText.set(general, { reason, text, rows: [row] });
		else {
			there.rows.push(row);
			if (there.text !== text) there.text = general;
		}
	}
	return [...byText.values()].filter(({ rows }) => rows.length >= fewest);
}

/** "500 rows (1, 2, 3 and 497 more)". */
export const rowsInWords = (rows: readonly number[]): string =>
	`${rows.length} rows (${rows.slice(0, MOST_NAMED).join(', ')} and ${rows.length - MOST_NAMED} more)`;
