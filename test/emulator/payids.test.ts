import { DAY, MINUTE, startService, type Service } from './service';

let service: Service;

beforeEach(async () => {
	service = await startService();
});
afterEach(() => service.close());

const staticOrder = (changes: object = {}) => ({
	name: 'Ada Byron',
	email: 'ada@shop.example',
	prefix_static_payid: 'ada.byron',
	customer_notification: service.target,
	external_id: 'customer-5',
	...changes,
});

const oneTimeOrder = (changes: object = {}) => ({
	name: 'Ada Byron',
	gst: true,
	amount: 100,
	description: 'Invoice 5',
	emails: 'ada@shop.example,office@shop.example',
	payment_request_notification: service.target,
	...changes,
});

test('a static PayID is paid again and again, each payment called back and booked', async () => {
	const created = await service.call('v1.staticPayid.create', staticOrder());
	expect(created.body).toMatchObject({
		status: 'active',
		external_id: 'customer-5',
		customer_notification: { authorization_header: '****' },
	});
	await service.control('payids/static/pay', { payid: 'ada.byron', amount: '12.50' });
	await service.control('payids/static/pay', { payid: 'ada.byron@payid.example.test', amount: 7 });
	expect(await service.heard('ada.byron@payid.example.test')).toMatchObject([
		{
			request_payid: 'ada.byron@payid.example.test',
			amount: '12.5',
			total: '12.5',
			gst_amount: '0.0',
			status: 'received',
		},
		{ amount: '7.0', status: 'received' },
	]);
	const history = await service.call('v1.balances.history', { from_date: '2031-03-04', to_date: '2031-03-04' });
	expect(history.body['data']).toMatchObject([
		{ type: 'payment_received', amount: 6.93 },
		{ amount: 12.37 },
		{ type: 'top_up' },
	]);
});

test('an expired static PayID is called back and takes no more payments; its prefix stays taken', async () => {
	await service.call('v1.staticPayid.create', staticOrder());
	expect((await service.control('payids/static/expire', { payid: 'ada.byron' })).body).toMatchObject({
		status: 'expired',
	});
	expect(await service.heard('ada.byron@payid.example.test')).toMatchObject([{ status: 'expired' }]);
	expect((await service.control('payids/static/pay', { payid: 'ada.byron', amount: 5 })).status).toBe(422);
	const again = await service.call('v1.staticPayid.create', staticOrder());
	expect(again).toMatchObject({ status: 422, body: { error: 'UnprocessableEntity' } });
});

test.each<[string, object]>([
	['a name with a hyphen', { name: 'Ada-Byron' }],
	['a short prefix', { prefix_static_payid: 'ab' }],
	['a prefix with capitals', { prefix_static_payid: 'Ada' }],
	['no notification', { customer_notification: undefined }],
	[
		'a notification over plain http',
		{ customer_notification: { endpoint_url: 'http://shop.example/', authorization_header: 'x' } },
	],
])('a static PayID with %s is refused', async (_case, changes) => {
	expect((await service.call('v1.staticPayid.create', staticOrder(changes))).status).toBe(422);
});

test('a one-time PayID carries GST and its metadata, and says when it was paid too much or too little', async () => {
	const ids: number[] = [];
	for (let count = 0; count < 3; count += 1) {
		const { body } = await service.call('v1.oneTimePayid.create', oneTimeOrder({ metadata: { cart: 'c-9' } }));
		expect(body).toMatchObject({
			amount: '100.0',
			gst_amount: '10.0',
			total: '110.0',
			status: 'pending',
			metadata: { cart: 'c-9' },
		});
		ids.push(Number(body['id']));
	}
	const [exact = 0, over = 0, under = 0] = ids;
	await service.control('payids/one-time/pay', { id: exact });
	await service.control('payids/one-time/pay', { id: over, amount: 111 });
	await service.control('payids/one-time/pay', { id: under, amount: 100 });
	expect(await service.heard(String(exact))).toMatchObject([
		{ status: 'received', stage: 'normal', metadata: { cart: 'c-9' } },
	]);
	expect(await service.heard(String(over))).toMatchObject([{ stage: 'overpaid' }]);
	expect(await service.heard(String(under))).toMatchObject([{ stage: 'underpaid' }]);
	expect((await service.control('payids/one-time/pay', { id: exact })).status).toBe(422);
});

test('a one-time PayID expires by the clock', async () => {
	const usual = await service.call('v1.oneTimePayid.create', oneTimeOrder());
	const quick = await service.call('v1.oneTimePayid.create', oneTimeOrder({ expired_at: '2031-03-04T00:15:00' }));
	await service.advance(15 * MINUTE);
	expect(await service.heard(String(quick.body['id']))).toMatchObject([{ status: 'expired' }]);
	expect(await service.heard(String(usual.body['id']))).toEqual([]);
	await service.advance(DAY);
	expect(await service.heard(String(usual.body['id']))).toMatchObject([{ status: 'expired' }]);
});

test('GST is for Australian merchants, and v1 for AUD accounts', async () => {
	await service.control('accounts', { currency: 'AUD', australian: false });
	expect((await service.call('v1.oneTimePayid.create', oneTimeOrder())).status).toBe(422);
	expect((await service.call('v1.oneTimePayid.create', oneTimeOrder({ gst: false }))).status).toBe(200);
	expect((await service.call('v1.staticPayid.create', staticOrder(), 'USD')).status).toBe(404);
});
