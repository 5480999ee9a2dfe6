import { MINUTE, startService, type Service } from './service';

let service: Service;

beforeEach(async () => {
	service = await startService();
});
afterEach(() => service.close());

const order = () => ({
	order_id: 'order-9',
	amount: 45.5,
	description: 'Order 9',
	order_success_url: 'https://shop.example/thanks',
	payment_gateway_notification: service.target,
	order_details: {
		billing_details: {
			first_name: 'Ada',
			last_name: 'Byron',
			phone: '+61400000000',
			email: 'ada@shop.example',
			country_code: 'AU',
			state: 'WA',
			postal_code: '6000',
			city: 'Perth',
			address: '1 Long Street',
		},
		items: [{ id: 1, name: 'Book', quantity: '1', price: '45.50' }],
	},
});

const createWith = (token: string | undefined) =>
	service.request('v1.gateway.create', {
		body: order(),
		headers: token === undefined ? {} : { 'access-token': token },
	});

async function accessToken(): Promise<string> {
	const { body } = await service.call('v1.gateway.accessToken');
	expect(body['expires_in']).toBe(3600);
	return String(body['access_token']);
}

test('a token lives for an hour on the clock; a missing, wrong, expired or revoked one is refused with 401', async () => {
	const token = await accessToken();
	expect((await createWith(undefined)).status).toBe(401);
	expect((await createWith('wrong')).body).toMatchObject({ error: 'Unauthorized' });
	await service.advance(60 * MINUTE - 1);
	expect((await createWith(token)).status).toBe(200);
	await service.advance(1);
	expect((await createWith(token)).status).toBe(401);

	const second = await accessToken();
	expect((await createWith(second)).status).toBe(200);
	await service.control('gateway/revoke-tokens', {});
	expect((await createWith(second)).status).toBe(401);
});

test('the customer pays on the hosted page with the billing address filled in, and the shop is notified', async () => {
	const { body } = await createWith(await accessToken());
	expect(body).toMatchObject({ order_id: 'order-9', payment_id: expect.any(Number) as number });
	const url = String(body['redirect_url']);
	await service.browse(url, { method: 'au_card_aud' });
	expect((await service.browse(url)).text).toContain('value="1 Long Street"');
	await service.browse(url, {
		action: 'pay',
		address: '1 Long Street',
		city: 'Perth',
		postal_code: '6000',
		country_code: 'AU',
	});
	expect((await service.browse(url)).text).toContain('href="https://shop.example/thanks"');
	expect(await service.heard(String(body['payment_id']))).toMatchObject([
		{ payment_id: body['payment_id'], order_id: 'order-9', status: 'received' },
	]);
});
