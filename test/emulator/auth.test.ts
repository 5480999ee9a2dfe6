import { endpoints, type EndpointContract, type EndpointId } from '../../contract/endpoints';
import { codedError, requireLoginError, v1Error, v1UnauthorizedError } from '../../contract/errors';
import { handlers } from '../../emulator/http/routes';
import { startEmulator, type Emulator } from '../../emulator/server';

let emulator: Emulator;

beforeAll(async () => {
	emulator = await startEmulator({ frozen: true });
});
afterAll(() => emulator.close());

const everyId = Object.keys(endpoints) as EndpointId[];
const credentials = (currency = 'AUD', from = emulator): Record<string, string> => {
	const { appId, secretKey } = from.account(currency);
	return { 'app-id': appId, 'secret-key': secretKey };
};

async function ask(path: string, init: RequestInit = {}, from = emulator): Promise<{ status: number; body: unknown }> {
	const answer = await fetch(`${from.apiUrl}${path}`, init);
	return { status: answer.status, body: await answer.json() };
}

const post = (path: string, body?: string, headers: Record<string, string> = {}) =>
	ask(path, { method: 'POST', headers: { ...credentials(), 'content-type': 'application/json', ...headers }, body });

it('answers every endpoint of the contract', () => {
	expect(everyId.filter((id) => handlers[id] === undefined)).toEqual([]);
});

describe.each(everyId)('%s without valid credentials', (id) => {
	const { method, path }: EndpointContract = endpoints[id];
	const form = id === 'v1.payouts.createFromFile' ? new FormData() : undefined;

	it.each([
		['no credentials', () => ({})],
		['no secret', () => ({ 'app-id': emulator.account('AUD').appId })],
		['a wrong secret', () => ({ ...credentials(), 'secret-key': 'sandbox_wrong' })],
		['the secret of another currency', () => ({ ...credentials(), 'secret-key': emulator.account('JPY').secretKey })],
	])('refuses %s with the 401 of its generation', async (_, headers) => {
		const { status, body } = await ask(path.replace(':uuid', 'X'), { method, headers: headers(), body: form });
		expect(status).toBe(401);
		(path.startsWith('/v1') ? v1UnauthorizedError : requireLoginError).parse(body);
	});
});

describe('paths that do not exist', () => {
	it.each([
		['/v1/nothing', v1Error],
		['/v2/nothing', codedError],
		['/v3/nothing', codedError],
	])('%s is a 404 of its generation, with or without credentials', async (path, shape) => {
		for (const headers of [{}, credentials()]) {
			const { status, body } = await ask(path, { headers });
			expect(status).toBe(404);
			shape.parse(body);
		}
	});

	it('treats a known path with another method as unknown', async () => {
		expect((await ask('/v2/payins/cancel', { headers: credentials() })).status).toBe(404);
	});
});

describe('sandbox-only operations', () => {
	const sandboxOnly = everyId.filter((id) => (endpoints[id] as EndpointContract).sandboxOnly);

	it('do not exist in production, where credentials differ', async () => {
		const production = await startEmulator({ frozen: true, environment: 'production' });
		try {
			expect(sandboxOnly.length).toBeGreaterThan(0);
			expect(credentials('AUD', production)['secret-key']).not.toBe(credentials()['secret-key']);
			for (const id of sandboxOnly) {
				const init = {
					method: 'POST',
					headers: { ...credentials('AUD', production), 'content-type': 'application/json' },
				};
				const { status } = await ask(endpoints[id].path, { ...init, body: '{}' }, production);
				expect([id, status]).toEqual([id, 404]);
			}
		} finally {
			await production.close();
		}
	});
});

describe('requests that cannot be read or believed', () => {
	it.each([
		['no body', undefined],
		['malformed JSON', '{"uuid": '],
		['a list', '[]'],
		['a word', '"uuid"'],
	])('refuses %s with 400', async (_, text) => {
		expect(await post('/v2/payins/cancel', text)).toMatchObject({
			status: 400,
			body: { errors: { code: 'BAD_REQUEST' } },
		});
		expect(await post('/v1/customers/create_static_open_payid', text)).toMatchObject({
			status: 400,
			body: { error: 'BadRequest' },
		});
	});

	it('refuses a form where JSON is asked for', async () => {
		const { status } = await ask('/v2/payins/cancel', { method: 'POST', headers: credentials(), body: new FormData() });
		expect(status).toBe(400);
	});

	it('names every missing or wrong field with 422', async () => {
		const body = {
			payout_method_name: '',
			currency: 'AUD',
			description: 'abc',
			payout_transaction_details: [{ first_name: 7 }],
		};
		const { status, body: answer } = await post('/v2/payouts', JSON.stringify(body));
		expect(status).toBe(422);
		expect(answer).toMatchObject({
			errors: {
				payout_method_name: "can't be blank",
				description: 'is too short (minimum is 5 characters)',
				webhook_notification: "can't be blank",
				'payout_transaction_details[0].first_name': 'must be a string',
				'payout_transaction_details[0].email': "can't be blank",
			},
		});
	});

	it('answers v1 with a sentence', async () => {
		expect(await ask('/v1/balances/history', { headers: credentials() })).toEqual({
			status: 422,
			body: { error: 'UnprocessableEntity', message: "from_date can't be blank, to_date can't be blank" },
		});
	});

	it('answers contact documents with a humanised sentence', async () => {
		const { status, body } = await ask('/v2/contacts/submit_kyc', {
			method: 'POST',
			headers: credentials(),
			body: new FormData(),
		});
		expect(status).toBe(422);
		expect(body).toEqual({
			errors: { message: expect.stringContaining("Email can't be blank, Document type can't be blank") as string },
		});
	});

	it('tells a file of payouts from JSON on the same path by the content type', async () => {
		await emulator.reset();
		await post('/v1/payouts', '{}');
		await ask('/v1/payouts', { method: 'POST', headers: credentials(), body: new FormData() });
		expect(emulator.world.counters.counts()).toMatchObject({
			'v1.payouts.create': { calls: 1, byStatus: { 422: 1 } },
			'v1.payouts.createFromFile': { calls: 1, byStatus: { 422: 1 } },
		});
	});
});
