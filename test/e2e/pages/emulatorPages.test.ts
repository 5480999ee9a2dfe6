import { decodeQR } from 'qr/decode.js';
import { installedBrowser, launchBrowser, type Browser, type Page } from '../../../runtime/browser';
import { samplePayments, type SamplePayments } from '../../emulator/samplePayments';
import { startService, type Service } from '../../emulator/service';
import { faintText, focused, nameless, overflow, pixelsOf, tabTo } from './pageChecks';

const executable = installedBrowser();
if (!executable) console.log('No page test: there is no /usr/bin/chromium, and CHROMIUM names no browser.');

const HOSTILE = '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">"\'';
const phone = { phone_number: '+233200000000' };

(executable ? describe : describe.skip)('the pages of the emulator', () => {
	let browser: Browser;
	let service: Service;
	let make: SamplePayments;
	let page: Page;

	beforeAll(async () => {
		browser = await launchBrowser(String(executable));
	});
	beforeEach(async () => {
		service = await startService();
		make = samplePayments(service);
		page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
		page.setDefaultTimeout(30_000);
	});
	afterEach(async () => {
		await page.context().close();
		await service.close();
	});
	afterAll(() => browser.close());

	const at = (path: string): string => `${service.emulator.url}${path}`;
	const open = (path: string) => page.goto(at(path));
	const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
	/** Waits until the page says so where screen readers hear it. */
	const says = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();

	/** A payin of any method; codes of banks and networks are the first that the service offers. */
	async function payin(currency: string, method: string, parameters: object = {}, changes: object = {}) {
		const { body } = await service.call('v2.payins.methodParams', { payin_method_name: method }, currency);
		const [bank] = (body.record?.['banks'] ?? []) as { code: string }[];
		const payin_method_params = { ...parameters, ...(bank ? { bank_code: bank.code } : {}) };
		return await make.payin(
			{ payin_method_name: method, payin_method_params, amount: 800, currency, ...changes },
			currency,
		);
	}

	describe('the overview', () => {
		const payments = () => service.emulator.account('AUD').payins;

		test('is worked with the keyboard alone: Enter completes a payment, Space moves the clock', async () => {
			const uuid = await make.payin();
			const other = await make.payout();
			await open('/');
			const way = await tabTo(page, `Complete payin ${uuid}`);
			expect(way).toEqual([
				'Move the clock by 1 minute',
				'Move the clock by 15 minutes',
				'Move the clock by 1 hour',
				'Move the clock by 1 day',
				'Copy Base URL',
				'Copy Webhook Secret Key',
				'Copy App ID, AUD',
				'Copy Secret Key, AUD',
				'The accounts of the other 26 currencies',
				uuid,
			]);
			await page.keyboard.press('Enter');
			await says(`payin ${uuid}: completed`);
			await page.getByRole('region', { name: 'Ended payments' }).getByText('received').waitFor();
			expect(payments().get(uuid).status).toBe('received');
			// The button is gone. No other button has got the focus, so another Enter does not pay the other payment.
			expect(await focused(page)).toBe('Open payments');
			await page.keyboard.press('Enter');
			expect(service.emulator.account('AUD').payouts.get(other).status).toBe('created');

			await button('Move the clock by 1 hour').focus();
			await page.keyboard.press('Space');
			await says('The clock was moved by 1 hour');
			await page.getByText('2031-03-04 01:00:00').waitFor();
			expect(await focused(page)).toBe('Move the clock by 1 hour');
		});

		test('a held payout is approved, and offers then what its new state allows', async () => {
			await service.control('accounts', { currency: 'AUD', approvals: true });
			const uuid = await make.payout({ scheduled_at: '2031-03-05T00:00:00' });
			await open('/');
			expect(await button(/payout/).allTextContents()).toHaveLength(2);
			await button(`Approve payout ${uuid}`).press('Enter');
			await says(`payout ${uuid}: approved`);
			await button(`Expire payout ${uuid}`).waitFor();
			expect(await button(/payout/).count()).toBe(3);
		});

		test('a fault is switched on by the form and off by its button, and what does not apply is hidden', async () => {
			await open('/');
			await page.getByLabel('Endpoint', { exact: true }).selectOption('v2.payouts.create');
			await page.getByLabel('Fault', { exact: true }).selectOption('slow');
			expect(await page.getByLabel('Status', { exact: true }).isVisible()).toBe(false);
			await page.getByLabel('Delay (ms)', { exact: true }).fill('1500');
			await page.getByLabel('Times', { exact: true }).fill('2');
			await page.getByLabel('Times', { exact: true }).press('Enter');
			await says('The fault is on');
			expect(service.emulator.world.faults.rules).toEqual([
				{ id: 'fault-1', endpoint: 'v2.payouts.create', fault: 'slow', when: 'before', delayMs: 1_500, times: 2 },
			]);
			await page.getByText('0 of 2').waitFor();

			await page.getByLabel('Fault', { exact: true }).selectOption('repeat-cursor');
			await button('Switch on').press('Enter');
			await button('Switch off the fault fault-2').press('Space');
			await says('The fault fault-2 is off');
			expect(service.emulator.world.faults.rules).toHaveLength(1);
		});

		test('credentials are copied', async () => {
			await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
			const { appId, secretKey } = service.emulator.account('AUD');
			await open('/');
			for (const [name, value] of [
				['Base URL', service.emulator.apiUrl],
				['App ID, AUD', appId],
				['Secret Key, AUD', secretKey],
			] as const) {
				await button(`Copy ${name}`).press('Enter');
				await says(`${name}: copied`);
				expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(value);
			}
			await page.getByText('The accounts of the other 26 currencies').press('Enter');
			expect(await button('Copy App ID, USD').isVisible()).toBe(true);
		});

		test('a refusal is told, and the page refreshes by itself without losing the focus or what is open', async () => {
			const uuid = await make.payin();
			await page.clock.install();
			await open('/');
			await page.getByText('The accounts of the other 26 currencies').press('Enter');
			await button(`Fail payin ${uuid}`).focus();
			const other = await make.payout();
			await page.clock.runFor(2_000);
			await button(`Complete payout ${other}`).waitFor();
			expect(await focused(page)).toBe(`Fail payin ${uuid}`);
			expect(await button('Copy App ID, USD').isVisible()).toBe(true);

			await service.control('payments/move', { currency: 'AUD', uuid, move: 'complete' });
			await page.keyboard.press('Enter');
			await page.getByRole('region', { name: 'Ended payments' }).getByText('received').waitFor();
			await page.clock.runFor(100);
			await says(`Refused: ${uuid} does not allow "fail" now`);
		});
	});

	describe('the pages of payers', () => {
		test('mobile money: the code and the PIN are typed and sent with Enter', async () => {
			await open(`/pay/payins/${await payin('GHS', 'gh_mobile_money_ghs', phone)}`);
			expect(await focused(page)).toBe('Code');
			await page.keyboard.type('000000');
			await page.keyboard.press('Enter');
			await page.getByText('Code is not the OTP that was sent').waitFor();
			expect(await page.getByLabel('Code').getAttribute('aria-invalid')).toBe('true');
			await page.getByLabel('Code').fill('482913');
			await page.keyboard.press('Enter');
			await page.getByText('asks for its PIN').waitFor();
			expect(await focused(page)).toBe('PIN');
			await page.keyboard.type('1234');
			await page.keyboard.press('Enter');
			await says('Payment received');
		});

		test('a card that asks for 3DS is chosen with the arrow keys, and confirmed', async () => {
			await open(`/checkout/${await make['checkout link']({ payin_method_code: 'au_card_aud' })}`);
			await tabTo(page, '•••• 4242 is paid at once');
			await page.keyboard.press('ArrowDown');
			expect(await focused(page)).toBe('•••• 3220 asks for 3DS first');
			for (const text of ['1 Long Street', 'Perth', 'WA', '6000', 'AU']) {
				await page.keyboard.press('Tab');
				await page.keyboard.type(text);
			}
			await page.keyboard.press('Enter');
			await page.getByText('Your bank asks you to confirm').waitFor();
			await tabTo(page, 'Confirm');
			await page.keyboard.press('Enter');
			await says('Payment received');
		});

		test('a QR code can be scanned, and holds the payment', async () => {
			const uuid = await payin('VND', 'vn_qr_vnd', {}, { amount: 150_000 });
			await open(`/pay/payins/${uuid}`);
			const { payCode } = service.emulator.account('VND').payins.get(uuid);
			expect(decodeQR(await pixelsOf(page, '.qr svg'))).toBe(payCode?.qr_string);
			await page.getByRole('img', { name: 'QR code of the payment' }).waitFor();
			await button('I have paid').press('Enter');
			await says('Payment received');
		});

		test('account details that come late appear by themselves, and so does the end', async () => {
			await open(`/pay/payins/${await payin('JPY', 'jp_bank_jpy', { first_name: 'タロウ', last_name: 'ヤマダ' })}`);
			await says('The account details are on their way.');
			await service.advance(1_000);
			await page.getByText('ヤマダ　タロウ').waitFor();
			await service.advance(4 * 24 * 3_600_000);
			await says('This payment has expired');
		});
	});

	/** Every page in every state that looks different, by name. */
	const everyPage: Record<string, () => Promise<string>> = {
		'the overview, unused': () => Promise.resolve('/'),
		'the overview, full': async () => {
			for (const kind of ['payin', 'payout', 'AUD payout', 'checkout link', 'one-time PayID', 'card payment'] as const)
				await make[kind]();
			const ended = await make.payin({ external_id: HOSTILE });
			await service.control('payments/move', { currency: 'AUD', uuid: ended, move: 'complete' });
			await service.control('faults', { id: HOSTILE, endpoint: '*', fault: 'status', status: 503, times: 1 });
			return '/';
		},
		'a payin by bank transfer': async () =>
			`/pay/payins/${await payin('AUD', 'au_bank_aud', {}, { description: HOSTILE })}`,
		'a payin by redirect': async () =>
			`/pay/payins/${await payin('USD', 'us_pay_usd', { callback_url: 'https://shop.example/' })}`,
		'a payin by QR code': async () => `/pay/payins/${await payin('BRL', 'br_scheme_brl', { document_number: '1' })}`,
		'a payin with an OTP': async () => `/pay/payins/${await payin('GHS', 'gh_mobile_money_ghs', phone)}`,
		'a payin with a prompt': async () => `/pay/payins/${await payin('KES', 'ke_mobile_money_kes', phone)}`,
		'a payin in USDC': async () => `/pay/payins/${await payin('USDC', 'usdc_bank', {}, { amount: undefined })}`,
		'a failed payin': async () => {
			const uuid = await make.payin();
			await service.control('payments/move', { currency: 'AUD', uuid, move: 'fail' });
			return `/pay/payins/${uuid}`;
		},
		'a checkout before the choice': async () => `/checkout/${await make['checkout link']({ description: HOSTILE })}`,
		'a checkout by card': async () =>
			`/checkout/${await make['checkout link']({ payin_method_code: 'au_card_aud', sender_info: { email: 'ada@shop.example', first_name: 'Ada', last_name: 'B', address: HOSTILE } })}`,
		'a checkout by PayID': async () =>
			`/checkout/${await make['checkout link']({ payin_method_code: 'au_payid_npp_aud' })}`,
		'a checkout by QR code': async () =>
			`/checkout/${await make['checkout link']({ payin_method_code: 'th_qrpay_thb', amount: 800 }, 'THB')}`,
		'a checkout by mobile money': async () => `/checkout/${await make['checkout link']({}, 'KES')}`,
		'a 3DS challenge': async () => `/3ds/${await make['card payment']()}`,
		'a payment that does not exist': () => Promise.resolve('/checkout/UNKNOWN1'),
	};

	test.each(Object.entries(everyPage))(
		'%s: fits 390 and 1280 pixels, is readable in light and dark, names its controls, and keeps markup in values as text',
		async (_name, path) => {
			const address = await path();
			await open(address);
			expect(await nameless(page)).toEqual([]);
			expect(await page.getByRole('main').count()).toBe(1);
			expect(await page.getByRole('heading').count()).toBeGreaterThan(0);
			for (const width of [390, 1280])
				for (const colorScheme of ['light', 'dark'] as const) {
					await page.setViewportSize({ width, height: 800 });
					await page.emulateMedia({ colorScheme });
					expect({ width, colorScheme, overflow: await overflow(page), faint: await faintText(page) }).toEqual({
						width,
						colorScheme,
						overflow: 0,
						faint: [],
					});
				}
			expect(await page.evaluate('window.hacked')).toBeUndefined();
			expect(await page.locator('img').count()).toBe(0);
		},
	);

	test('markup in values is shown as it was written', async () => {
		const payment = await make.payin({ external_id: HOSTILE, description: HOSTILE });
		await open('/');
		await page.getByText(HOSTILE).waitFor();
		await open(`/pay/payins/${payment}`);
		await page.getByText(HOSTILE).waitFor();
	});
});
