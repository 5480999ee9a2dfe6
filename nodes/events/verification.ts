import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { accountsOf } from '../../core/accounts';
import { attempt } from '../../core/attempt';
import { verifyAuthorization, type Authorization, type AuthorizationMaterial } from '../../core/service/authorization';
import { signatureAlgorithms, verifySignature, type SignatureMaterial } from '../../core/service/signature';
import { CREDENTIAL_TYPE } from '../service/credential';

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

/** The request as n8n hands it to a webhook: the bytes are read already or can be read. */
export interface IncomingNotification {
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
 * How a notification proves that it comes from the payment service: its Authorization value is one of the credential's
 * and, where a signing key is set, its signature was made over its bytes (specification: "Authentication", 4 and 5).
 * @throws what n8n says when the credential cannot be read
 */
export async function authorize(n8n: IWebhookFunctions, notification: IncomingNotification): Promise<Verified> {
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

/** The bytes of a body as they arrived; undefined when they are not available (n8n parses multipart forms first). */
export async function rawBodyOf(request: IncomingNotification): Promise<Buffer | undefined> {
	// n8n reads only the content types that it parses, and a notification may have another one or none.
	if (!Buffer.isBuffer(request.rawBody)) await attempt(async () => await request.readRawBody?.());
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
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
	const entry = { material: read(n8n), readAt: now };
	kept.set(key, entry);
	entry.material.catch(() => kept.get(key) === entry && kept.delete(key));
	return await entry.material;
}

async function read(n8n: IWebhookFunctions): Promise<VerificationMaterial> {
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
