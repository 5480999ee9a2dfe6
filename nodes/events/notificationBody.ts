/** The request as n8n hands it to a webhook: the bytes are read already or can be read. */
export interface IncomingNotification {
	/** By name in lower case. */
	headers: Readonly<Record<string, string | string[] | undefined>>;
	rawBody?: unknown;
	/** The character set that the content type names. */
	encoding?: unknown;
	readRawBody?: () => Promise<void>;
}

/** The bytes of a body as they arrived; undefined when they cannot be had (n8n takes multipart forms apart first). */
export async function rawBodyOf(request: IncomingNotification): Promise<Buffer | undefined> {
	// n8n reads by itself only the content types it parses, and a notification may come with another one or with none.
	if (Buffer.isBuffer(request.rawBody)) return request.rawBody;
	const read = await (request.readRawBody?.() ?? Promise.resolve()).then(
		() => request.rawBody,
		() => undefined,
	);
	return Buffer.isBuffer(read) ? read : undefined;
}

/**
 * The text of a body. An unknown character set is read as UTF-8, and what is no letter in it is replaced: better a garbled
 * name than a lost event.
 */
export function textOf(body: Buffer, encoding: unknown): string {
	try {
		return new TextDecoder(typeof encoding === 'string' ? encoding : 'utf-8').decode(body);
	} catch {
		return new TextDecoder().decode(body);
	}
}

/** What a JSON text says; undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
