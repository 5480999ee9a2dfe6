import type { IBinaryData } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import { untilItHoldsStill } from '../../../core/service/paging';
import type { ItemCall } from '../run/itemCall';
import { asReadable } from './readable';
import { recordLines, type CsvForm, type LineFormat } from './recordLines';

const MIME_TYPES: Readonly<Record<LineFormat, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** How often n8n's log reports the progress of a long file, in milliseconds. */
const PROGRESS_INTERVAL = 10_000;

/** A file that is written while its records are read, so that it may be larger than memory. */
export interface RecordFile {
	/** Without its ending. */
	name: string;
	format: LineFormat;
	/** The known columns of a CSV file, in their order. */
	columns: readonly string[];
	/** Of a CSV file. */
	form: CsvForm;
	/** Reads the records from the start. */
	pages(): AsyncIterable<readonly object[]>;
}

/**
 * Writes records into n8n's binary data as they come. A list that changes while it is read is written again from the
 * start, and so is a CSV file whose later records have fields that its header lacks.
 * @throws {PagingError} when the list keeps changing; and what reading it throws
 */
export async function storeRecords(
	item: ItemCall,
	file: RecordFile,
): Promise<{ binary: IBinaryData; records: number }> {
	const { name, format, form } = file;
	const columns = new Set(file.columns);
	return await untilItHoldsStill(async () => {
		const pages = new CountedPages(item, name, file.pages());
		const pieces = recordLines(pages, format, columns, form);
		const binary = await storePieces(item, pieces, `${name}.${format}`, MIME_TYPES[format]);
		return { binary, records: pages.records };
	});
}

/** Writes a file into n8n's binary data piece by piece. @throws what its pieces throw */
export async function storePieces(
	item: ItemCall,
	content: AsyncGenerator<Buffer>,
	name: string,
	mimeType: string,
): Promise<IBinaryData> {
	const source = new WatchedPieces(content);
	const pieces = source.pieces();
	const stored = await attempt(
		async () =>
			// Without a stream, the file has to fit into memory.
			await item.n8n.helpers.prepareBinaryData(asReadable(pieces) ?? (await asBuffer(pieces)), name, mimeType),
	);
	if ('value' in stored) return stored.value;
	throw source.failure ?? stored.failure;
}

/**
 * Pieces on their way into n8n's store. It keeps the original failure, because n8n may wrap it in an error of its own.
 */
class WatchedPieces {
	/** The failure as it was thrown. */
	failure: unknown;

	constructor(private readonly source: AsyncGenerator<Buffer>) {}

	async *pieces(): AsyncGenerator<Buffer> {
		try {
			for (;;) {
				const next = await attempt(() => this.source.next());
				if ('failure' in next) throw (this.failure = next.failure);
				if (next.value.done) return;
				yield next.value.value;
			}
		} finally {
			await this.source.return(undefined);
		}
	}
}

async function asBuffer(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
	const all: Buffer[] = [];
	for await (const piece of pieces) all.push(piece);
	return Buffer.concat(all);
}

/** Pages on their way into a file. It counts the records and reports the count in n8n's log now and then. */
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
