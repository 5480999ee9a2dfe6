import { withAccessToken } from '../../../nodes/MultiCurrencyPayments/resources/gatewayLink/accessToken';
import { ServiceError } from '../../../emulator/engine/serviceError';
import { startService, type Service } from '../engine/service';
import { expectRefusal, run } from './resourceRun';
import { answered } from '../wrongGuesses/differing';

let service: Service;
// The process keeps tokens by address and account, so each test starts an emulator of its own.
beforeEach(async () => void (service = await startService()));
afterEach(async () => {
	jest.restoreAllMocks();
	await service.close();
});

const gateway = () => service.emulator.account('AUD').gateway;

/** The tokens that the service issues from now on; with `worthless`, it revokes each one at once. */
function watchTokens({ worthless = false } = {}): string[] {
	const given: string[] = [];
	const { accessToken } = gateway();
	jest.spyOn(gateway(), 'accessToken').mockImplementation(() => {
		const answer = accessToken();
		given.push(answer.access_token);
		if (worthless) gateway().revokeTokens();
		return answer;
	});
	return given;
}

/** The service refuses a token with 403 instead of 401 from now on. */
function forbid(): void {
	const { checkToken } = gateway();
	jest.spyOn(gateway(), 'checkToken').mockImplementation((token) => {
		try {
			checkToken(token);
		} catch {
			throw new ServiceError(403, 'FORBIDDEN', 'The access token has expired');
		}
	});
}

const orderDetails = JSON.stringify({
	billing_details: {
		...{ first_name: 'Ada', last_name: 'Byron', phone: '+61-412345678', email: 'ada@shop.test', country_code: 'AU' },
		...{ state: 'NSW', postal_code: '2000', city: 'Sydney', address: '12 Harbour Road' },
	},
	items: [{ id: 1, name: 'Tea', quantity: '2', price: '12.50' }],
});

const parameters = {
	resource: 'gatewayLink',
	operation: 'create',
	orderId: '={{ "A-" + (77 + $itemIndex) }}',
	amount: '25',
	paymentDescription: 'Order A-77',
	orderSuccessUrl: 'https://shop.test/thanks',
	orderDetails: `={{ ${JSON.stringify(orderDetails)} }}`,
};

