import type { IAllExecuteFunctions, ICredentialDataDecryptedObject } from 'n8n-workflow';

/** What an authenticated request takes from its context. */
interface Replaced {
	/** Ends the connection. n8n takes no other signal than the one of the context. */
	signal: AbortSignal;
	/** Reads the credential. n8n reads it for each request. */
	getCredentials(): Promise<ICredentialDataDecryptedObject>;
}

/**
 * The context of a node for one authenticated request. It relies on `httpRequestWithAuthentication` to ask `this` for signal and
 * credential; where n8n asks another, a stop is noticed late and the credential read for each request, and nothing else changes.
 * Tried with n8n 1.100.1, 2.40.7 and 2.41.1.
 */
export function requestContext(context: object, { signal, getCredentials }: Replaced): IAllExecuteFunctions {
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
		getCredentials: { value: getCredentials },
	}) as IAllExecuteFunctions;
}
