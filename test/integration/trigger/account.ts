import { deriveAuthorization } from '../../../core/service/authorization';
import { nameEvent } from '../../../core/events';

/** The credential of an account that no test calls. */
export const credential = {
	environment: 'sandbox',
	baseUrl: 'https://service.example/api',
	appId: 'app-1',
	secretKey: 's3cret',
};

/** Headers of the genuine notification with this body: the authorization value made for its payment. */
export function headersFor(body: unknown, account: { appId: string; secretKey: string } = credential) {
	const { appId, secretKey: secret } = account;
	return { authorization: deriveAuthorization({ secret, appId, externalId: externalIdOf(body) }) };
}

function externalIdOf(body: unknown): string | null {
	return nameEvent(typeof body === 'string' ? parsed(body) : body)?.external_id ?? null;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
