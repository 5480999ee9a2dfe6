import { ListChangedError } from '../../../core/paging';
import { TimeSlice } from '../../service/timeSlice';

/** How the records of a file become lines. */
export type LineFormat = 'csv' | 'ndjson';

/**
 * Pages of records as the pieces of a CSV file (RFC 4180, header line first) or an NDJSON file, page by page. The
 * columns of a CSV file are the keys of the records; nested keys are joined with a dot.
 * @param columns of a CSV file, in their order. What the records have beyond them is added.
 * @throws {ListChangedError} at the end, when a later page had columns that the header does not have: with `columns` as
 * they are then, the file can be written
 */
export async function* recordLines(
	pages: AsyncIterable<readonly object[]>,
	format: LineFormat,
	columns: Set<string>,
): AsyncGenerator<Buffer> {
	const slice = new TimeSlice();
	let written: readonly string[] | undefined;
	for await (const page of pages) {
		if (format === 'csv') for (const record of page) for (const key of flat(record).keys()) columns.add(key);
		const isFirst = written === undefined;
		written ??= [...columns];
		const lines = isFirst && format === 'csv' ? [headerOf(written)] : [];
		for (const record of page) {
			lines.push(format === 'csv' ? csvLine(record, written) : `${JSON.stringify(record)}\n`);
			if (slice.isOver) await slice.giveWay();
		}
		yield Buffer.from(lines.join(''));
	}
	if (written === undefined && format === 'csv') yield Buffer.from(headerOf([...columns]));
	if (written !== undefined && columns.size > written.length) {
		throw new ListChangedError('its records kept getting more fields');
	}
}

const headerOf = (columns: readonly string[]): string => `${columns.map(csvCell).join(',')}\r\n`;

function csvLine(record: object, columns: readonly string[]): string {
	const values = flat(record);
	return `${columns.map((column) => csvCell(values.get(column))).join(',')}\r\n`;
}

function flat(record: object, prefix = '', into = new Map<string, unknown>()): Map<string, unknown> {
	for (const [key, value] of Object.entries(record)) {
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) flat(value, `${prefix}${key}.`, into);
		else into.set(prefix + key, value);
	}
	return into;
}

function csvCell(value: unknown): string {
	if (value === undefined || value === null) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
