import { createContext, runInContext } from 'vm';
import { popupMessage, popupMessageName } from '../../contract/links';
import { MINUTE, startService, type Service } from './service';

let service: Service;

beforeEach(async () => {
	service = await startService();
});
afterEach(() => service.close());

const sender = { email: 'ada@shop.example', first_name: 'Ada', last_name: 'Byron' };
const address = { address: '1 Long Street', city: 'Perth', postal_code: '6000', country_code: 'AU' };

async function openPage(changes: object = {}, currency = 'AUD') {
	const { body } = await service.call(
		'v3.links.create',
		{
			amount: 80,
			description: 'Order <78> & more',
			sender_info: sender,
			webhook_notification: service.target,
			...changes,
		},
		currency,
	);
	return { uuid: String(body['uuid']), url: String(body['payment_url']) };
}

const linkStatus = (uuid: string) =>
	[...service.emulator.world.accounts.values()]
		.map(({ checkoutSessions }) => checkoutSessions.find(uuid))
		.find((session) => session)?.status;

/** Runs the page's own script in a fake browser: `passed` is the real time elapsed, `ticks` the times its intervals fire. */
function runScript(page: string, options: { clickDone?: boolean; ticks?: number; passed?: number } = {}) {
	const posted: unknown[] = [];
	const visited: string[] = [];
	const stored = new Map<string, string>();
	const intervals: (() => void)[] = [];
	const listeners: ((event: { preventDefault(): void }) => void)[] = [];
	const data = /id="checkout">([^]*?)<\/script>/.exec(page)?.[1] ?? '';
	const script = /<script>([^]*?)<\/script>/.exec(page)?.[1] ?? '';
	const elements = new Map<string, { textContent: string; addEventListener: unknown }>();
	const element = (id: string) => {
		const addEventListener = (_type: string, listener: (typeof listeners)[number]) => listeners.push(listener);
		const found = elements.get(id) ?? { textContent: id === 'checkout' ? data : '', addEventListener };
		elements.set(id, found);
		return found;
	};
	let realTime = 0;
	const window = { opener: { postMessage: (message: unknown) => posted.push(message) } };
	const browser = {
		window,
		document: {
			getElementById: element,
		},
		sessionStorage: {
			getItem: (key: string) => stored.get(key),
			setItem: (key: string, value: string) => stored.set(key, value),
		},
		location: { assign: (url: string) => visited.push(url), reload: () => undefined },
		setInterval: (task: () => void) => intervals.push(task),
		clearInterval: () => undefined,
		fetch: () => Promise.reject(new Error('The emulator does not answer')),
		Date: { parse: Date.parse, now: () => realTime },
	};
	Object.assign(window, { parent: window });
	runInContext(script, createContext(browser));
	if (options.clickDone) for (const listener of listeners) listener({ preventDefault: () => undefined });
	realTime += options.passed ?? 0;
	for (let tick = 0; tick < (options.ticks ?? 0); tick += 1) for (const task of intervals) task();
	const messages = posted.map((message) => popupMessage.parse((message as Record<string, unknown>)[popupMessageName]));
	return { messages, visited, countdown: elements.get('countdown')?.textContent };
}

test('the page shows merchant, amount, description and countdown, and escapes what the merchant wrote', async () => {
	const { url } = await openPage();
	const { status, text } = await service.browse(url);
	expect(status).toBe(200);
	expect(text).toContain('Example Merchant');
	expect(text).toContain('80.00<small>AUD</small>');
	expect(text).toContain('Order &lt;78&gt; &amp; more');
	expect(text).toContain('id="countdown"');
	expect((await service.browse(`${service.emulator.url}/checkout/UNKNOWN1`)).status).toBe(404);
});

test('without a method the customer chooses one and may change it; a fixed one is not offered for change', async () => {
	const { uuid, url } = await openPage();
	expect((await service.browse(url)).text).toMatch(/value="au_card_aud"[^]*value="au_payid_npp_aud"/);
	expect(await service.browse(url, { method: 'au_payid_npp_aud' })).toMatchObject({
		status: 303,
		location: `/checkout/${uuid}`,
	});
	expect((await service.browse(url)).text).toContain('Choose another method');
	await service.browse(url, { action: 'change' });
	expect((await service.browse(url)).text).toContain('How would you like to pay?');

	const fixed = await openPage({ payin_method_code: 'au_payid_npp_aud' });
	expect((await service.browse(fixed.url)).text).not.toContain('Choose another method');
	expect((await service.browse(fixed.url, { method: 'au_card_aud' })).status).toBe(422);
});

test('the billing address is prefilled from sender_info and still validated', async () => {
	const { uuid, url } = await openPage({
		payin_method_code: 'au_card_aud',
		sender_info: { ...sender, address: '1 Short Lane', city: 'Perth', country_code: 'aus' },
	});
	const { text } = await service.browse(url);
	expect(text).toContain('value="1 Short Lane"');
	expect(text).toContain('value="Perth"');
	const refused = await service.browse(url, { action: 'pay', ...address, country_code: 'aus', postal_code: '' });
	expect(refused.status).toBe(422);
	expect(refused.text).toContain('Country code must be two capital letters');
	expect(refused.text).toContain('Postal code is required');
	expect(refused.text).toContain('value="1 Long Street"');
	expect(linkStatus(uuid)).toBe('pending');
	expect((await service.browse(url, { action: 'pay', ...address })).status).toBe(303);
	expect(linkStatus(uuid)).toBe('received');
});

