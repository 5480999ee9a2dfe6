import { isDeepStrictEqual } from 'util';
import { DAY, MINUTE, startService, type Service } from './service';

let service: Service;

beforeEach(async () => {
	service = await startService();
});
afterEach(() => service.close());

/** What a payin of each method needs in addition to the common fields. The amounts are within its limits. */
const bank = { bank_code: 'EXMAMY2X' };
const particulars: Record<string, { currency: string; amount: number; params?: object }> = {
	au_bank_aud: { currency: 'AUD', amount: 80 },
	vn_qr_vnd: { currency: 'VND', amount: 150_000 },
	jp_bank_jpy: {
		currency: 'JPY',
		amount: 5_000,
		params: { first_name: 'Taro', last_name: 'Yamada', transliterate: true },
	},
	th_qrpay_thb: {
		currency: 'THB',
		amount: 500,
		params: { bank_code: 'EXMATH2X', account_number: 1234, account_name: 'Ada' },
	},
	my_bank_scheme1_myr: { currency: 'MYR', amount: 100, params: bank },
	gh_mobile_money_ghs: {
		currency: 'GHS',
		amount: 50,
		params: { phone_number: '+233200000000', bank_code: 'GH_NETWORK_1' },
	},
	ke_mobile_money_kes: {
		currency: 'KES',
		amount: 500,
		params: { phone_number: '+254700000000', bank_code: 'KE_NETWORK_2' },
	},
	usdc_bank: { currency: 'USDC', amount: 10.5 },
	ug_bank_ugx: { currency: 'UGX', amount: 15_000 },
};

function order(methodName: keyof typeof particulars, changes: object = {}) {
	const { currency, amount, params = {} } = particulars[methodName] as (typeof particulars)[string]; // every name used below is listed
	return {
		payin_method_name: methodName,
		payin_method_params: params,
		amount,
		currency,
		name: 'Ada Byron',
		email: 'ada@shop.example',
		description: 'Order 77',
		gst: false,
		webhook_notification: service.target,
		...changes,
	};
}

async function create(methodName: keyof typeof particulars, changes: object = {}) {
	const { currency } = particulars[methodName] as (typeof particulars)[string];
	const answer = await service.call('v2.payins.create', order(methodName, changes), currency);
	expect(answer).toMatchObject({ status: 200 });
	return { ...answer.body, uuid: String(answer.body.uuid), currency };
}

const attempt = (methodName: keyof typeof particulars, changes: object) =>
	service.call('v2.payins.create', order(methodName, changes), particulars[methodName]?.currency);

const detail = async ({ uuid, currency }: { uuid: string; currency: string }) =>
	(await service.call('v2.payins.detail', { uuid }, currency)).body;
const statuses = async (uuid: string) => (await service.heard(uuid)).map(({ status }) => status);
const available = async (currency: string) =>
	Number((await service.call('v2.balances.detail', { currency }, currency)).body.available_balance);

async function received(methodName: keyof typeof particulars = 'au_bank_aud', changes: object = {}) {
	const payin = await create(methodName, changes);
	expect(
		await service.call('v2.payins.simulate', { uuid: payin.uuid, status: 'completed' }, payin.currency),
	).toMatchObject({ status: 200 });
	return payin;
}

