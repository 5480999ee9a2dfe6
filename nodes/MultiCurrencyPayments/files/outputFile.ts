import type { BinaryHelperFunctions, IBinaryData, INodeProperties } from 'n8n-workflow';
import { createHash } from 'crypto';
import { attempt } from '../../../core/attempt';
import { untilItHoldsStill } from '../../../core/service/paging';
import type { ItemCall } from '../run/itemCall';
import { inputFileField } from './inputFile';
import { recordLines, type CsvForm, type LineFormat } from './recordLines';

/** Which binary field of the output item gets the file. */
export const outputFileField: INodeProperties = {
	...inputFileField,
	displayName: 'Put Output File in Field',
	hint: 'The name of the output binary field to put the file in',
};

/** What {@link outputFileField} says. @throws NodeOperationError when it is empty */
export const outputFieldOf = (item: ItemCall): string =>
	item.requiredText(outputFileField.name, outputFileField.displayName);

const MIME_TYPES: Readonly<Record<LineFormat, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** How often n8n's log reports the progress of a long file, in milliseconds. */
const PROGRESS_INTERVAL = 10_000;

/** A file that is written while its records are read, so that it may be larger than memory. */
interface RecordFile {
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
		let [records, told] = [0, performance.now()];
		async function* counted() {
			for await (const page of file.pages()) {
				records += page.length;
				if (performance.now() - told > PROGRESS_INTERVAL) {
					told = performance.now();
					item.n8n.logger.info(`${name}: ${records} records written so far`);
				}
				yield page;
			}
		}
		const pieces = recordLines(counted(), format, columns, form);
		const binary = await storePieces(item, pieces, `${name}.${format}`, MIME_TYPES[format]);
		return { binary, records };
	});
}

/** Writes a file into n8n's binary data piece by piece. @throws what its pieces throw */
export async function storePieces(
	item: ItemCall,
	content: AsyncGenerator<Buffer>,
	name: string,
	mimeType: string,
): Promise<IBinaryData> {
	// As it was thrown: n8n may wrap it in an error of its own.
	let failure: unknown;
	async function* watched() {
		try {
			for (;;) {
				const next = await attempt(() => content.next());
				if ('failure' in next) throw (failure = next.failure);
				if (next.value.done) return;
				yield next.value.value;
			}
		} finally {
			await content.return(undefined);
		}
	}
	const pieces = watched();
	const stored = await attempt(
		async () =>
			// Without a stream, the file has to fit into memory.
			await item.n8n.helpers.prepareBinaryData(asReadable(pieces) ?? (await asBuffer(pieces)), name, mimeType),
	);
	if ('value' in stored) return stored.value;
	throw failure ?? stored.failure;
}

async function asBuffer(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
	const all: Buffer[] = [];
	for await (const piece of pieces) all.push(piece);
	return Buffer.concat(all);
}

/** A stream as n8n's binary data takes it. */
export type Readable = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Buffer>;

/**
 * Pieces as a Node stream, which n8n takes in every mode of binary data storage; undefined where there is no such
 * class. Community nodes may not import `stream`. A hash is a stream as well, so its ancestors include Node's Readable.
 */
function asReadable(pieces: AsyncIterable<Buffer>): Readable | undefined {
	let each: unknown = createHash('sha256').constructor;
	for (; typeof each === 'function'; each = Object.getPrototypeOf(each)) {
		if (each.name === 'Readable' && 'from' in each) {
			return (each.from as (pieces: AsyncIterable<Buffer>) => Readable)(pieces);
		}
	}
	return undefined;
}

/** Longest name, in bytes of UTF-8, that common file systems take. */
const MOST_BYTES = 255;

/** A name that the service gave, as one that cannot lead to another folder. A long one is shortened, and keeps its extension. */
export function fileName(given: unknown, otherwise: string): string {
	const last = String(given ?? '').replace(/^.*[\\/]/s, '');
	const name = last.replace(/[\p{C}<>:"|?*]/gu, '').trim();
	if (/^\.*$/.test(name)) return otherwise;
	const extension = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
	const stem = Buffer.from(name.slice(0, name.length - extension.length));
	const start = stem.subarray(0, MOST_BYTES - extension.length);
	// As a stream, because its last character may be cut.
	return new TextDecoder().decode(start, { stream: true }) + extension;
}
