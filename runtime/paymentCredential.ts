import type { N8nClient } from './n8nClient';

export const CREDENTIAL_TYPE = 'multiCurrencyPaymentsApi';

/** A credential as a node refers to it. */
export interface NamedCredential {
	id: string;
	name: string;
}

/** What an account of the emulated service is used with. */
export interface AccountKeys {
	appId: string;
	secretKey: string;
	webhookSecretKey: string | null;
}

/** The field Accounts of a credential: an account a line. */
export const accountsField = (accounts: readonly (AccountKeys & { currency: string })[]): string =>
	accounts.map(({ currency, appId, secretKey }) => `${currency} ${appId} ${secretKey}`).join('\n');

/**
 * Saves a credential for an account of the emulated service.
 * @param apiUrl base address of the service, ending in /api
 * @param changes fields that differ from those of a working credential
 */
export async function savePaymentCredential(
	client: N8nClient,
	name: string,
	apiUrl: string,
	{ appId, secretKey, webhookSecretKey }: AccountKeys,
	changes: Record<string, unknown> = {},
): Promise<NamedCredential> {
	const keys = { appId, secretKey, webhookSecretKey: webhookSecretKey ?? '' };
	const data = { environment: 'sandbox', baseUrl: apiUrl, ...keys, ...changes };
	return { name, id: await client.saveCredential({ name, type: CREDENTIAL_TYPE, data }) };
}