describe('create', () => {
	it('echoes the request, masks the authorization value and keeps the metadata', async () => {
		const payin = await create('au_bank_aud', {
			external_id: 'ord-77',
			metadata: { cart: 'c-9', deep: { a: [1] } },
			gst: true,
		});
		expect(payin).toMatchObject({
			name: 'Ada Byron',
			email: 'ada@shop.example',
			description: 'Order 77',
			external_id: 'ord-77',
			status: 'pending',
			stage: 'normal_stage',
			gst: true,
			amount: '80.0',
			gst_amount: '8.0',
			total: '88.0',
			paid_amount: '0.0',
			metadata: { cart: 'c-9', deep: { a: [1] } },
			webhook_notification: { endpoint_url: service.target.endpoint_url, authorization_header: '****' },
		});
		expect(await detail(payin)).toMatchObject({
			is_cancellable: true,
			is_refundable: true,
			payin_method_name: 'au_bank_aud',
			refunds: [],
		});
		expect(await service.heard(payin.uuid)).toEqual([]);
	});

	it.each([
		[
			'au_bank_aud',
			{ account_name: expect.any(String), account_number: expect.any(String), bank_name: 'First Example Bank' },
		],
		['my_bank_scheme1_myr', { payment_url: expect.stringContaining('http') }],
		['th_qrpay_thb', { qr_string: expect.stringMatching(/^000201/) }],
		[
			'vn_qr_vnd',
			{
				qr_string: expect.stringMatching(/^000201/),
				bank_information: expect.objectContaining({ swift_code: 'EXMAVN2X' }),
			},
		],
		['gh_mobile_money_ghs', {}],
		['jp_bank_jpy', {}],
		['usdc_bank', { wallet_address: expect.stringMatching(/^0x/), network: 'ethereum' }],
	])('gives %s the pay code of its kind', async (methodName, payCode) => {
		expect(await create(methodName)).toHaveProperty('pay_code', payCode);
	});

	it('rounds to whole units where the currency asks for it', async () => {
		expect(await create('vn_qr_vnd', { amount: 150_000.5 })).toMatchObject({ amount: '150001.0', total: '150001.0' });
		expect(await create('au_bank_aud', { amount: 10.005 })).toMatchObject({ amount: '10.005' });
	});

	it('takes a USDC payin without an amount', async () => {
		const payin = await create('usdc_bank', { amount: undefined });
		expect(await service.call('v2.payins.simulate', { uuid: payin.uuid, status: 'completed' }, 'USDC')).toMatchObject({
			status: 422,
		});
		await service.call('v2.payins.simulate', { uuid: payin.uuid, status: 'completed', amount: 12.25 }, 'USDC');
		expect(await detail(payin)).toMatchObject({ status: 'received', amount: '0.0', paid_amount: '12.25' });
	});

	it('names every field that breaks a rule', async () => {
		const { status, body } = await attempt('my_bank_scheme1_myr', {
			payin_method_params: {},
			amount: 5,
			currency: 'AUD',
			gst: true,
		});
		expect(status).toBe(422);
		expect(Object.keys(body.errors ?? {}).sort()).toEqual([
			'amount',
			'currency',
			'gst',
			'payin_method_params.bank_code',
		]);
	});

	it.each([
		['unknown method', 'au_bank_aud', { payin_method_name: 'au_pigeon_aud' }, 'payin_method_name'],
		['method of another currency', 'au_bank_aud', { payin_method_name: 'vn_qr_vnd' }, 'payin_method_name'],
		[
			'bank not in the list',
			'my_bank_scheme1_myr',
			{ payin_method_params: { bank_code: 'NOPE' } },
			'payin_method_params.bank_code',
		],
		['amount above the limit', 'au_bank_aud', { amount: 100_000.01 }, 'amount'],
		['a binary sum', 'au_bank_aud', { amount: 1.1 + 2.2 }, 'amount'],
		['expiry too near', 'vn_qr_vnd', { expired_at: '2031-03-04T00:14:59' }, 'expired_at'],
		[
			'romaji not asked to be transliterated',
			'jp_bank_jpy',
			{ payin_method_params: { first_name: 'Taro', last_name: 'ヤマダ' } },
			'payin_method_params.first_name',
		],
		[
			'katakana to be transliterated',
			'jp_bank_jpy',
			{ payin_method_params: { first_name: 'タロウ', last_name: 'Yamada', transliterate: true } },
			'payin_method_params.first_name',
		],
	] as const)('refuses %s', async (_case, methodName, changes, field) => {
		const { status, body } = await attempt(methodName, changes);
		expect(status).toBe(422);
		expect(Object.keys(body.errors ?? {})).toEqual([field]);
	});

	it('keeps the limits of UGX at both ends', async () => {
		const statusAt = async (amount: number) => (await attempt('ug_bank_ugx', { amount })).status;
		expect([
			await statusAt(14_999.99),
			await statusAt(15_000),
			await statusAt(36_000_000),
			await statusAt(36_000_000.01),
		]).toEqual([422, 200, 200, 422]);
	});

	it('heeds expired_at for the bank QR of VND alone', async () => {
		expect(await create('vn_qr_vnd', { expired_at: '2031-03-04T00:15:00' })).toMatchObject({
			expired_at: '2031-03-04T00:15:00.000+0000',
			pay_by: '2031-03-04T00:15:00.000+0000',
		});
		expect(await create('au_bank_aud', { expired_at: '2031-03-04T00:01:00' })).toMatchObject({
			expired_at: '2031-03-05T00:00:00.000+0000',
		});
	});

	it('asks for a contact with this email, and for a verified one, where the method does', async () => {
		const ask = (methodName: string, currency: string, amount: number, params: object) =>
			service.call(
				'v2.payins.create',
				{ ...order('au_bank_aud'), payin_method_name: methodName, payin_method_params: params, currency, amount },
				currency,
			);
		const payid = () => ask('au_payid_npp_aud', 'AUD', 50, { callback_url: 'https://shop.example/back' });
		const virtualAccount = () =>
			ask('kr_bank_va_kyc_krw', 'KRW', 20_000, { user_name: 'Ada', birth_date: '1990-12-31' });
		const contact = {
			email: 'ada@shop.example',
			first_name: 'Ada',
			last_name: 'Byron',
			type: 'individual' as const,
			dob: '1990-12-31',
			phone: '+61400000000',
			gender: 'female' as const,
			street: 'One',
			city: 'Sydney',
			postal_code: '2000',
			state: 'NSW',
			country: 'AU',
		};
		expect(await payid()).toMatchObject({
			status: 422,
			body: { errors: { email: expect.stringContaining('contact') } },
		});
		service.emulator.account('AUD').contacts.create(contact);
		expect(await payid()).toMatchObject({ status: 200 });
		const { contacts } = service.emulator.account('KRW');
		contacts.create(contact);
		contacts.shareToken(contact.email, 'token-of-the-vendor');
		expect(await virtualAccount()).toMatchObject({
			status: 422,
			body: { errors: { email: expect.stringContaining('not verified') } },
		});
		contacts.decideIdentity(contact.email, 'approved');
		expect(await virtualAccount()).toMatchObject({ status: 200 });
	});
});

