import type { ICredentialDataDecryptedObject, IDataObject, INode, IWorkflowBase } from 'n8n-workflow';
import { accountsOf } from '../../core/accounts';
import { verifyAuthorization, type Authorization, type AuthorizationMaterial } from '../../core/service/authorization';
import {
	signatureAlgorithms,
	verifySignature,
	type SignatureAlgorithm,
	type SignatureEncoding,
	type SignatureMaterial,
} from '../../core/service/signature';
import { CREDENTIAL_TYPE } from '../service/credential';
import { rawBodyOf, type IncomingNotification } from './notificationBody';

/**
 * Defaults for what the specification leaves open, where the credential has no value (fields are hidden without a key).
 */
const DEFAULT_SIGNATURE = { header: 'x-signature', encoding: 'hex', algorithm: 'sha256' } as const;

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

/** What notifications are compared with, from one credential. */
interface VerificationMaterial {
	authorization: AuthorizationMaterial;
	/** Null when no signing key is set: then notifications need no signature. */
	signature: (SignatureMaterial & { header: string }) | null;
}

/** What a node context needs to have for its notifications to be verified. */
export interface VerificationContext {
	getCredentials<T extends object = ICredentialDataDecryptedObject>(type: string): Promise<T>;
	getNode(): INode;
	getWorkflow(): Pick<IWorkflowBase, 'id'> | { id?: string };
	getMode(): string;
}

/** @property lacksSignature whether the authorization value was right, and the signature missing or wrong */
export type Refused = Extract<Authorization, { outcome: 'refused' }> & { lacksSignature?: boolean };

type Verified = Exclude<Authorization, { outcome: 'refused' }> | Refused;

/** By workflow, node and credential, never by anything secret. */
const kept = new Map<string, { material: Promise<VerificationMaterial>; readAt: number }>();

/**
 * How a notification proves that it comes from the payment service: its Authorization value is one of the credential's
 * and, where a signing key is set, its signature was made over its bytes (specification: "Authentication", 4 and 5).
 * @throws what n8n says when the credential cannot be read
 */
export async function authorize(context: VerificationContext, notification: IncomingNotification): Promise<Verified> {
	const key = keyOf(context);
	// A manual test shows the effect of a change in the credential at once.
	const first = await materialFor(context, key, context.getMode() === 'manual' ? 0 : KEPT_FOR);
	const authorization = await verify(first, notification);
	if (authorization.outcome !== 'refused') return authorization;
	const fresh = await materialFor(context, key, FRESH_FOR);
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

function single(header: string | string[] | undefined): string | undefined {
	return typeof header === 'string' ? header : undefined;
}

function keyOf(context: VerificationContext): string {
	const { id, credentials } = context.getNode();
	return JSON.stringify([context.getWorkflow().id, id, credentials?.[CREDENTIAL_TYPE]?.id]);
}

async function materialFor(
	context: VerificationContext,
	key: string,
	youngerThan: number,
): Promise<VerificationMaterial> {
	const now = Date.now();
	const known = kept.get(key);
	if (known && Math.abs(now - known.readAt) < youngerThan) return await known.material;
	for (const [other, { readAt }] of kept) if (Math.abs(now - readAt) >= KEPT_FOR) kept.delete(other);
	// The promise is kept, so that simultaneous deliveries share one reading.
	const entry = { material: read(context), readAt: now };
	kept.set(key, entry);
	entry.material.catch(() => kept.get(key) === entry && kept.delete(key));
	return await entry.material;
}

async function read(context: VerificationContext): Promise<VerificationMaterial> {
	const stored = await context.getCredentials<IDataObject>(CREDENTIAL_TYPE);
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
						header: (text('signatureHeader') || DEFAULT_SIGNATURE.header).toLowerCase(),
						encoding: encodingOf(text('signatureEncoding')),
						algorithm: algorithmOf(text('signatureAlgorithm')),
					},
	};
}

function encodingOf(written: string): SignatureEncoding {
	return written === 'base64' ? written : DEFAULT_SIGNATURE.encoding;
}

function algorithmOf(written: string): SignatureAlgorithm {
	return signatureAlgorithms.find((algorithm) => algorithm === written) ?? DEFAULT_SIGNATURE.algorithm;
}
