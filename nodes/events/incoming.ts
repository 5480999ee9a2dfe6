import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { accountsOf } from '../../core/accounts';
import {
	bindingOf,
	bindTo,
	hidesEvent,
	nameEvent,
	nameOtherwise,
	nameOwnEvent,
	type Binding,
	type PaymentEvent,
} from '../../core/events';
import { attempt, attemptNow } from '../../core/attempt';
import { verifyAuthorization, type Authorization, type AuthorizationMaterial } from '../../core/service/authorization';
import { asObject, parseServiceJson } from '../../core/service/payload';
import { signatureAlgorithms, verifySignature, type SignatureMaterial } from '../../core/service/signature';
import { CREDENTIAL_TYPE } from '../service/credential';
import type { BoundNotification } from './confirmation';
import { tellOfRefusal } from './refusals';

/**
 * How long material is kept, in milliseconds. Reading the credential costs n8n more than everything else about a
 * delivery, so it is not read for each. A change of the credential counts within this time.
 */
const KEPT_FOR = 60_000;

/**
 * A notification counts as forged only by material at most this old, in milliseconds, because the credential may just
 * have changed. Even a flood of forged ones makes n8n read the credential only once in this time.
 */
const FRESH_FOR = 5_000;

/** Short, and no help to anybody who should not have called. */
const ANSWERS = { 400: 'Bad request', 401: 'Unauthorized', 503: 'Try again later' } as const;

/** The HTTP status that a delivery is turned away with. */
export type Rejection = keyof typeof ANSWERS;

/** A genuine notification whose event is known. */
export interface KnownNotification extends BoundNotification {
	outcome: 'known';
	/** The body as it arrived. */
	text: string;
	/** Whether it is about the payment that its authorization value is bound to. */
	binding: Exclude<Binding, 'anotherPayment'>;
	/** Whether only the service's record can tell which event it is about. */
	hidesEvent: boolean;
	/** What it is about if it is not about the event: the body does not tell, but the records do. */
	otherwise?: KnownNotification;
}

/** A delivery that is not genuine, cannot be understood, or cannot be verified now. */
interface RejectedNotification {
	outcome: 'rejected';
	status: Rejection;
	/** Why the credential could not be read, where that was the reason. */
	cause?: unknown;
}

/** The request as n8n hands it to a webhook: the bytes are read already or can be read. */
interface IncomingNotification {
	/** By name in lower case. */
	headers: Readonly<Record<string, string | string[] | undefined>>;
	rawBody?: unknown;
	readRawBody?: () => Promise<void>;
}

/** What notifications are compared with, from one credential. */
interface VerificationMaterial {
	authorization: AuthorizationMaterial;
	/** Null when no signing key is set: then notifications need no signature. */
	signature: (SignatureMaterial & { header: string }) | null;
}

/** @property lacksSignature whether the authorization value was right, and the signature missing or wrong */
type Verified = Authorization & { lacksSignature?: boolean };

/** By workflow, node and credential, never by anything secret. */
const kept = new Map<string, { material: Promise<VerificationMaterial>; readAt: number }>();

/**
 * Verifies, reads and names the notification that a webhook was called with. Specification: "Authentication", 4 and 5;
 * "Events". Nothing is thrown: what cannot be verified now is rejected with 503, and the service sends it again.
 */
export async function readNotification(n8n: IWebhookFunctions): Promise<KnownNotification | RejectedNotification> {
	const request = n8n.getRequestObject() as IncomingNotification;
	const asked = await attempt(() => authorize(n8n, request));
	if ('failure' in asked) return { outcome: 'rejected', status: 503, cause: asked.failure };
	const authorization = asked.value;
	if (authorization.outcome === 'refused') {
		const { tag, lacksSignature } = authorization;
		const wrongValue = request.headers.authorization ? 'unknownValue' : 'noValue';
		tellOfRefusal(n8n, tag !== undefined ? 'otherAccount' : lacksSignature ? 'signature' : wrongValue, tag);
		return { outcome: 'rejected', status: 401 };
	}
	const raw = await rawBodyOf(request);
	const read = raw === undefined ? null : readBody(raw);
	const body = asObject(read?.said);
	// An accepted value is bound to no payment: whoever knows it can report anything.
	const { reference, appId } = authorization.outcome === 'derived' ? authorization : {};
	const event = reference === undefined ? nameEvent(body) : nameOwnEvent(body);
	if (read === null || body === null || event === null) return { outcome: 'rejected', status: 400 };
	const knownAs = (named: PaymentEvent, isHidden: boolean): KnownNotification | null => {
		const binding = reference === undefined ? 'bound' : bindingOf(named, body, reference);
		if (binding === 'anotherPayment') return null;
		return {
			outcome: 'known',
			event: reference === undefined ? named : bindTo(named, reference),
			body,
			text: read.text,
			reference,
			appId,
			binding,
			hidesEvent: isHidden,
		};
	};
	const known = knownAs(event, hidesEvent(event, body));
	const other = nameOtherwise(event, body);
	// Only the record shows that it is what it does not look like.
	const otherwise = other && knownAs(other, true);
	if (known) return otherwise ? { ...known, otherwise } : known;
	if (otherwise) return otherwise;
	tellOfRefusal(n8n, 'anotherPayment');
	return { outcome: 'rejected', status: 401 };
}

