/**
 * The Authorization value of a notification: unique per payment, and verifiable without having stored it.
 * Specification: Authentication, rule 5 (the service repeats the merchant's own value in the Authorization header).
 */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'crypto';

const NONCE_BYTES = 16;

/** `Bearer mcp1.<nonce>.<mac>`: 16 and 32 bytes as base64url without padding. */
const DERIVED = /^Bearer mcp1\.([A-Za-z0-9_-]{22})\.[A-Za-z0-9_-]{43}$/;

/** How a notification proved that it may be believed. */
export type AuthorizationProof = 'derived' | 'accepted';

/** What the values of incoming notifications are held against. Empty strings stand for "not set" and match nothing. */
export interface AuthorizationMaterial {
	appId: string;
	/** Notification secrets: the current one (the secret key when none is set), then the previous one. */
	secrets: readonly string[];
	/** Whole header values that are accepted as they stand: the current one, then the previous one. */
	accepted: readonly string[];
}

/**
 * The value to hand to the service with one payment.
 * @param payment.secret the notification secret, or the secret key when there is none
 * @param payment.nonce 16 bytes; random ones unless a test needs its own
 * @throws when the secret or the app-id is empty, because anybody could derive such a value
 */
export function deriveAuthorization(payment: { secret: string; appId: string; nonce?: Uint8Array }): string {
	const { secret, appId, nonce = randomBytes(NONCE_BYTES) } = payment;
	if (secret === '' || appId === '') throw new Error('A notification needs a secret and an app-id to be recognised by');
	if (nonce.length !== NONCE_BYTES)
		throw new Error(`A notification nonce has ${NONCE_BYTES} bytes, not ${nonce.length}`);
	return authorizationOf(secret, appId, Buffer.from(nonce).toString('base64url'));
}

/**
 * Whether a notification's Authorization header is one of this credential's own, `Bearer ` included.
 * @returns how it proved itself, or null. Nothing configured accepts nothing.
 */
export function verifyAuthorization(
	header: string | undefined,
	{ appId, secrets, accepted }: AuthorizationMaterial,
): AuthorizationProof | null {
	if (typeof header !== 'string' || header === '') return null;
	const nonce = DERIVED.exec(header)?.[1];
	if (nonce !== undefined && appId !== '') {
		if (
			equalsAny(
				header,
				secrets.filter(isSet).map((secret) => authorizationOf(secret, appId, nonce)),
			)
		)
			return 'derived';
	}
	return equalsAny(header, accepted.filter(isSet)) ? 'accepted' : null;
}

function authorizationOf(secret: string, appId: string, nonce: string): string {
	const key = createHmac('sha256', secret).update('notification authorization').digest();
	const mac = createHmac('sha256', key).update(`mcp1.${appId}.${nonce}`).digest('base64url');
	return `Bearer mcp1.${nonce}.${mac}`;
}

function isSet(value: string): boolean {
	return value !== '';
}

/** Compares digests, and all of them, so that neither length nor first difference nor place shows in the time taken. */
function equalsAny(value: string, candidates: readonly string[]): boolean {
	const digest = sha256(value);
	return candidates.filter((candidate) => timingSafeEqual(digest, sha256(candidate))).length > 0;
}

function sha256(value: string): Buffer {
	return createHash('sha256').update(value).digest();
}