describe('states', () => {
	it('receives, books the payment net of its fee, and tells', async () => {
		const before = await available('AUD');
		const payin = await received('au_bank_aud', { external_id: 'ord-1' });
		expect(await detail(payin)).toMatchObject({ status: 'received', paid_amount: '80.0' });
		expect(await service.heard(payin.uuid)).toEqual([
			expect.objectContaining({ status: 'received', external_id: 'ord-1', paid_amount: '80.0' }),
		]);
		expect(await available('AUD')).toBe(before + 78);
		expect(await service.call('v2.payins.simulate', { uuid: payin.uuid, status: 'failed' })).toMatchObject({
			status: 422,
			body: { errors: { uuid: 'is received, not pending' } },
		});
	});

	it('carries the metadata unchanged in every notification', async () => {
		const metadata = { cart: 'c-9', deep: { a: [1, null] } };
		const payin = await received('au_bank_aud', { metadata });
		await service.call('v2.payins.refund', { uuid: payin.uuid, description: 'Late parcel' });
		await service.advance(MINUTE);
		const heard = await service.heard(payin.uuid);
		expect(heard.map(({ status }) => status)).toEqual(['received', 'return_pending', 'return_received']);
		expect(heard.filter((body) => !isDeepStrictEqual(body['metadata'], metadata))).toEqual([]);
	});

	it('fails on request', async () => {
		const payin = await create('au_bank_aud');
		await service.call('v2.payins.simulate', { uuid: payin.uuid, status: 'failed' });
		expect(await statuses(payin.uuid)).toEqual(['failed']);
	});

	describe('records show eight statuses where notifications carry thirteen', () => {
		/** What the detail, the list and the last notification say. */
		const told = async (payin: { uuid: string; currency: string }) => {
			const period = { from_date: '2031-03-03T00:00:00Z', to_date: '2031-03-05T00:00:00Z' };
			const list = await service.call('v2.payins.list', period);
			return [
				(await detail(payin)).status,
				list.body.records?.find(({ uuid }) => uuid === payin.uuid)?.status,
				(await statuses(payin.uuid)).at(-1),
			];
		};
		const failed = async () => {
			const payin = await create('au_bank_aud');
			await service.call('v2.payins.simulate', { uuid: payin.uuid, status: 'failed' });
			return payin;
		};
		const partlyRefunded = async () => {
			const payin = await received();
			await service.advance(30 * MINUTE);
			await service.call('v2.payins.refund', { uuid: payin.uuid, amount: 30, description: 'Late parcel' });
			await service.advance(1_000);
			return payin;
		};
		const disputed = async () => {
			const payin = await received();
			await service.control('payins/dispute', { uuid: payin.uuid });
			return payin;
		};
		const lost = async () => {
			const payin = await disputed();
			await service.control('payins/dispute/close', { uuid: payin.uuid, outcome: 'lost' });
			return payin;
		};

		it.each([
			['failed', failed, 'expired'],
			['partially_refunded', partlyRefunded, 'received'],
			['in_dispute', disputed, 'received'],
			['dispute_lost', lost, 'received'],
		] as const)('%s', async (status, make, shown) => {
			const payin = await make();
			expect(await told(payin)).toEqual([shown, shown, status]);
			await service.control('settings', { recordStatuses: 'thirteen' });
			expect(await told(payin)).toEqual([status, status, status]);
		});
	});

	it('cancels what is pending and cancellable', async () => {
		const payin = await create('au_bank_aud');
		expect(await service.call('v2.payins.cancel', { uuid: payin.uuid })).toMatchObject({
			status: 200,
			body: { status: 'Ok' },
		});
		expect(await service.call('v2.payins.cancel', { uuid: payin.uuid })).toMatchObject({ status: 422 });
		const mobile = await create('gh_mobile_money_ghs');
		expect(await service.call('v2.payins.cancel', { uuid: mobile.uuid }, 'GHS')).toMatchObject({
			status: 422,
			body: { errors: { uuid: expect.stringContaining('cannot be cancelled') } },
		});
		expect(await statuses(payin.uuid)).toEqual(['expired']);
	});

	it('expires at its time, unless it was paid', async () => {
		const [unpaid, paid] = [await create('vn_qr_vnd'), await received('vn_qr_vnd')];
		await service.advance(30 * MINUTE - 1);
		expect(await statuses(unpaid.uuid)).toEqual([]);
		await service.advance(1);
		expect(await statuses(unpaid.uuid)).toEqual(['expired']);
		expect(await statuses(paid.uuid)).toEqual(['received']);
	});

	it('delivers late payment credentials as a notification of their own', async () => {
		const payin = await create('jp_bank_jpy');
		await service.advance(1_000);
		const [credentials] = await service.heard(payin.uuid);
		expect(credentials).toMatchObject({ transfer_name: 'ヤマダ　タロ', account_type: 'ordinary' });
		expect((await detail(payin)).pay_code).toEqual(credentials);
	});

	it('knows nothing of another account and of unknown uuids', async () => {
		const payin = await create('au_bank_aud');
		expect(await service.call('v2.payins.detail', { uuid: payin.uuid }, 'VND')).toMatchObject({
			status: 404,
			body: { errors: { code: 'NOT_FOUND' } },
		});
	});
});

