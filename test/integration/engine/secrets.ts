import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { GUARD_FIELDS } from '../../../core/payments/guards';
import { CREDENTIAL_TYPE } from './credentials';

/** Fields of the credential that are not secret. */
const PUBLIC = [
	'environment',
	'baseUrl',
	'appId',
	'signatureHeader',
	'signatureEncoding',
	'signatureAlgorithm',
	...Object.keys(GUARD_FIELDS),
];

/** How every derived Authorization value begins. */
const DERIVED_AUTHORIZATION = 'Bearer mcp2.';

/**
 * Searches what an execution leaves behind for secrets.
 * @throws when it finds the value of a secret credential field, or an authorization value of a notification
 */
export function assertNothingSecret(text: string, credentials: ICredentialDataDecryptedObject): void {
	const { accounts } = credentials;
	// Each app ID of the emulator begins like this.
	const keys = String(accounts ?? '')
		.split(/\s+/)
		.filter((word) => !word.startsWith('app-'));
	for (const [field, value] of [...Object.entries(credentials), ...keys.map((key) => ['accounts', key] as const)]) {
		if (PUBLIC.includes(field) || typeof value !== 'string' || value.length < 6) continue;
		if (text.includes(value)) throw new Error(`The execution holds the ${field} of the credential ${CREDENTIAL_TYPE}`);
	}
	if (text.includes(DERIVED_AUTHORIZATION))
		throw new Error('The execution holds the authorization value of a notification');
}
