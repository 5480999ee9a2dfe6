import { ListChangedError } from '../../../core/service/paging';
import { TimeSlice } from '../../service/time';
import { isObject } from '../../../core/objects';

/** How the records of a file become lines. */
export type LineFormat = 'csv' | 'ndjson';

/** Who a CSV file is for. */
export interface CsvForm {
	separator: ',' | ';';
	/** By which spreadsheets tell that a file is UTF-8. */
	hasByteOrderMark: boolean;
	/** Whether amounts have a comma before their decimals, where a point would make a date of them. */
	hasDecimalCommas: boolean;
	/** Whether cells may be formulas. */
	keepFormulas: boolean;
}

export const PLAIN: CsvForm = {
	...{ separator: ',', hasByteOrderMark: false, hasDecimalCommas: false, keepFormulas: false },
};

/** Columns that hold amounts. */
const AMOUNTS = /^(amount|gross|fees|tax|net|balance)$|^balance_detail\./i;

/** A text that a spreadsheet would evaluate as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** A signed number begins like a formula but is harmless. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/**
 * Pages of records as the pieces of a CSV file (RFC 4180, header line first) or an NDJSON file, page by page. The
 * columns of a CSV file are the keys of the records; nested keys are joined with a dot. An apostrophe before a cell
 * keeps a spreadsheet from evaluating it.
 * @param columns of a CSV file, in their order. Further fields of the records are added.
 * @throws {ListChangedError} at the end, when a later page had fields that the header lacks. `columns` then holds them,
 * so that the file can be written again
 */
export async function* recordLines(
	pages: AsyncIterable<readonly object[]>,
	format: LineFormat,
	columns: Set<string>,
	form: CsvForm = PLAIN,
): AsyncGenerator<Buffer> {
	const cell = cellOf(form);
	const slice = new TimeSlice();
	let header: Header | undefined;
	for await (const page of pages) {
		const lines: string[] = [];
		if (format === 'csv' && !header) {
			for (const record of page) {
				eachField(record, (name) => columns.add(name));
				if (slice.isOver) await slice.giveWay();
			}
			header = new Map([...columns].map((name, place) => [name, place]));
			lines.push(headerLine(columns, form));
		}
		for (const record of page) {
			lines.push(header ? csvLine(record, header, columns, cell, form.separator) : `${JSON.stringify(record)}\n`);
			if (slice.isOver) await slice.giveWay();
		}
		yield Buffer.from(lines.join(''));
	}
	if (format === 'csv' && !header) yield Buffer.from(headerLine(columns, form));
	if (header && columns.size > header.size) throw new ListChangedError('its records kept getting more fields');
}

/** The place of each column. */
type Header = ReadonlyMap<string, number>;

/** How a value is written into a cell of a column. */
type Cell = (value: unknown, column: string) => string;

function cellOf({ separator, hasDecimalCommas, keepFormulas }: CsvForm): Cell {
	return (value, column) => {
		const kept = keepFormulas ? value : harmless(value);
		const isAmount = hasDecimalCommas && AMOUNTS.test(column) && NUMBER.test(String(kept));
		return csvCell(isAmount ? String(kept).replace('.', ',') : kept, separator);
	};
}

function headerLine(columns: ReadonlySet<string>, form: CsvForm): string {
	const names = [...columns].map((name) => cellOf(form)(name, ''));
	return `${form.hasByteOrderMark ? '\uFEFF' : ''}${names.join(form.separator)}\r\n`;
}

/** @param columns receives the fields for which the header has no place */
function csvLine(record: object, header: Header, columns: Set<string>, cell: Cell, separator: string): string {
	const cells = new Array<string>(header.size).fill('');
	eachField(record, (name, value) => {
		const place = header.get(name);
		if (place === undefined) columns.add(name);
		else cells[place] = cell(value, name);
	});
	return `${cells.join(separator)}\r\n`;
}

/** Visits the fields of a record. Nested names are joined with a dot. */
function eachField(record: object, visit: (name: string, value: unknown) => void, prefix = ''): void {
	for (const [key, value] of Object.entries(record) as [string, unknown][]) {
		if (isObject(value)) eachField(value, visit, `${prefix}${key}.`);
		else visit(prefix + key, value);
	}
}

const harmless = (value: unknown): unknown =>
	typeof value === 'string' && FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;

function csvCell(value: unknown, separator: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replace(/"/g, '""')}"` : text;
}