it('makes a link, with a token that no output shows', async () => {
	const tokens = watchTokens();
	const { items, error, stored } = await run(service, parameters);
	expect(error).toBeUndefined();
	expect(items).toEqual([
		{
			json: {
				external_id: 'A-77',
				outcome: 'created',
				status: null,
				customer: 'Ada Byron',
				amount: '25.00',
				currency: 'AUD',
				method: null,
				error_message: null,
				uuid: expect.stringMatching(/^\d+$/),
				created_at: null,
				payment_url: expect.stringMatching(/^http/),
				order_id: 'A-77',
				description: 'Order A-77',
				note: null,
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(tokens).toHaveLength(1);
	expect(stored).not.toContain(tokens[0]);
});

it('has the same columns when it is found, without what was asked for then', async () => {
	const order = { ...parameters, orderId: 'A-79' };
	const [made] = (await run(service, order)).items;
	const [found] = (await run(service, order)).items;
	const { uuid, payment_url } = made?.json ?? {};
	expect(Object.keys(found?.json ?? {})).toEqual(Object.keys(made?.json ?? {}));
	expect(found?.json).toMatchObject({ outcome: 'found', uuid, payment_url, order_id: 'A-79', currency: 'AUD' });
	expect(found?.json).toMatchObject({ amount: null, customer: null, description: null });
});

it('comes out as the service has answered when it is not simplified', async () => {
	const { items } = await run(service, { ...parameters, options: { simplify: false } });
	expect(items[0]?.json).toEqual({
		redirect_url: expect.stringMatching(/^http/),
		payment_id: expect.any(Number),
		order_id: 'A-77',
		outcome: 'created',
		external_id: 'A-77',
	});
});

it('says of an empty Order ID what is said of an empty External ID', async () => {
	const { error } = await run(
		service,
		{ ...parameters, orderId: '={{ $json.order }}' },
		{ items: [{ Order: 'A-77' }] },
	);
	expect(error?.message).toBe('Order ID is missing');
	expect(error?.description).toMatch(
		/^Nothing was sent\. Give this payment a reference of its own, such as an invoice number\. The node makes one payment per Order ID; to pay once more, use another one\. .*“Order”/,
	);
});

it('sends what the form says', async () => {
	const create = jest.spyOn(gateway(), 'create');
	await run(service, parameters);
	expect(create).toHaveBeenCalledWith({
		order_id: 'A-77',
		amount: 25,
		description: 'Order A-77',
		order_success_url: 'https://shop.test/thanks',
		order_details: JSON.parse(orderDetails),
		payment_gateway_notification: {
			endpoint_url: 'http://127.0.0.1:1/webhook/multi-currency-payments',
			authorization_header: expect.stringMatching(/^Bearer mcp2\./),
		},
	});
});

it('takes its order number as a number, and no other', async () => {
	answered(['v1.gateway.create'], (answer) => ({ ...answer, order_id: 77 }));
	expect((await run(service, { ...parameters, orderId: '77' })).items[0]?.json).toMatchObject({ order_id: 77 });
	const other = await run(service, { ...parameters, orderId: '78' });
	expect(other.error?.message).toContain('unknown whether the gateway link 78 was created');
});

it('keeps the token for its hour, over items and executions, and renews it at its end', async () => {
	const order = (orderId: string) => ({ ...parameters, orderId });
	await run(service, order('=A-{{ $itemIndex }}'), { items: [{}, {}, {}] });
	await run(service, order('A-3'));
	expect(gateway().tokensIssued()).toBe(1);
	const now = jest.spyOn(Date, 'now');
	const start = Date.now();
	for (const [seconds, tokens] of [
		[3_540, 1],
		[3_600, 2],
	] as const) {
		now.mockImplementation(() => start + seconds * 1_000);
		await run(service, order(`A-4-${seconds}`));
		expect(gateway().tokensIssued()).toBe(tokens);
	}
	expect(service.calls()['v1.gateway.create']).toBe(6);
});

it('asks for one token when many executions start together', async () => {
	const runs = await Promise.all(
		Array.from({ length: 8 }, async (_, index) => await run(service, { ...parameters, orderId: `A-${index}` })),
	);
	expect(runs.map(({ status }) => status)).toEqual(Array(8).fill('success'));
	expect(gateway().tokensIssued()).toBe(1);
});

it('renews a refused token once for all who hold it, and sends again', async () => {
	await run(service, parameters);
	gateway().revokeTokens();
	const runs = await Promise.all(
		Array.from({ length: 4 }, async (_, index) => await run(service, { ...parameters, orderId: `A-${index}` })),
	);
	expect(runs.map(({ status }) => status)).toEqual(Array(4).fill('success'));
	expect(gateway().tokensIssued()).toBe(1);
});

it('renews a token that is refused with 403, once', async () => {
	await run(service, parameters);
	forbid();
	gateway().revokeTokens();
	const { items, error } = await run(service, { ...parameters, orderId: 'A-78' });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ order_id: 'A-78', outcome: 'created' });
	expect(gateway().tokensIssued()).toBe(1);
	expect(service.calls()['v1.gateway.create']).toBe(3);
	expect(gateway().summary().gateway_links.count).toBe(2);
});

it('tells of a refusal with 403 that another token does not lift, and has made nothing', async () => {
	forbid();
	watchTokens({ worthless: true });
	const { error } = await run(service, parameters);
	expect(error?.message).toMatch(/The payment service refused this/);
	expect(service.calls()['v1.gateway.create']).toBe(2);
	expect(gateway().summary().gateway_links.count).toBe(0);
});

it('gives up after one renewal, without naming a token', async () => {
	const tokens = watchTokens({ worthless: true });
	const { error, stored } = await run(service, parameters);
	expect(error?.message).toMatch(/did not accept the credential/);
	expect(service.calls()['v1.gateway.create']).toBe(2);
	expect(tokens).toHaveLength(2);
	for (const token of tokens) expect(stored).not.toContain(token);
});

it('reports a credential that the service does not accept, and keeps no token for it', async () => {
	const { error } = await run(service, parameters, { credentials: service.credentials('AUD', { secretKey: 'wrong' }) });
	expect(error?.message).toMatch(/did not accept the credential/);
	expect((await run(service, parameters)).status).toBe('success');
});

it('goes on when the execution that asked for the token is stopped', async () => {
	service.fault({ endpoint: 'v1.gateway.accessToken', when: 'before', fault: 'stall', nth: 1 });
	const stop = new AbortController();
	const stopped = run(service, parameters, { stop: stop.signal });
	while (!service.calls()['v1.gateway.accessToken']) await new Promise((resolve) => setImmediate(resolve));
	const other = run(service, { ...parameters, orderId: 'A-78' });
	stop.abort();
	expect((await other).items[0]?.json).toMatchObject({ order_id: 'A-78' });
	await stopped;
});

it.each([
	['no order number', { orderId: '' }, /Order ID is missing/],
	['an order number that has lost digits', { orderId: 12345678901234567890 }, /Order ID must be text, not the number/],
	['no amount', { amount: '' }, /Amount is empty/],
	[
		'a phone that ends in a hidden character',
		{ orderDetails: '{"billing_details":{"phone":"+61412345678\\u200b"} }' },
		/Order Details: phone holds a character that nobody sees \(U\+200B\)/,
	],
	['order details that are no object', { orderDetails: '[]' }, /Order Details must be a JSON object/],
])('refuses %s', async (_what, bad, message) => {
	await expectRefusal(service, { good: { ...parameters, orderDetails }, bad, message });
});

it('demands no description, address for success or order details: no rule of the service does', async () => {
	const create = jest.spyOn(gateway(), 'create');
	const { error } = await run(service, {
		...parameters,
		paymentDescription: '',
		orderSuccessUrl: '',
		orderDetails: '',
	});
	expect(error).toBeUndefined();
	expect(Object.keys(create.mock.calls[0]?.[0] ?? {}).sort()).toEqual([
		'amount',
		'order_id',
		'payment_gateway_notification',
	]);
});

it('refuses the example of the form in production', async () => {
	const rest: Partial<typeof parameters> = { ...parameters };
	delete rest.orderDetails;
	const production = service.credentials('AUD', { environment: 'production' });
	const { error } = await run(service, rest, { credentials: production });
	expect(error?.message).toMatch(/still the example/);
	expect(service.calls()).toEqual({});
	expect((await run(service, rest)).status).toBe('success');
});

it('keeps the tokens of a bounded number of accounts', async () => {
	let asked = 0;
	const client = (appId: string) =>
		({
			credential: { baseUrl: 'https://many.test/api', appId },
			read: async () => await Promise.resolve({ access_token: `token-${++asked}`, expires_in: 3600 }),
		}) as unknown as Parameters<typeof withAccessToken>[0];
	const use = async (appId: string) =>
		await withAccessToken(client(appId), async (token) => await Promise.resolve(token));
	for (let account = 0; account < 101; account++) await use(`app-${account}`);
	expect(await use('app-100')).toBe('token-101');
	expect(await use('app-0')).toBe('token-102');
});
