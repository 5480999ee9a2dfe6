import { samplePayments } from './samplePayments';
import { startService, type Service } from './service';

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

const phone = { phone_number: '+233200000000' };

/** The page of a payin of any method. */
async function pageOf(currency: string, method: string, parameters: object, changes: object = {}) {
	const { body } = await service.call('v2.payins.methodParams', { payin_method_name: method }, currency);
	const [bank] = (body.record?.['banks'] ?? []) as { code: string }[];
	const uuid = await samplePayments(service).payin(
		{
			payin_method_name: method,
			payin_method_params: { ...parameters, ...(bank ? { bank_code: bank.code } : {}) },
			amount: 800,
			currency,
			...changes,
		},
		currency,
	);
	const [account] = [...service.emulator.world.accounts.values()].filter((one) => one.currency === currency);
	const payin = account!.payins.get(uuid); // every currency has an account
	return { uuid, payin, url: `${service.emulator.url}/pay/payins/${uuid}` };
}

test('a bank transfer: the account details, and the payer who has transferred the money', async () => {
	const { url, payin } = await pageOf('AUD', 'au_bank_aud', {});
	const { text } = await service.browse(url);
	for (const shown of ['Account number', String(payin.payCode?.account_number), 'Bank name', '800.00 AUD'])
		expect(text).toContain(shown);
	await service.browse(url, { outcome: 'completed' });
	expect(payin.status).toBe('received');
});

test('mobile money: the code, sent again if need be, then the PIN', async () => {
	const { url, payin } = await pageOf('GHS', 'gh_mobile_money_ghs', phone);
	const wrong = await service.browse(url, { outcome: 'otp', code: '000000' });
	expect(wrong.status).toBe(422);
	expect(wrong.text).toContain('Code is not the OTP that was sent');
	expect((await service.browse(url, { outcome: 'pin', pin: '1234' })).text).toContain(
		'This payment is at authorize_otp',
	);
	expect((await service.browse(url, { outcome: 'resend' })).status).toBe(303);
	expect((await service.browse(url, { outcome: 'otp', code: ' 482913 ' })).status).toBe(303);
	expect((await service.browse(url)).text).toContain('asks for its PIN');
	const short = await service.browse(url, { outcome: 'pin', pin: '12' });
	expect(short.text).toContain('PIN must have at least four digits');
	expect(short.text).not.toContain('value="12"');
	await service.browse(url, { outcome: 'pin', pin: '1234' });
	expect(payin.status).toBe('received');
});
