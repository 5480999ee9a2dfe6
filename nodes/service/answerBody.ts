import { TOO_LARGE } from '../../core/service/retryPolicy';

/** Most bytes of one answer that are held in memory: twice a page of 20 batches with 1,000 transactions each. */
export const LARGEST_ANSWER = 64 * 2 ** 20;

/** Why a body was not read to its end, as a code from which the outcome of the request follows. */
class UnreadBody extends Error {
	constructor(readonly code: string) {
		super(code);
	}
}

const UTF8 = new TextDecoder();

/** The pieces of a body that were read so far. */
class Pieces {
	private readonly pieces: Uint8Array[] = [];
	private size = 0;

	/** @returns false when the body is larger than {@link LARGEST_ANSWER} */
	add(piece: Uint8Array): boolean {
		this.size += piece.length;
		if (this.size <= LARGEST_ANSWER) this.pieces.push(piece);
		return this.size <= LARGEST_ANSWER;
	}

	/** All of them, as UTF-8. A byte order mark is left out. */
	get text(): string {
		return UTF8.decode(Buffer.concat(this.pieces));
	}
}

/** The body of an answer that `fetch` gave. @throws what its stream throws; an error when it is too large */
export async function textOfFetched(body: AsyncIterable<Uint8Array>): Promise<string> {
	const pieces = new Pieces();
	for await (const piece of body) if (!pieces.add(piece)) throw new UnreadBody(TOO_LARGE);
	return pieces.text;
}

/** Node's stream, whose module community nodes may not import. */
interface ByteStream {
	on(event: 'data', listener: (piece: Uint8Array) => void): void;
	on(event: 'error', listener: (reason: Error) => void): void;
	on(event: 'end' | 'close', listener: () => void): void;
}

/**
 * The body of an answer that n8n handed over as a stream. The caller ends the connection of a body that was not read to
 * its end: newer versions of n8n wrap the stream, so that destroying it does not reach a connection that stalls.
 * @param ended ends the reading
 * @throws what the stream throws; an error with the code {@link TOO_LARGE}
 */
export async function textOfStreamed(body: unknown, ended: AbortSignal): Promise<string> {
	const stream = body as ByteStream;
	const pieces = new Pieces();
	// Events, because iterating over the stream takes a tenth longer for each request.
	await new Promise<void>((resolve, reject) => {
		let isOver = false;
		// A stream is closed after its end as well, and to make an error costs more than to read a short body.
		const fail = (code: string) => () => isOver || reject(new UnreadBody(code));
		stream.on('data', (piece) => {
			if (!pieces.add(piece)) reject(new UnreadBody(TOO_LARGE));
		});
		stream.on('end', () => {
			isOver = true;
			resolve();
		});
		stream.on('error', reject);
		stream.on('close', fail('ECONNRESET'));
		if (ended.aborted) reject(new UnreadBody('ERR_CANCELED'));
		else ended.addEventListener('abort', fail('ERR_CANCELED'));
	});
	return pieces.text;
}
