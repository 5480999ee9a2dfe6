import { parseServiceJson } from '../../core/serviceJson';

/** The request as n8n hands it to a webhook: the bytes are read already or can be read. */
export interface IncomingNotification {
	/** By name in lower case. */
	headers: Readonly<Record<string, string | string[] | undefined>>;
	rawBody?: unknown;
	/** The character set that the content type names. */
	encoding?: unknown;
	readRawBody?: () => Promise<void>;
}

/** The bytes of a body as they arrived; undefined when they are not available (n8n parses multipart forms first). */
export async function rawBodyOf(request: IncomingNotification): Promise<Buffer | undefined> {
	// n8n reads only the content types that it parses, and a notification may have another one or none.
	if (Buffer.isBuffer(request.rawBody)) return request.rawBody;
	const read = await (request.readRawBody?.() ?? Promise.resolve()).then(
		() => request.rawBody,
		() => undefined,
	);
	return Buffer.isBuffer(read) ? read : undefined;
}

/** The content of a body, decoded in two ways. */
export interface ReadBody {
	text: string;
	said: unknown;
	/** The content by the signed bytes alone, whatever the character set. It identifies the event. */
	signed: unknown;
}

/**
 * Reads a body. JSON is UTF-8, whatever character set the content type names: the content type is not signed, and must
 * not turn the same bytes into another event. The named character set only serves for a body that is not UTF-8. If it
 * is unknown, letters are replaced: a garbled name is better than a lost event.
 */
export function readBody(body: Buffer, charset: unknown): ReadBody {
	const lenient = new TextDecoder().decode(body);
	const signed = parseServiceJson(lenient);
	const text = signed !== undefined && isUtf8(body) ? lenient : decoded(body, charset);
	const said = text === lenient ? signed : parseServiceJson(text);
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