/** The bytes of a body as they arrived; undefined when they are not available (n8n parses multipart forms first). */
async function rawBodyOf(request: IncomingNotification): Promise<Buffer | undefined> {
	// n8n reads only the content types that it parses, and a notification may have another one or none.
	if (!Buffer.isBuffer(request.rawBody)) await attempt(async () => await request.readRawBody?.());
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

/**
 * Reads a body. JSON is UTF-8, whatever character set the content type names: the content type is not signed, and must
 * not turn the same bytes into another event.
 * @returns null when it is not UTF-8
 */
function readBody(body: Buffer): { text: string; said: unknown } | null {
	const decoded = attemptNow(() => new TextDecoder('utf-8', { fatal: true }).decode(body));
	return 'value' in decoded ? { text: decoded.value, said: parseServiceJson(decoded.value) } : null;
}

/**
 * How a notification proves that it comes from the payment service: its Authorization value is one of the credential's
 * and, where a signing key is set, its signature was made over its bytes (specification: "Authentication", 4 and 5).
 * @throws what n8n says when the credential cannot be read
 */
async function authorize(n8n: IWebhookFunctions, notification: IncomingNotification): Promise<Verified> {
	// A manual test shows the effect of a change in the credential at once.
	const first = await materialFor(n8n, n8n.getMode() === 'manual' ? 0 : KEPT_FOR);
	const authorization = await verify(first, notification);
	if (authorization.outcome !== 'refused') return authorization;
	const fresh = await materialFor(n8n, FRESH_FOR);
	return fresh === first ? authorization : await verify(fresh, notification);
}

async function verify(material: VerificationMaterial, notification: IncomingNotification): Promise<Verified> {
	const { signature } = material;
	const { headers } = notification;
	const authorization = verifyAuthorization(single(headers.authorization), material.authorization);
	if (authorization.outcome === 'refused' || signature === null) return authorization;
	const isSigned = verifySignature(await rawBodyOf(notification), single(headers[signature.header]), signature);
	return isSigned ? authorization : { outcome: 'refused', lacksSignature: true };
}

const single = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined);

async function materialFor(n8n: IWebhookFunctions, youngerThan: number): Promise<VerificationMaterial> {
	const { id, credentials } = n8n.getNode();
	const key = JSON.stringify([n8n.getWorkflow().id, id, credentials?.[CREDENTIAL_TYPE]?.id]);
	const now = Date.now();
	const known = kept.get(key);
	if (known && Math.abs(now - known.readAt) < youngerThan) return await known.material;
	for (const [other, { readAt }] of kept) if (Math.abs(now - readAt) >= KEPT_FOR) kept.delete(other);
	// The promise is kept, so that simultaneous deliveries share one reading.
	const entry = { material: readMaterial(n8n), readAt: now };
	kept.set(key, entry);
	entry.material.catch(() => kept.get(key) === entry && kept.delete(key));
	return await entry.material;
}

async function readMaterial(n8n: IWebhookFunctions): Promise<VerificationMaterial> {
	const stored = await n8n.getCredentials<IDataObject>(CREDENTIAL_TYPE);
	const text = (name: string) => (typeof stored[name] === 'string' ? stored[name].trim() : '');
	const signingKey = text('webhookSecretKey');
	const accounts = accountsOf(stored);
	const previous = text('previousNotificationSecret');
	// A Notification Secret that is set for the first time replaces the secret key of every account.
	const wereKeys = accounts.some(({ secretKey }) => secretKey === previous);
	return {
		authorization: {
			accounts: accounts.map(({ appId, secretKey }) => ({
				appId,
				secrets: [text('notificationSecret') || secretKey, wereKeys ? secretKey : previous],
			})),
			accepted: [text('acceptedAuthorization'), text('previousAcceptedAuthorization')],
		},
		signature:
			signingKey === ''
				? null
				: {
						keys: [signingKey, text('previousWebhookSecretKey')],
						// The specification leaves these open. n8n hides the fields where there is no key.
						header: (text('signatureHeader') || 'x-signature').toLowerCase(),
						encoding: text('signatureEncoding') === 'base64' ? 'base64' : 'hex',
						algorithm: signatureAlgorithms.find((each) => each === text('signatureAlgorithm')) ?? 'sha256',
					},
	};
}

/**
 * Turns a delivery away. The answer is given here: n8n would answer anything thrown with 500 and store it as a failed
 * execution, which a flood must not be able to do.
 */
export function rejectDelivery(n8n: IWebhookFunctions, status: Rejection): IWebhookResponseData {
	n8n.getResponseObject().status(status).json({ message: ANSWERS[status] });
	return { noWebhookResponse: true };
}
