import type { IBinaryData } from 'n8n-workflow';
import { untilItHoldsStill } from '../../../core/paging';
import type { ItemCall } from '../form/itemCall';
import { asReadable } from './readable';
import type { LineFormat } from './recordLines';
import { recordLines } from './recordLines';

const MIME_TYPES: Readonly<Record<LineFormat, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** How often n8n's log tells how far a long file is, in milliseconds. */
const PROGRESS_INTERVAL = 10_000;

/** A file of records that is made while they are read, so that it may be longer than memory. */
export interface RecordFile {
	/** Without its ending. */
	name: string;
	format: LineFormat;
	/** The columns of a CSV file that are known beforehand, in their order. */
	columns: readonly string[];
	/** Reads the records from the start. */
	pages(): AsyncIterable<readonly object[]>;
}

/**
 * Writes records into n8n's binary data as they come. A list that changes while it is read is written again from the
 * start, and so is a CSV file whose later records have fields that its header lacks.
 * @throws {PagingError} when the list does not hold still; and what reading it throws
 */
export async function storeRecords(
	item: ItemCall,
	file: RecordFile,
): Promise<{ binary: IBinaryData; records: number }> {
	const { name, format } = file;
	const columns = new Set(file.columns);
	return await untilItHoldsStill(async () => {
		const pages = new CountedPages(item, name, file.pages());
		const pieces = recordLines(pages, format, columns);
		// Where there is no such stream, the file has to fit into memory.
		const content = asReadable(pieces) ?? (await asBuffer(pieces));
		const binary = await item.n8n.helpers.prepareBinaryData(content, `${name}.${format}`, MIME_TYPES[format]);
		return { binary, records: pages.records };
	});
}

async function asBuffer(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
	const all: Buffer[] = [];
	for await (const piece of pieces) all.push(piece);
	return Buffer.concat(all);
}

/** Pages on their way into a file: how many records have passed, told in n8n's log now and then. */
class CountedPages implements AsyncIterable<readonly object[]> {
	records = 0;

	constructor(
		private readonly item: ItemCall,
		private readonly name: string,
		private readonly pages: AsyncIterable<readonly object[]>,
	) {}

	async *[Symbol.asyncIterator](): AsyncGenerator<readonly object[]> {
		let told = performance.now();
		for await (const page of this.pages) {
			this.records += page.length;
			if (performance.now() - told > PROGRESS_INTERVAL) {
				told = performance.now();
				this.item.n8n.logger.info(`${this.name}: ${this.records} records written so far`);
			}
			yield page;
		}
	}
}
