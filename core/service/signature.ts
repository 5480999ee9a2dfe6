/**
 * The signature of a notification: an HMAC over the bytes as they arrived, made with the merchant-level Webhook
 * Secret Key. Specification: Authentication, rule 4; it shows neither algorithm nor header, so both are settings.
 */

import { createHmac, timingSafeEqual } from 'crypto';

/** Length of each algorithm's digest in bytes. A signature of another length is refused unread. */
const DIGEST_BYTES = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 } as const;

export type SignatureAlgorithm = keyof typeof DIGEST_BYTES;
export type SignatureEncoding = 'hex' | 'base64';

/** Every algorithm a signature can be verified with. */
export const signatureAlgorithms = Object.keys(DIGEST_BYTES) as SignatureAlgorithm[];

/** How this account's notifications are signed. Empty keys stand for "not set" and match nothing. */
export interface SignatureMaterial {
	/** Signing keys: the current one, then the previous one. */
	keys: readonly string[];
	algorithm: SignatureAlgorithm;
	encoding: SignatureEncoding;
}

/**
 * Whether `signature` (the header's value, with or without a prefix such as `sha256=`) was made over `body` with one
 * of the keys. Never throws: a missing or malformed value or an unknown algorithm gives false.
 * @param body the raw bytes of the request, before any parsing
 */
export function verifySignature(
	body: Uint8Array | undefined,
	signature: string | undefined,
	{ keys, algorithm, encoding }: SignatureMaterial,
): boolean {
	if (!(body instanceof Uint8Array) || typeof signature !== 'string') return false;
	if (!Object.hasOwn(DIGEST_BYTES, algorithm)) return false;
	const given = decode(withoutPrefix(signature, algorithm), encoding);
	if (given?.length !== DIGEST_BYTES[algorithm]) return false;
	return (
		keys
			.filter((key) => key !== '')
			.filter((key) => timingSafeEqual(given, createHmac(algorithm, key).update(body).digest())).length > 0
	);
}

/** `sha256=`, `SHA-256=`; a prefix that names another algorithm stays and makes the value malformed. */
function withoutPrefix(signature: string, algorithm: SignatureAlgorithm): string {
	const prefix = /^(sha)-?(\d+)=/i.exec(signature);
	return prefix && `sha${prefix[2]}` === algorithm ? signature.slice(prefix[0].length) : signature;
}

/** Node's own decoders skip what they do not understand, so the alphabet is checked first. */
function decode(text: string, encoding: SignatureEncoding): Buffer | null {
	const alphabet = encoding === 'hex' ? /^(?:[0-9a-f]{2})+$/i : /^[A-Za-z0-9+/_-]+={0,2}$/;
	return alphabet.test(text) ? Buffer.from(text, encoding) : null;
}
