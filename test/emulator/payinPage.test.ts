import { MINUTE, startService, type Service } from './service';

let service: Service;

beforeEach(async () => {
	service = await startService();
});
afterEach(() => service.close());

const addresses = {
	callback_url: 'https://shop.example/thanks',
	failure_callback_url: 'https://shop.example/sorry',
};

async function openPage(parameters: object = addresses) {
	const { status, body } = await service.call(
		'v2.payins.create',
		{
			payin_method_name: 'us_pay_usd',
			payin_method_params: parameters,
			amount: 1234.5,
			currency: 'USD',
			name: 'Ada Byron',
			email: 'ada@shop.example',
			description: 'Order <77>',
			gst: false,
			webhook_notification: service.target,
		},
		'USD',
	);
	expect({ status, body }).toMatchObject({ status: 200 });
	return { uuid: String(body['uuid']), url: (body['pay_code'] as { payment_url: string }).payment_url };
}

const statusOf = async (uuid: string) => (await service.call('v2.payins.detail', { uuid }, 'USD')).body['status'];

test('the page says what is paid and until when, and escapes what the merchant wrote', async () => {
	const { url } = await openPage();
	const { status, text } = await service.browse(url);
	expect(status).toBe(200);
	expect(text).toContain('1,234.50<small>USD</small>');
	expect(text).toContain('Order &lt;77&gt;');
	expect(text).toMatch(/2031-03-04 \d\d:\d\d UTC/);
});

test.each([
	['completed', 'received', 'Payment received', addresses.callback_url],
	['failed', 'expired', 'Payment failed', addresses.failure_callback_url],
])('%s: the customer goes back to the shop, and the page tells the end', async (outcome, status, title, address) => {
	const { uuid, url } = await openPage();
	expect(await service.browse(url, { outcome })).toMatchObject({ status: 303, location: address });
	expect(await statusOf(uuid)).toBe(status);
	const { text } = await service.browse(url);
	expect(text).toContain(title);
	expect(text).toContain(`href="${address}"`);
	// A second click changes nothing.
	const again = await service.browse(url, { outcome: 'completed' });
	expect(again.status).toBe(422);
	expect(again.text).toContain(title);
	expect(await statusOf(uuid)).toBe(status);
});

test('an expired payment cannot be paid, and an address that is no web address is not followed', async () => {
	const { url } = await openPage({ callback_url: 'javascript:alert(1)' });
	await service.advance(24 * 60 * MINUTE);
	const { text } = await service.browse(url);
	expect(text).toContain('This payment has expired');
	expect(text).toContain('You can close this page.');
	expect(text).not.toContain('javascript:');
});

test.each(['pay/payins/UNKNOWN1', 'checkout/UNKNOWN1', '3ds/UNKNOWN1'])(
	'/%s says that there is no such payment',
	async (path) => {
		const address = `${service.emulator.url}/${path}`;
		for (const answer of [await service.browse(address), await service.browse(address, {})]) {
			expect(answer.status).toBe(404);
			expect(answer.text).toContain('There is no such payment');
		}
	},
);
