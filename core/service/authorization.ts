/**
 * The Authorization value of a notification: unique per payment, bound to it, and verifiable without having stored it.
 * Specification: Authentication, rule 5 (the service repeats the merchant's own value in the Authorization header).
 */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'crypto';

const NONCE_BYTES = 12;

/** The value carries an external id of up to this many bytes of UTF-8 whole, and a longer one as a digest. */
const LONGEST_REFERENCE = 48;

/** How many bytes of its digest stand for a longer external id. */
const DIGEST_BYTES = 18;

/** `Bearer mcp2.<tag>.<nonce>.<ref>.<mac>`, each part base64url without padding; a `~` marks the digest of a long id. */
const DERIVED =
	/^Bearer mcp2\.([A-Za-z0-9_-]{8})\.([A-Za-z0-9_-]{16})\.(~[A-Za-z0-9_-]{24}|[A-Za-z0-9_-]{0,64})\.[A-Za-z0-9_-]{43}$/;

/** One account whose notifications are believed. */
export interface NotifiedAccount {
	appId: string;
	/** Notification secrets: the current one (the secret key when none is set), then the previous one. Empty ones match nothing. */
	secrets: readonly string[];
}

/** What the values of incoming notifications are compared with. Empty strings stand for "not set" and match nothing. */
export interface AuthorizationMaterial {
	accounts: readonly NotifiedAccount[];
	/** Whole header values that are accepted as they stand: the current one, then the previous one. Bound to no payment. */
	accepted: readonly string[];
}

/** Whether a notification proved to be genuine, and how. */
export type Authorization =
	| { outcome: 'derived'; appId: string; reference: Reference }
	| { outcome: 'accepted' }
	/** @property tag the account that a derived value names, when it is none of the given ones */
	| { outcome: 'refused'; tag?: string };

/** The payment that a value is bound to. */
export class Reference {
	/** @param written as it stands in the value */
	constructor(readonly written: string) {}

	static to(externalId: string | null): Reference {
		return new Reference(writtenReference(externalId));
	}

	/** The external id; null when the payment has none, or when the value carries only its digest. */
	get externalId(): string | null {
		if (this.written === '' || this.written.startsWith('~')) return null;
		return Buffer.from(this.written, 'base64url').toString('utf8');
	}

	get isToNone(): boolean {
		return this.written === '';
	}

	/** Whether the value is bound to this external id. Null stands for a payment without one. */
	is(externalId: string | null): boolean {
		return this.written === writtenReference(externalId);
	}
}

/**
 * The value to give the service with one payment.
 * @param payment.secret the notification secret, or the secret key when there is none
 * @param payment.externalId the external id that the payment's notifications show; null when it has none
 * @param payment.nonce 12 bytes, random by default; tests pass their own
 * @throws when the secret or the app-id is empty, because anybody could derive that value
 */
export function deriveAuthorization(payment: {
	secret: string;
	appId: string;
	externalId: string | null;
	nonce?: Uint8Array;
}): string {
	const { secret, appId, externalId, nonce = randomBytes(NONCE_BYTES) } = payment;
	if (secret === '' || appId === '') throw new Error('A notification needs a secret and an app-id to be recognised by');
	if (nonce.length !== NONCE_BYTES)
		throw new Error(`A notification nonce has ${NONCE_BYTES} bytes, not ${nonce.length}`);
	return authorizationOf(secret, appId, Buffer.from(nonce).toString('base64url'), writtenReference(externalId));
}

/**
 * Whether a notification's Authorization header, `Bearer ` included, belongs to one of these accounts. Without accounts
 * and accepted values, every header is refused.
 */
export function verifyAuthorization(
	header: string | undefined,
	{ accounts, accepted }: AuthorizationMaterial,
): Authorization {
	if (typeof header !== 'string' || header === '') return { outcome: 'refused' };
	const [, tag, nonce, reference] = DERIVED.exec(header) ?? [];
	const named = accounts.filter(({ appId }) => appId !== '' && accountTag(appId) === tag);
	if (nonce !== undefined && reference !== undefined) {
		for (const { appId, secrets } of named) {
			const values = secrets.filter(isSet).map((secret) => authorizationOf(secret, appId, nonce, reference));
			if (equalsAny(header, values)) return { outcome: 'derived', appId, reference: new Reference(reference) };
		}
	}
	if (equalsAny(header, accepted.filter(isSet))) return { outcome: 'accepted' };
	return tag === undefined || named.length > 0 ? { outcome: 'refused' } : { outcome: 'refused', tag };
}

/** Which account a value belongs to: 8 characters, not secret. */
export function accountTag(appId: string): string {
	return sha256(`mcp account ${appId}`).toString('base64url').slice(0, 8);
}

/** A value in JSON text, unless it is masked. Without a limit to its length, an endless one would end the process's stack. */
const SHOWN = /("authorization_header"\s*:\s*)"(?!\**")(?:[^"\\]|\\.){1,4000}"/g;

/**
 * JSON text of the service without the authorization values that it shows: outputs are kept, and who knows a value can
 * notify. The specification says of the payment notification alone that they are masked ("Webhook object").
 */
export const withMaskedAuthorization = (json: string): string => json.replace(SHOWN, '$1"****"');

function authorizationOf(secret: string, appId: string, nonce: string, reference: string): string {
	const key = createHmac('sha256', secret).update('notification authorization').digest();
	const mac = createHmac('sha256', key).update(`mcp2.${appId}.${nonce}.${reference}`).digest('base64url');
	return `Bearer mcp2.${accountTag(appId)}.${nonce}.${reference}.${mac}`;
}

function writtenReference(externalId: string | null): string {
	if (externalId === null) return '';
	const bytes = Buffer.from(externalId, 'utf8');
	if (bytes.length <= LONGEST_REFERENCE) return bytes.toString('base64url');
	return `~${sha256(externalId).subarray(0, DIGEST_BYTES).toString('base64url')}`;
}

function isSet(value: string): boolean {
	return value !== '';
}

/** Compares digests, and always all of them: the time taken reveals neither the length nor where values differ. */
function equalsAny(value: string, candidates: readonly string[]): boolean {
	const digest = sha256(value);
	return candidates.filter((candidate) => timingSafeEqual(digest, sha256(candidate))).length > 0;
}

function sha256(value: string): Buffer {
	return createHash('sha256').update(value).digest();
}
