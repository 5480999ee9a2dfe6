import { attempt, attemptNow } from '../../core/attempt';
import { parseServiceJson } from '../../core/service/serviceJson';

/** The request as n8n hands it to a webhook: the bytes are read already or can be read. */
export interface IncomingNotification {
	/** By name in lower case. */
	headers: Readonly<Record<string, string | string[] | undefined>>;
	rawBody?: unknown;
	readRawBody?: () => Promise<void>;
}

/** The bytes of a body as they arrived; undefined when they are not available (n8n parses multipart forms first). */
export async function rawBodyOf(request: IncomingNotification): Promise<Buffer | undefined> {
	// n8n reads only the content types that it parses, and a notification may have another one or none.
	if (!Buffer.isBuffer(request.rawBody)) await attempt(async () => await request.readRawBody?.());
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

/**
 * Reads a body. JSON is UTF-8, whatever character set the content type names: the content type is not signed, and must
 * not turn the same bytes into another event.
 * @returns null when it is not UTF-8
 */
export function readBody(body: Buffer): { text: string; said: unknown } | null {
	const decoded = attemptNow(() => new TextDecoder('utf-8', { fatal: true }).decode(body));
	return 'value' in decoded ? { text: decoded.value, said: parseServiceJson(decoded.value) } : null;
}
