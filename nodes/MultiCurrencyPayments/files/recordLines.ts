/** How many records one piece of a file holds. */
const RECORDS_PER_PIECE = 1000;

/**
 * Records as a CSV file (RFC 4180, header line first) or an NDJSON file, piece by piece. The columns of a CSV file are the
 * keys of the records; nested keys are joined with a dot.
 */
export function* recordLines(records: readonly object[], format: 'csv' | 'ndjson'): Generator<Buffer> {
	const columns = format === 'csv' ? columnsOf(records) : [];
	if (columns.length > 0) yield Buffer.from(`${columns.map(csvCell).join(',')}\r\n`);
	for (let start = 0; start < records.length; start += RECORDS_PER_PIECE) {
		const lines = records
			.slice(start, start + RECORDS_PER_PIECE)
			.map((record) => (format === 'csv' ? csvLine(record, columns) : `${JSON.stringify(record)}\n`));
		yield Buffer.from(lines.join(''));
	}
}

function csvLine(record: object, columns: string[]): string {
	const values = flat(record);
	return `${columns.map((column) => csvCell(values.get(column))).join(',')}\r\n`;
}

/** The keys of all records, in the order in which they first appear. */
function columnsOf(records: readonly object[]): string[] {
	const columns = new Set<string>();
	for (const record of records) for (const key of flat(record).keys()) columns.add(key);
	return [...columns];
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