test('after paying, the page tells the opener and follows the success address', async () => {
	const redirect_url = { success: 'https://shop.example/thanks', failure: 'https://shop.example/sorry' };
	const { url } = await openPage({ payin_method_code: 'au_payid_npp_aud', redirect_url });
	await service.browse(url, { action: 'pay' });
	const { text } = await service.browse(url);
	expect(text).toContain('Payment received');
	const { messages, visited } = runScript(text, { clickDone: true });
	expect(messages).toEqual([
		{ event_type: 'onChange', page_state: 'success', redirect_url },
		{ event_type: 'onDone', page_state: 'success', redirect_url },
	]);
	expect(visited).toEqual(['https://shop.example/thanks']);
	// The countdown on the result page leads there without a click.
	expect(runScript(text, { ticks: 5 }).visited).toEqual(['https://shop.example/thanks']);
});

test('without a failure address the customer stays on the page after a declined payment', async () => {
	const { uuid, url } = await openPage({ redirect_url: { success: 'https://shop.example/thanks' } });
	await service.browse(url, { action: 'fail' });
	expect(linkStatus(uuid)).toBe('failed');
	const { text } = await service.browse(url);
	expect(text).toContain('Payment failed');
	expect(text).not.toContain('href="https://shop.example/thanks"');
	const { messages, visited } = runScript(text, { clickDone: true, ticks: 10 });
	expect(messages.map(({ event_type, page_state }) => [event_type, page_state])).toEqual([
		['onChange', 'failed'],
		['onDone', 'failed'],
	]);
	expect(visited).toEqual([]);
});

test('the page follows the clock: an expired payment says so, and its forms are refused', async () => {
	const { url } = await openPage({ redirect_url: { failure: 'https://shop.example/sorry' } });
	await service.advance(30 * MINUTE);
	const { text } = await service.browse(url);
	expect(text).toContain('This payment has expired');
	const { messages, visited } = runScript(text, { ticks: 5 });
	expect(visited).toEqual(['https://shop.example/sorry']);
	expect(messages.map(({ event_type, page_state }) => [event_type, page_state])).toEqual([
		['onChange', 'failed'],
		['onDone', 'failed'],
	]);
	expect((await service.browse(url, { action: 'pay' })).status).toBe(422);
	expect(JSON.parse((await service.browse(`${url}/state`)).text)).toEqual({
		status: 'expired',
		prompted: false,
		now: '2031-03-04T00:30:00.000Z',
		frozen: true,
	});
});

test('mobile money: a prompt on the phone, then "I have paid"', async () => {
	const { uuid, url } = await openPage({ amount: 500 }, 'KES');
	expect((await service.browse(url, { action: 'pay' })).status).toBe(422);
	expect((await service.browse(url, { action: 'prompt', phone: '12' })).text).toContain(
		'Mobile money number must be a phone number',
	);
	await service.browse(url, { action: 'prompt', phone: '+254 700 000 000' });
	expect((await service.browse(url)).text).toContain('I have paid');
	await service.browse(url, { action: 'pay' });
	expect(linkStatus(uuid)).toBe('received');
});

test('a prompt that is ignored or dismissed makes the payment fail', async () => {
	const [ignored, dismissed] = [await openPage({ amount: 500 }, 'KES'), await openPage({ amount: 500 }, 'KES')];
	for (const { url } of [ignored, dismissed]) await service.browse(url, { action: 'prompt', phone: '+254700000000' });
	await service.browse(dismissed.url, { action: 'fail' });
	expect(linkStatus(dismissed.uuid)).toBe('failed');
	await service.advance(2 * MINUTE);
	expect(linkStatus(ignored.uuid)).toBe('failed');
});

test('in Malawi only the numbers of two networks work', async () => {
	const { url } = await openPage({ amount: 2_000, payin_method_code: 'mw_mobile_money_mwk' }, 'MWK');
	expect((await service.browse(url, { action: 'prompt', phone: '+265711111111' })).status).toBe(422);
	expect((await service.browse(url, { action: 'prompt', phone: '+265991111111' })).status).toBe(303);
});

test.each([
	['JPY', 'jp_bank_jpy', 800, ['Account number', 'Reference', 'I have transferred the money']],
	['THB', 'th_qrpay_thb', 800, ['aria-label="QR code of the payment"', '<svg', 'Payment code', 'I have paid']],
	['USD', 'kh_pay_usd', 80, ['You confirm the payment in the app.', 'Continue with Bank app']],
	['AUD', 'au_payid_npp_aud', 80, ['@payid.example.test', 'I have paid']],
])(
	'%s: the page of %s shows what the customer needs, and takes the payment',
	async (currency, method, amount, shown) => {
		const { uuid, url } = await openPage({ payin_method_code: method, amount }, currency);
		const { text } = await service.browse(url);
		for (const part of shown) expect(text).toContain(part);
		await service.browse(url, { action: 'pay' });
		expect(linkStatus(uuid)).toBe('received');
	},
);
