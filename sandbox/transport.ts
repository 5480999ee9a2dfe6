import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { MultiCurrencyPaymentsApi } from '../credentials/MultiCurrencyPaymentsApi.credentials';
import type { ServiceContext } from '../nodes/service/client';

/** What the client calls a request on: its own signal and credential. */
interface Caller {
	getCredentials(): Promise<ICredentialDataDecryptedObject>;
	getExecutionCancelSignal(): AbortSignal | undefined;
}

/** The part of n8n that the nodes' client needs: it reads the credential and sends with it. Here `fetch` sends. */
export function contextOf(stored: ICredentialDataDecryptedObject, stop: AbortSignal): ServiceContext {
	const credential = new MultiCurrencyPaymentsApi();
	async function httpRequestWithAuthentication(
		this: Caller,
		_type: string,
		asked: IHttpRequestOptions,
	): Promise<IN8nHttpFullResponse> {
		const { url, method, qs, headers, body } = await credential.authenticate(await this.getCredentials(), asked);
		const address = new URL(url);
		for (const [name, value] of Object.entries(qs ?? {}))
			if (value !== undefined) address.searchParams.set(name, String(value));
		const answer = await fetch(address, {
			method,
			headers: headers as Record<string, string>,
			body: body as string | undefined,
			redirect: 'manual',
			signal: this.getExecutionCancelSignal(),
		});
		const stream = answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body as ReadableStream);
		return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: stream };
	}
	return {
		helpers: { httpRequestWithAuthentication },
		getNode: () => ({ name: 'check:sandbox', type: 'check', typeVersion: 1, id: '', position: [0, 0], parameters: {} }),
		getCredentials: () => Promise.resolve(stored),
		getExecutionCancelSignal: () => stop,
		// The client uses these four members and nothing else of n8n.
	} as unknown as ServiceContext;
}
