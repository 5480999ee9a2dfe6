import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { PROOF_HEADER, proofOf } from '../../core/service/writeProof';
import { MultiCurrencyPaymentsApi } from '../../credentials/MultiCurrencyPaymentsApi.credentials';

/** What the credential lets leave: guards hold for every node that uses it. */

const base = 'https://service.example/api';
const plain = { baseUrl: base, appId: 'app-1', secretKey: 's3cret' };
const guarded = { ...plain, maxPerPayment: 'EUR 10' };
const url = `${base}/v2/payouts`;
const body = '{"amount":1}';

const authenticate = async (credential: ICredentialDataDecryptedObject, options: object) =>
	await new MultiCurrencyPaymentsApi().authenticate(credential, options as IHttpRequestOptions);

const proof = (write: Partial<Parameters<typeof proofOf>[1]> = {}, key = 's3cret') => ({
	[PROOF_HEADER]: proofOf(key, { method: 'POST', url, body, ...write }),
});

it('removes the proof of a write before it leaves, with guards and without', async () => {
	for (const credential of [plain, guarded]) {
		const { headers } = await authenticate(credential, {
			method: 'POST',
			url,
			body,
			headers: { ...proof(), accept: 'x' },
		});
		expect(headers).toEqual({ accept: 'x', 'app-id': 'app-1', 'secret-key': 's3cret' });
	}
});

it('lets every node write where no guard is set', async () => {
	await expect(authenticate(plain, { method: 'DELETE', url })).resolves.toBeDefined();
});

it.each(['GET', 'get', 'HEAD', undefined])('lets every node read with guards (%p)', async (method) => {
	const { headers } = await authenticate(guarded, { method, url });
	expect(headers).toMatchObject({ 'secret-key': 's3cret' });
});

it.each<[string, object]>([
	['without a proof', {}],
	['with the proof of another key', { headers: proof({}, 'other') }],
	['with the proof of another body', { headers: proof({ body: '{"amount":2}' }) }],
	['with the proof of another address', { headers: proof({ url: `${base}/v1/payouts` }) }],
	['with the proof of another method', { headers: proof(), method: 'PUT' }],
	['with a body that the node never sends', { headers: proof(), body: { amount: 1 } }],
	['with an empty proof', { headers: { [PROOF_HEADER]: '' } }],
	['as the HTTP Request node hands it over', { url: undefined, uri: url }],
])('refuses a write %s', async (_how, options) => {
	const sent = authenticate(guarded, { method: 'POST', url, body, ...options });
	await expect(sent).rejects.toThrow('only the Multi-Currency Payments node can write with it');
});

it.each([
	'https://elsewhere.example/api/v2/payouts',
	'https://service.example/api/../x',
	'https://service.example/apiary',
	'',
	'/v2',
])('goes with guards to its own base URL only, not to %p', async (address) => {
	await expect(authenticate(guarded, { url: address })).rejects.toThrow('to its own base URL only');
});

it.each<[string, object]>([
	['a proxy', { proxy: 'http://127.0.0.1:8080' }],
	['certificates of its own', { agentOptions: { ca: 'x' } }],
	['any certificate', { skipSslCertificateValidation: true }],
	['any certificate, as the HTTP Request node says it', { rejectUnauthorized: false }],
])('does not go with guards through %s', async (_what, options) => {
	await expect(authenticate(guarded, { url, ...options })).rejects.toThrow('through a proxy or with TLS settings');
	await expect(authenticate(plain, { url, ...options })).resolves.toBeDefined();
});

it('follows no redirect with guards', async () => {
	const sent = await authenticate(guarded, { url });
	expect(sent).toMatchObject({ disableFollowRedirect: true, followRedirect: false, followAllRedirects: false });
	expect(await authenticate(plain, { url })).not.toHaveProperty('disableFollowRedirect');
});

it('recognises the proof of a key that was pasted with blanks', async () => {
	const sent = authenticate({ ...guarded, secretKey: ' s3cret\n' }, { method: 'POST', url, body, headers: proof() });
	await expect(sent).resolves.toMatchObject({ headers: { 'secret-key': 's3cret' } });
});

it.each(['readOnly', 'maxPerRun', 'maxPerDay', 'allowedDestinations'])('counts %s as a guard', async (name) => {
	const credential = { ...plain, [name]: name === 'readOnly' ? true : 'anything' };
	await expect(authenticate(credential, { method: 'POST', url, body })).rejects.toThrow('has guards');
});

describe('of several accounts', () => {
	const several = { ...plain, accounts: 'EUR app-eur key-eur\nPHP app-php key-php' };
	const keysFor = async (headers?: object) => (await authenticate(several, { url, headers })).headers;

	it('the app-id among the headers chooses one, in any case, and the one of App ID is the default', async () => {
		expect(await keysFor()).toEqual({ 'app-id': 'app-1', 'secret-key': 's3cret' });
		expect(await keysFor({ 'app-id': 'app-1' })).toEqual({ 'app-id': 'app-1', 'secret-key': 's3cret' });
		expect(await keysFor({ 'App-ID': ' app-php ', accept: 'x' })).toEqual({
			accept: 'x',
			'app-id': 'app-php',
			'secret-key': 'key-php',
		});
	});

	it('another app-id is refused, and nothing secret is said', async () => {
		const sent = keysFor({ 'app-id': 'app-9' });
		await expect(sent).rejects.toThrow('holds no account with the app-id that the request names');
	});

	it('the proof of a write counts for the account whose key it was made with', async () => {
		const credential = { ...several, maxPerPayment: 'EUR 10' };
		const write = (headers: object) => authenticate(credential, { method: 'POST', url, body, headers });
		const named = { 'app-id': 'app-eur' };
		await expect(write({ ...named, ...proof({}, 'key-eur') })).resolves.toBeDefined();
		await expect(write({ ...named, ...proof() })).rejects.toThrow('only the Multi-Currency Payments node can write');
	});

	it('a request is not sent while they cannot be read', async () => {
		await expect(authenticate({ ...plain, accounts: 'EUR app-eur' }, { url })).rejects.toThrow('is not complete');
	});
});

it('a single account overrides the app-id of a request', async () => {
	const { headers } = await authenticate(plain, { url, headers: { 'app-id': 'app-9' } });
	expect(headers).toEqual({ 'app-id': 'app-1', 'secret-key': 's3cret' });
});
