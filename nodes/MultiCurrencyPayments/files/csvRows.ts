/** One row of a CSV file, with the number that a spreadsheet shows for it (the header is row 1). */
interface CsvRow {
	number: number;
	cells: string[];
}

/** The rows of a CSV text (RFC 4180): quoted cells may hold commas, quotes and line breaks. Empty rows are left out, but counted. */
export function* csvRows(text: string): Generator<CsvRow> {
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
