/**
 * The proof that a write comes from the action node, which holds the guards of the credential. The credential checks and
 * removes it before a request leaves, so that no other node can write with a guarded credential.
 */

import { createHash, createHmac, timingSafeEqual } from 'crypto';

/** The header that carries the proof as far as the credential. */
export const PROOF_HEADER = 'x-guarded-write';

/** A request as n8n hands it to the credential. */
export interface Write {
	method: string;
	/** The whole address. */
	url: string;
	body: unknown;
}

/** An HMAC over method, address and body, in hex; null where the body is of another form than the node sends. */
export function proofOf(secretKey: string, { method, url, body = '' }: Write): string | null {
	if (typeof body !== 'string' && !Buffer.isBuffer(body)) return null;
	const digest = createHash('sha256').update(body).digest('hex');
	return createHmac('sha256', secretKey).update(`write\n${method}\n${url}\n${digest}`).digest('hex');
}

/** Whether a proof was made for this request. */
export function isProven(secretKey: string, write: Write, proof: unknown): boolean {
	const expected = Buffer.from(proofOf(secretKey, write) ?? '');
	const given = Buffer.from(typeof proof === 'string' ? proof : '');
	return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected);
}