describe('the hosted page of a redirect method', () => {
	const act = (url: string, outcome: string) =>
		fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });
	const open = async (payin_method_name: string, currency: string, amount: number) => {
		const params = { callback_url: 'https://shop.example/back', failure_callback_url: 'https://shop.example/sorry' };
		const { body } = await service.call(
			'v2.payins.create',
			{
				...order('au_bank_aud'),
				description: 'Order <b>77</b>',
				payin_method_name,
				payin_method_params: params,
				amount,
				currency,
			},
			currency,
		);
		return { uuid: String(body.uuid), url: (body.pay_code as { payment_url: string }).payment_url };
	};

	it.each([
		['us_pay_usd', 'USD', 80],
		['kh_pay_khr', 'KHR', 80_000],
	])('lets the customer of %s pay or decline and sends them back', async (name, currency, amount) => {
		const [paid, declined] = [await open(name, currency, amount), await open(name, currency, amount)];
		expect(await (await fetch(paid.url)).text()).toContain('Order &lt;b&gt;77&lt;/b&gt;');
		expect((await act(paid.url, 'completed')).headers.get('location')).toBe('https://shop.example/back');
		expect((await act(declined.url, 'failed')).headers.get('location')).toBe('https://shop.example/sorry');
		expect((await act(paid.url, 'failed')).status).toBe(422);
		expect([await statuses(paid.uuid), await statuses(declined.uuid)]).toEqual([['received'], ['failed']]);
	});
});

