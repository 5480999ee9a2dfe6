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

/** What a body says, in the two ways that count. */
export interface ReadBody {
	text: string;
	said: unknown;
	/** What it says to whoever looks at the bytes alone, as they were signed: by this one event is told from another. */
	signed: unknown;
}

/**
 * Reads a body. JSON is UTF-8, whatever character set the content type names: that is not signed, and must not make another
 * event of the same bytes. Only a body that is no UTF-8 is read by it; an unknown one leaves letters replaced: better a
 * garbled name than a lost event.
 */
export function readBody(body: Buffer, charset: unknown): ReadBody {
	const lenient = new TextDecoder().decode(body);
	const signed = parseJson(lenient);
	const text = signed !== undefined && isUtf8(body) ? lenient : decoded(body, charset);
	const said = text === lenient ? signed : parseJson(text);
	return { text, said, signed: signed ?? said };
}

function decoded(body: Buffer, charset: unknown): string {
	try {
		return new TextDecoder(typeof charset === 'string' ? charset : 'utf-8').decode(body);
	} catch {
		return new TextDecoder().decode(body);
	}
}

function isUtf8(body: Buffer): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(body);
		return true;
	} catch {
		return false;
	}
}

/** What a JSON text says; undefined when the text is not JSON. */
function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
