import type { AccessToken } from '../../../../contract';
import { attempt } from '../../../../core/attempt';
import type { ServiceClient } from '../../../service/client';
import { accountKey } from '../../../service/credential';
import { ServiceFailure } from '../../../service/failure';

interface KeptToken {
	token: string;
	/** When it is no longer used, in milliseconds since 1970. */
	until: number;
}

/** How long before its expiry a token is renewed, in milliseconds, so that none expires on its way to the service. */
const MARGIN = 30_000;

/** For how many accounts tokens are kept. The oldest is dropped first. */
const MOST_ACCOUNTS = 100;

/**
 * Tokens by account, shared by all runs of this process. The promise is kept, so that runs that need a token at the same
 * moment share one request.
 */
const tokens = new Map<string, Promise<KeptToken>>();

/**
 * Calls the service with the account's access token, which is kept for its lifetime (specification: "Authentication",
 * 3). When the service does not accept the token, nothing was carried out: the call is made once more with a new token.
 * The specification does not show the status of that refusal, so 403 counts like 401.
 * @throws {ServiceFailure} of the call or of the request for a token
 */
export async function withAccessToken<T>(client: ServiceClient, call: (token: string) => Promise<T>): Promise<T> {
	const first = await currentToken(client);
	const answer = await attempt(() => call(first.token));
	if ('value' in answer) return answer.value;
	if (!mayBeOfToken(answer.failure)) throw answer.failure;
	// Whoever holds it renews it, once for all.
	first.until = 0;
	return await call((await currentToken(client)).token);
}

/** Whether the token may be the reason for a refusal. Only another one can show it. */
const mayBeOfToken = (failure: unknown): boolean =>
	failure instanceof ServiceFailure && !failure.unclear && [401, 403].includes(failure.details.status ?? 0);

async function currentToken(client: ServiceClient): Promise<KeptToken> {
	const account = accountKey(client.credential);
	for (;;) {
		const asked = tokens.get(account) ?? keep(account, requestToken(client));
		const token = await attempt(() => asked);
		if ('value' in token && token.value.until > Date.now()) return token.value;
		if (tokens.get(account) === asked) tokens.delete(account);
		if ('value' in token) continue;
		// The execution that sent the shared request was stopped. This one asks again.
		const { failure } = token;
		const stoppedElsewhere = failure instanceof ServiceFailure && failure.outcome === 'cancelled';
		if (!stoppedElsewhere || client.cancelSignal?.aborted) throw failure;
	}
}

async function requestToken(client: ServiceClient): Promise<KeptToken> {
	const request = { method: 'GET', path: '/v1/payment_gateways/access_token' } as const;
	const { access_token: token, expires_in: seconds } = await client.read<Partial<AccessToken>>(request);
	if (typeof token !== 'string' || token === '')
		throw new ServiceFailure('unreadableAnswer', false, request, { attempts: 1 });
	// A token without a lifetime is kept for as long as the margin.
	const lifetime = typeof seconds === 'number' ? seconds * 1000 : 0;
	return { token, until: Date.now() + Math.max(lifetime - MARGIN, MARGIN) };
}

function keep(account: string, asked: Promise<KeptToken>): Promise<KeptToken> {
	const [oldest] = tokens.keys();
	if (tokens.size >= MOST_ACCOUNTS && oldest !== undefined) tokens.delete(oldest);
	tokens.set(account, asked);
	return asked;
}
