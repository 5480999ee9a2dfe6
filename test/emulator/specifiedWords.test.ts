import { startService, type Service } from './service';

/** The emulator uses the exact words of the specification, which are written out here. */

const payin = {
	payin_method_name: 'au_bank_aud',
	payin_method_params: {},
	amount: 80,
	currency: 'AUD',
	name: 'Ada Byron',
	email: 'ada@shop.example',
	description: 'Order 77',
	gst: false,
	webhook_notification: { endpoint_url: 'https://shop.example/', authorization_header: 'Bearer secret' },
};
const staticPayid = {
	email: 'ada@shop.example',
	prefix_static_payid: 'ada',
	customer_notification: payin.webhook_notification,
};
const parameters: Record<string, object> = {
	KRW: { user_name: 'Kim' },
	JPY: { first_name: 'Taro', last_name: 'Yamada', transliterate: true },
	XAF: { phone_number: '+237600000000', bank_code: 'CM_NETWORK_1' },
	XOF: { phone_number: '+225000000000', bank_code: 'CI_NETWORK_1' },
};

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());

const statusOf = async (...call: Parameters<Service['call']>) => (await service.call(...call)).status;

describe('currencies', () => {
	it.each(
		'AUD IDR INR JPY KHR KRW MYR PHP THB VND BWP GHS KES MWK NGN TZS XAF XOF ZAR ARS BRL CAD USD USDC UGX'.split(' '),
	)('an account holds %s', async (currency) => {
		expect(await service.call('v2.balances.detail', { currency }, currency)).toMatchObject({
			status: 200,
			body: { currency },
		});
	});

	it.each(['NZD', 'HKD'])('the hosted checkout takes %s', async (currency) => {
		expect((await service.call('v3.methods', {}, currency)).body.records).toContainEqual(
			expect.objectContaining({ currency }),
		);
	});

	it.each([
		['VND', 'vn_qr_vnd', 150_000],
		['JPY', 'jp_bank_jpy', 5_000],
		['XAF', 'cm_mobile_money_xaf', 2_000],
		['KRW', 'kr_bank_krw', 20_000],
		['XOF', 'ci_mobile_money_xof', 2_000],
	])('amounts in %s are whole', async (currency, payin_method_name, amount) => {
		const { body } = await service.call(
			'v2.payins.create',
			{ ...payin, payin_method_name, currency, amount: amount + 0.4, payin_method_params: parameters[currency] ?? {} },
			currency,
		);
		expect(body).toMatchObject({ amount: `${amount}.0` });
	});
});

it.each('other bills groceries travel health entertainment housing school-fees'.split(' '))(
	'a Ugandan payout may be for %s',
	async (payment_reason) => {
		const payout = {
			payout_method_name: 'ug_bank_ugx',
			currency: 'UGX',
			description: 'March wages',
			webhook_notification: payin.webhook_notification,
			payout_transaction_details: [
				{
					first_name: 'Ada',
					last_name: 'Byron',
					email: 'ada@shop.example',
					amount: 15_000,
					payout_method_params: { account_number: '1', account_name: 'Ada', bank_code: 'EXMAUG2X', payment_reason },
				},
			],
		};
		expect(await statusOf('v2.payouts.create', payout, 'UGX')).toBe(200);
	},
);

describe('histories', () => {
	const types =
		'payment payout settlement refund topup withdrawal dispute dispute_fee cashback_payout transfer_in transfer_out'.split(
			' ',
		) as Parameters<typeof post>[0][];
	const post = (type: Parameters<Ledger['post']>[0]['type'], status: 'done' | 'failed' = 'done') =>
		service.emulator.account('AUD').ledger.post({
			type,
			direction: 'money_out',
			amount: 1_000_000n,
			fees: 0n,
			status,
			referenceId: `about ${type}`,
			paymentMethod: 'au_bank_aud',
		});
	type Ledger = ReturnType<Service['emulator']['account']>['ledger'];

	const newest = async (size = 1) => {
		const period = { from_date: '2031-03-04T00:00:00Z', to_date: '2031-03-05T00:00:00Z' };
		return (await service.call('v2.balances.history', { ...period, size })).body.records?.[0];
	};

	it.each(types)('v2 knows the movement %s', async (type) => {
		post(type);
		expect(await newest()).toMatchObject({ transaction_type: type, request_type: 'money_out', amount: 1 });
	});

	it('v2 shows what failed', async () => {
		const entry = post('withdrawal', 'failed');
		expect(await newest()).toMatchObject({ id: entry.id, status: 'failed' });
	});

	it.each([
		['payment', 'payment_received'],
		['refund', 'refund_issued'],
		['topup', 'top_up'],
		['payout', 'payout'],
	] as const)('v1 calls the movement %s %s', async (type, word) => {
		post(type);
		const { body } = await service.call('v1.balances.history', { from_date: '2031-03-04', to_date: '2031-03-04' });
		expect((body['data'] as object[])[0]).toMatchObject({ type: word, amount: -1 });
	});

	it.each(['aggregated', 'dedicated'] as const)('v2 tells an account that is %s', async (accountType) => {
		Object.assign(service.emulator.world.settings, { accountType });
		const period = { from_date: '2031-03-04T00:00:00Z', to_date: '2031-03-05T00:00:00Z' };
		expect((await service.call('v2.balances.history', period)).body).toMatchObject({ account_type: accountType });
	});
});

