import { startService, type Service } from './service';

let service: Service;

beforeEach(async () => {
	service = await startService();
});
afterEach(() => service.close());

const create = (token: string, changes: object = {}) =>
	service.call('v2.cards.createPayment', {
		amount: 1_050,
		currency: 'AUD',
		token: { id: token, type: 'card' },
		return_url: 'https://shop.example/back',
		webhook_notification: service.target,
		...changes,
	});

const heardStatuses = async (uuid: unknown) => (await service.heard(String(uuid))).map(({ status }) => status);

test('a card is authorised, captured once, received and refunded in part', async () => {
	const { body } = await create('tok_0123456789abcdef0123');
	expect(body).toMatchObject({ status: 'authorised', amount: 10.5, token: { id: 'tok_0123456789abcdef0123' } });
	const { uuid } = body;
	expect((await service.call('v2.cards.capturePayment', { uuid })).body).toMatchObject({
		status: 'waiting',
		paid_amount: 10.5,
	});
	expect((await service.call('v2.cards.capturePayment', { uuid })).status).toBe(422);
	await service.advance(60_000);
	const refund = await service.call('v2.cards.refundPayment', { uuid, refund_amount: 250, reason: 'Late parcel' });
	expect(refund.body).toMatchObject({ refund_amount: 2.5, payin_request: { status: 'return_pending' } });
	await service.advance(60_000);
	expect(await heardStatuses(uuid)).toEqual([
		'authorised',
		'waiting',
		'received',
		'return_pending',
		'partially_refunded',
	]);
	const { body: detail } = await service.request('v2.cards.detail', { uuid: String(uuid) });
	expect(detail).toMatchObject({ status: 'partially_refunded', refund_information: { refund_amount: 2.5 } });
	expect(detail).not.toHaveProperty('token');
	expect((await service.call('v2.cards.list', { status: 'partially_refunded' })).body).toMatchObject({
		total_page: 1,
		records: [{ uuid }],
	});
	expect(service.emulator.account('AUD').ledger.audit().balanced).toBe(true);
});

test('cashback is delivered once per transaction to an activated user', async () => {
	const deliver = (changes: object = {}) =>
		service.call('v2.cashbacks.deliver', {
			user_id: 'u-1',
			payment_method: 'pay_id',
			client_transaction_id: 't-1',
			purchase_amount: 2_000,
			campaign_id: 'campaign-1',
			currency: 'aud',
			...changes,
		});
	expect((await deliver()).status).toBe(404);
	await service.call('v2.cashbacks.activate', { user_id: 'u-1', first_name: 'Ada', last_name: 'Byron' });
	expect((await deliver()).body).toMatchObject({ purchase_amount: 20, cashback_amount: 1 });
	expect((await deliver()).body.errors).toEqual({ client_transaction_id: 'has already been taken' });
	expect((await deliver({ client_transaction_id: 't-2', campaign_id: 'campaign-3' })).status).toBe(422);
	expect((await service.call('v2.cashbacks.campaigns', { per_page: 2 })).body).toMatchObject({
		next_page: 2,
		total_count: 3,
	});
	expect((await service.call('v2.cashbacks.campaigns', { status: 'active' })).body).toMatchObject({
		next_page: null,
		total_count: 1,
	});
});