describe('mobile money', () => {
	const step = (
		id: 'v2.payins.confirmOtp' | 'v2.payins.resendOtp' | 'v2.payins.authorizeStk',
		uuid: string,
		more: object = {},
		currency = 'GHS',
	) => service.call(id, { uuid, ...more }, currency);

	it('goes from OTP to prompt to received', async () => {
		const { uuid, stage, currency } = { stage: '', ...(await create('gh_mobile_money_ghs')) };
		expect(stage).toBe('authorize_otp');
		expect(await step('v2.payins.authorizeStk', uuid, { pin: '1234' })).toMatchObject({ status: 422 });
		expect(await step('v2.payins.resendOtp', uuid)).toMatchObject({ status: 200, body: { status: 'Ok' } });
		expect(await step('v2.payins.confirmOtp', uuid, { code: '000000' })).toMatchObject({
			status: 422,
			body: { errors: { code: expect.any(String) } },
		});
		expect(await step('v2.payins.confirmOtp', uuid, { code: '123456' })).toMatchObject({ status: 200 });
		expect(await detail({ uuid, currency })).toMatchObject({ status: 'pending', stage: 'authorize_stk' });
		expect(await step('v2.payins.resendOtp', uuid)).toMatchObject({ status: 422 });
		expect(await step('v2.payins.authorizeStk', uuid, { pin: '1234' })).toMatchObject({ status: 200 });
		expect(await statuses(uuid)).toEqual(['received']);
		await service.advance(DAY);
		expect(await statuses(uuid)).toEqual(['received']);
	});

	it('fails when the prompt is dismissed or ignored', async () => {
		const dismissed = await create('ke_mobile_money_kes');
		const ignored = await create('ke_mobile_money_kes');
		expect(dismissed).toMatchObject({ stage: 'authorize_stk' });
		await step('v2.payins.authorizeStk', dismissed.uuid, { pin: '0000' }, 'KES');
		await service.advance(2 * MINUTE);
		expect(await statuses(dismissed.uuid)).toEqual(['failed']);
		expect(await service.heard(ignored.uuid)).toEqual([
			expect.objectContaining({
				status: 'failed',
				pay_code: expect.objectContaining({ error_code: 'prompt_expired' }),
			}),
		]);
	});
});

describe('disputes', () => {
	const control = async (command: string, body: object) => {
		const answer = await fetch(`${service.emulator.controlUrl}/${command}`, {
			method: 'POST',
			body: JSON.stringify(body),
		});
		return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
	};

	it.each([
		['won', ['received', 'in_dispute', 'received'], 78 - 0.8],
		['lost', ['received', 'in_dispute', 'dispute_lost'], 78 - 80.8],
	] as const)('%s', async (outcome, expected, gained) => {
		const before = await available('AUD');
		const { uuid } = await received();
		expect(await control('payins/dispute', { uuid })).toMatchObject({ status: 200, body: { status: 'in_dispute' } });
		expect(await available('AUD')).toBeCloseTo(before + 78 - 80.8, 6);
		await control('payins/dispute/close', { uuid, outcome });
		expect(await statuses(uuid)).toEqual(expected);
		expect(await available('AUD')).toBeCloseTo(before + gained, 6);
		expect(await control('payins/dispute/close', { uuid, outcome })).toMatchObject({ status: 422 });
	});
});

describe('list', () => {
	const list = (query: object, currency = 'AUD') =>
		service.call('v2.payins.list', { from_date: '2031-03-04', to_date: '2031-03-05', ...query }, currency);

	it('pages newest first and finds every payin of an external_id', async () => {
		const uuids: string[] = [];
		for (let index = 0; index < 7; index++) {
			uuids.unshift((await create('au_bank_aud', { external_id: index < 2 ? 'same' : `e-${index}` })).uuid);
			await service.advance(index % 2);
		}
		const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ page, per_page: 3 })));
		expect(pages.map(({ body }) => [body.total, body.page, body.limit])).toEqual([
			[7, 1, 3],
			[7, 2, 3],
			[7, 3, 3],
			[7, 4, 3],
		]);
		expect(pages.flatMap(({ body }) => body.records?.map(({ uuid }) => uuid))).toEqual(uuids);
		expect((await list({ external_id: 'same' })).body.records?.map(({ uuid }) => uuid)).toEqual(uuids.slice(5));
		expect((await list({ external_id: 'nobody' })).body).toMatchObject({ total: 0, records: [] });
		expect((await list({ from_date: '2031-03-05' })).body.total).toBe(0);
		expect((await service.call('v2.payins.list', { from_date: '2031-03-04' })).status).toBe(422);
	});
});