describe('requests', () => {
	it.each(['remitter_name', 'remitter_bank_name', 'remitter_branch_name'])(
		'%s of a yen deposit is in half-width katakana',
		async (field) => {
			const deposit = (text: string) =>
				statusOf('v1.deposits.simulate', { account_number: '7654321', amount: '5000', [field]: text }, 'JPY');
			expect([await deposit('ﾔﾏﾀﾞ'), await deposit('山田')]).toEqual([200, 422]);
		},
	);

	it('a payout is found by the external_id of its batch', async () => {
		const batch = (external_id: string) => ({
			payout_method_name: 'au_payid_npp_aud',
			currency: 'AUD',
			description: 'March wages',
			webhook_notification: payin.webhook_notification,
			external_id,
			payout_transaction_details: [
				{
					first_name: 'Ada',
					last_name: 'Byron',
					email: 'ada@shop.example',
					amount: 1,
					payout_method_params: { pay_id: 'ada@shop.example', pay_id_type: 'EMAIL' },
				},
			],
		});
		await service.call('v2.payouts.create', batch('run-1'));
		await service.call('v2.payouts.create', batch('run-2'));
		const period = { from_date: '2031-03-04', to_date: '2031-03-05' };
		expect((await service.call('v2.payouts.list', { ...period, external_id: 'run-1' })).body).toMatchObject({
			total_count: 1,
			records: [{ external_id: 'run-1' }],
		});
	});

	it('an unreadable QR content is refused by the name of its field', async () => {
		const { status, body } = await service.call('v2.banks.qrContent', { qr_content: 'hello' }, 'VND');
		expect([status, body.errors?.['qr_content']]).toEqual([422, expect.not.stringContaining('blank')]);
	});

	it('a settlement report is of the currency of its account', async () => {
		await service.control('settlements/close', { currency: 'JPY' });
		const { body } = await service.call('v2.settlements.list', {}, 'JPY');
		expect(body.records?.map(({ currency }) => currency)).toContain('JPY');
		expect(new Set(body.records?.map(({ currency }) => currency)).size).toBe(1);
	});

	it('a page of settlement reports is as long as asked', async () => {
		await service.control('settlements/close', { currency: 'AUD' });
		await service.control('settlements/close', { currency: 'AUD' });
		expect((await service.call('v2.settlements.list', { size: '1' })).body).toMatchObject({ size: 1 });
	});

	it.each([
		['neither 2 characters nor more than 35', ['ab', 'a'.repeat(36)], 422],
		['3 to 35 characters', ['abc', 'a'.repeat(35)], 200],
	])('a static PayID prefix has %s', async (_length, prefixes, status) => {
		for (const prefix_static_payid of prefixes)
			expect(await statusOf('v1.staticPayid.create', { ...staticPayid, name: 'Ada', prefix_static_payid })).toBe(
				status,
			);
	});

	it('a static PayID that breaks a rule is refused with 422', async () => {
		expect(await service.call('v1.staticPayid.create', { ...staticPayid, name: 'Ada-Byron' })).toMatchObject({
			status: 422,
			body: { error: 'UnprocessableEntity' },
		});
	});
});

describe('notifications', () => {
	it('a payment notification carries what the specification lists', async () => {
		const { body } = await service.call('v2.payins.create', {
			...payin,
			external_id: 'ord-77',
			webhook_notification: service.target,
		});
		const uuid = String(body.uuid);
		await service.call('v2.payins.simulate', { uuid, status: 'completed' });
		await service.call('v2.payins.refund', { uuid, description: 'Late parcel' });
		await service.advance(60_000);
		const [first, ...others] = await service.heard(uuid);
		expect(first).toMatchObject({
			uuid,
			name: 'Ada Byron',
			email: 'ada@shop.example',
			external_id: 'ord-77',
			status: 'received',
			currency: 'AUD',
			amount: '80.0',
			paid_amount: '80.0',
			webhook_notification: { endpoint_url: service.target.endpoint_url, authorization_header: '****' },
		});
		expect(others.at(-1)).toMatchObject({
			status: 'return_received',
			refund_information: { total_amount: '80.0', refund_amount: '80.0', description: 'Late parcel' },
		});
	});

	const card = async (id: string) =>
		(
			await service.call('v2.cards.createPayment', {
				amount: 1_050,
				currency: 'AUD',
				token: { id, type: 'card' },
				return_url: 'https://shop.example/back',
				webhook_notification: service.target,
			})
		).body;

	it('a declined card tells why', async () => {
		const { uuid } = await card('tok_declined');
		expect(await service.heard(String(uuid))).toMatchObject([
			{ status: 'failed', pay_code: { error_code: 'issuer_declined', error_message: expect.stringMatching(/\S/) } },
		]);
	});

	it('a card that needs 3DS says where', async () => {
		expect((await card('tok_3ds'))['pay_code']).toEqual({ '3ds_url': expect.stringMatching(/^http/) });
	});

	it('a card token is shown at authorised and waiting', async () => {
		const authorised = await card('tok_shown');
		const { body: captured } = await service.call('v2.cards.capturePayment', { uuid: authorised.uuid });
		expect([authorised, captured]).toMatchObject([
			{ status: 'authorised', token: { id: 'tok_shown' } },
			{ status: 'waiting', token: { id: 'tok_shown' } },
		]);
	});
});
