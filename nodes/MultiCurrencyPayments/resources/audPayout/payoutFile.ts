import type { InputFile } from '../../files/inputFile';
import { wordsOf, type Movement } from '../../../../core/payments/guards';
import { faultOf, faultOfBsb } from '../../../../core/payments/identifiers';
import { csvRows } from '../../files/csvRows';
import type { ItemCall } from '../../run/itemCall';

export const MIME_TYPES = {
	csv: 'text/csv',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Most rows that a message names. */
const MOST_NAMED = 10;

/** The columns that name an address. A payid_type by itself does not: the service judges it. */
const COLUMNS = { payid: ['payid'], bankAccount: ['bsb', 'account_number'] } as const;

/**
 * The name and the type under which a file of payouts is sent: those of its ending or, without one, of its type. The
 * service decides which files it takes (specification: "v1: AUD payouts", file-based variant).
 */
export function namedFile({ name, mimeType }: InputFile): { name: string; mimeType: string } {
	const [, ending] = /\.(csv|xlsx)$/i.exec(name) ?? [];
	if (ending !== undefined) return { name, mimeType: MIME_TYPES[ending.toLowerCase() as keyof typeof MIME_TYPES] };
	const known = (Object.keys(MIME_TYPES) as (keyof typeof MIME_TYPES)[]).find((type) => MIME_TYPES[type] === mimeType);
	return { name: `${name || 'payouts'}${known === undefined ? '' : `.${known}`}`, mimeType };
}

/** A row of a table by the names of its columns: the number that a spreadsheet shows for it, and its cells. */
interface TableRow {
	number: number;
	/** Empty where the table has no such column. */
	value: (column: string) => string;
}

/** A CSV text as a table. Names of columns are in small letters. */
function tableIn(text: string): { header: string[]; rows: TableRow[] } {
	const [names, ...rows] = csvRows(text);
	const header = names?.cells.map((name) => name.toLowerCase()) ?? [];
	return {
		header,
		rows: rows.map(({ number, cells }) => ({ number, value: (column) => cells[header.indexOf(column)] ?? '' })),
	};
}

/**
 * Checks a CSV file against the addressing rule (specification: "v1: AUD payouts"): one row carries one address, and
 * all rows the same kind. Workbooks and columns with other names are left to the service.
 * @throws naming the rows
 */
export function checkAddressing(item: ItemCall, { content }: InputFile): void {
	const { rows } = tableIn(content.toString('utf8'));
	const byKind = { payid: [] as number[], bankAccount: [] as number[] };
	const both: number[] = [];
	for (const { number, value } of rows) {
		const uses = (kind: keyof typeof COLUMNS) => COLUMNS[kind].some((column) => value(column) !== '');
		const [payid, bankAccount] = [uses('payid'), uses('bankAccount')];
		if (payid && bankAccount) both.push(number);
		else if (payid) byKind.payid.push(number);
		else if (bankAccount) byKind.bankAccount.push(number);
	}
	if (both.length > 0) {
		throw item.refusal(
			`The file has both a PayID and a bank account in ${named(both)}`,
			'Leave one of them empty in each row: the payment service takes one address per transaction.',
		);
	}
	if (byKind.payid.length > 0 && byKind.bankAccount.length > 0) {
		throw item.refusal(
			`The file mixes PayIDs (${named(byKind.payid)}) and bank accounts (${named(byKind.bankAccount)})`,
			'Split it into two files: the payment service takes one kind per request.',
		);
	}
}

/** The columns whose cells are copied from somewhere, sign by sign. */
const IDENTIFIERS = { payid: faultOf, bsb: faultOfBsb, account_number: faultOf, email: faultOf };

/**
 * Checks the accounts and emails of a CSV file as Create checks those of an item. Workbooks are left to the service.
 * @throws naming the rows in which one is not what was typed any more
 */
export function checkIdentifiers(item: ItemCall, { content }: InputFile): void {
	const { rows } = tableIn(content.toString('utf8'));
	const byFault = new Map<string, { remedy: string; rows: number[] }>();
	for (const { number, value } of rows)
		for (const [column, faultIn] of Object.entries(IDENTIFIERS)) {
			const fault = value(column) === '' ? undefined : faultIn(value(column));
			if (!fault) continue;
			const what = `${column} ${fault.message}`;
			const there = byFault.get(what) ?? { remedy: fault.description, rows: [] };
			byFault.set(what, there);
			there.rows.push(number);
		}
	for (const [what, { remedy, rows: damaged }] of byFault)
		throw item.refusal(`The file cannot be paid: ${what}, in ${named(damaged)}`, remedy);
}

/** One row on one line, whose cells are without quotes or wholly in quotes. */
const PLAIN_LINE = /^(?:"(?:[^"]|"")*"|[^",]*)(?:,(?:"(?:[^"]|"")*"|[^",]*))*$/;

/** What some take for the end of a line, or for nothing. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * What a file pays, for the guards of the credential.
 * @throws NodeOperationError where that cannot be read
 */
export function movementsIn(item: ItemCall, { content }: InputFile, isCsv: boolean): Movement[] {
	const text = content.toString('utf8').replace(/^\uFEFF/, '');
	const lines = text.split(/\r\n|\r|\n/).filter((line) => line !== '');
	const { header, rows } = tableIn(isCsv ? text : '');
	const columns = header.filter((name) => name !== '');
	// Of two columns of one name, the service might read the other one; what is unusual, it might read as other rows.
	const isPlain =
		rows.length > 0 && lines.every((line) => PLAIN_LINE.test(line) && !CONTROL.test(line.replaceAll('\t', '')));
	if (!isPlain || !header.includes('amount') || new Set(columns).size < columns.length) {
		throw item.refusal(
			'What this file pays cannot be read, and the credential limits it',
			'Hand in a CSV file with the columns payee, email, amount, and payid or bsb and account_number, or pay with Create.',
		);
	}
	return rows.map(({ number, value }) => {
		const [payid, bsb, account] = [value('payid'), value('bsb'), value('account_number')];
		return {
			key: `row ${number}`,
			amount: item.parsedAmount(value('amount'), `Amount in row ${number}`),
			currency: 'AUD',
			destination: wordsOf(payid === '' ? { bsb, account } : { payid }),
		};
	});
}

function named(rows: number[]): string {
	const listed = rows.slice(0, MOST_NAMED).join(', ');
	const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : '';
	return `${rows.length === 1 ? 'row' : 'rows'} ${listed}${more}`;
}
