import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { isObject, isObjectOrList } from '../../../core/objects';
import { ListChangedError } from '../../../core/service/paging';
import { asText } from '../../../core/text/values';
import { TimeSlice } from '../../service/time';
import type { ItemCall } from '../run/itemCall';

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

const PLAIN: CsvForm = { separator: ',', hasByteOrderMark: false, hasDecimalCommas: false, keepFormulas: false };

/** The forms that a user may choose; what they are called is saved in workflows. */
const FORMS: ReadonlyMap<string, CsvForm> = new Map([
	['plain', PLAIN],
	['spreadsheet', { ...PLAIN, hasByteOrderMark: true }],
	['spreadsheetDecimalComma', { ...PLAIN, hasByteOrderMark: true, separator: ';', hasDecimalCommas: true }],
]);

/** @param displayOptions where the file may be CSV */
export const csvFormFields = (displayOptions: IDisplayOptions): INodeProperties[] => [
	{
		displayName: 'CSV Form',
		name: 'csvForm',
		type: 'options',
		options: [
			{ name: 'For Programs', value: 'plain', description: 'Commas, UTF-8' },
			{
				name: 'For Spreadsheets',
				value: 'spreadsheet',
				description: 'Commas, with a byte order mark, so that names of every script are shown as they are',
			},
			{
				name: 'For Spreadsheets With Decimal Commas',
				value: 'spreadsheetDecimalComma',
				description: 'Semicolons, amounts such as 1250,50, with a byte order mark',
			},
		],
		default: 'plain',
		displayOptions,
		description:
			'Who reads the file. A spreadsheet takes it for another encoding, or 10.07 for a day, where its form is not the one that it expects.',
	},
	{
		displayName: 'Keep Formulas',
		name: 'keepFormulas',
		type: 'boolean',
		default: false,
		displayOptions,
		description:
			'Whether to leave texts that begin with =, +, - or @ as they are. A spreadsheet runs them as formulas, so otherwise an apostrophe is put before them.',
	},
];

/** What both fields say. @throws NodeOperationError when an expression gives no form that there is */
export function csvFormOf(item: ItemCall): CsvForm {
	const { csvForm, keepFormulas } = item.options;
	const form = FORMS.get(asText(csvForm) || 'plain');
	if (form) return { ...form, keepFormulas: item.parsedFlag(keepFormulas, 'Keep Formulas') };
	throw item.refusal(`CSV Form must be ${[...FORMS.keys()].join(' or ')}`, 'Correct the expression, or use the list.');
}

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
			lines.push(header ? csvLine(record, header, columns, form) : `${JSON.stringify(record)}\n`);
			if (slice.isOver) await slice.giveWay();
		}
		yield Buffer.from(lines.join(''));
	}
	if (format === 'csv' && !header) yield Buffer.from(headerLine(columns, form));
	if (header && columns.size > header.size) throw new ListChangedError('its records kept getting more fields');
}

type Header = ReadonlyMap<string, number>;

function cellOf(value: unknown, column: string, { separator, hasDecimalCommas, keepFormulas }: CsvForm): string {
	const written = isObjectOrList(value) ? JSON.stringify(value) : String(value ?? '');
	const isFormula = !keepFormulas && typeof value === 'string' && FORMULA.test(value) && !NUMBER.test(value);
	const isAmount = hasDecimalCommas && AMOUNTS.test(column) && NUMBER.test(written);
	const text = isFormula ? `'${value}` : isAmount ? written.replace('.', ',') : written;
	return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replace(/"/g, '""')}"` : text;
}

function headerLine(columns: ReadonlySet<string>, form: CsvForm): string {
	const names = [...columns].map((name) => cellOf(name, '', form));
	return `${form.hasByteOrderMark ? '\uFEFF' : ''}${names.join(form.separator)}\r\n`;
}

/** @param columns receives the fields for which the header has no place */
function csvLine(record: object, header: Header, columns: Set<string>, form: CsvForm): string {
	const cells = new Array<string>(header.size).fill('');
	eachField(record, (name, value) => {
		const place = header.get(name);
		if (place === undefined) columns.add(name);
		else cells[place] = cellOf(value, name, form);
	});
	return `${cells.join(form.separator)}\r\n`;
}

/** Visits the fields of a record. Nested names are joined with a dot. */
function eachField(record: object, visit: (name: string, value: unknown) => void, prefix = ''): void {
	for (const [key, value] of Object.entries(record) as [string, unknown][]) {
		if (isObject(value)) eachField(value, visit, `${prefix}${key}.`);
		else visit(prefix + key, value);
	}
}

/**
 * The rows of a CSV text (RFC 4180), each with the number that a spreadsheet shows for it: the header is row 1. Quoted cells
 * may hold commas, quotes and line breaks. Empty rows are left out, but counted.
 */
export function* csvRows(text: string): Generator<{ number: number; cells: string[] }> {
	let number = 1;
	let cells: string[] = [];
	// One cell, quoted or plain, and what ends it.
	const cell = /(?:[ \t]*"([^"]*(?:""[^"]*)*)"[ \t]*|([^,\r\n]*))(,|\r\n|\n|\r|$)/y;
	const source = text.replace(/^\uFEFF/, '');
	while (cell.lastIndex < source.length || cells.length > 0) {
		const match = cell.exec(source);
		if (!match) return;
		cells.push((match[1]?.replace(/""/g, '"') ?? match[2] ?? '').trim());
		if (match[3] === ',') continue;
		if (cells.some((content) => content !== '')) yield { number, cells };
		number++;
		cells = [];
	}
}
