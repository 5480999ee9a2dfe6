import type { IDataObject } from 'n8n-workflow';
import { designTime } from '../engine/designTime';
import { checkoutLink, chosen, form, operation, payin, payout } from '../action/orders';
import { ADA } from './ada';
import { startRecorded, type Recorded } from './recorded';

/** The node knows currencies and methods by the exact words of the specification, which are written out here. */

let recorded: Recorded;
beforeAll(async () => void (recorded = await startRecorded({ openingBalance: '1000000000' })));
beforeEach(async () => await recorded.service.reset());
afterAll(async () => await recorded.close());

/** Registers the payer or payee of the forms, with an identity that was checked. */
function register(currency: string): void {
	const { contacts } = recorded.service.emulator.account(currency);
	const { email } = contacts.create({ ...ADA, email: 'nathan@example.com' });
	contacts.submitIdentity(email, { issue_country: 'AU', id_doc_type: 'passport', document_number: 'P1' });
	contacts.decideIdentity(email, 'approved');
}

const callbacks = { callback_url: 'https://shop.example/back', failure_callback_url: 'https://shop.example/failed' };
const phone = (country: string) => ({ phone_number: '233201234567', bank_code: `${country}_NETWORK_1` });
const katakana = { first_name: 'Taro', last_name: 'Yamada', transliterate: true };
const thaiBank = { bank_code: 'EXMATH2X', account_number: '7654321', account_name: 'Ada Byron' };

describe('payins', () => {
	/** A method of each v2 currency, and each v2 method that takes payins. */
	const payins: [currency: string, method: string, amount: number, parameters: IDataObject][] = [
		['AUD', 'au_bank_aud', 80, {}],
		['IDR', 'id_bank_qr_idr', 10_000, {}],
		['INR', 'in_scheme_inr', 100, { phone: '919876543210' }],
		['JPY', 'jp_bank_jpy', 5_000, katakana],
		['KHR', 'kh_pay_khr', 4_000, callbacks],
		['KRW', 'kr_bank_va_kyc_krw', 10_000, { user_name: 'Kim', birth_date: '1990-03-04' }],
		['MYR', 'my_bank_scheme2_myr', 10, {}],
		['PHP', 'ph_qrph_php', 50, {}],
		['THB', 'th_qrpay_thb', 100, thaiBank],
		['VND', 'vn_qr_vnd', 10_000, { phone: '84901234567' }],
		['BWP', 'bw_mobile_money_bwp', 20, phone('BW')],
		['GHS', 'gh_mobile_money_ghs', 1, phone('GH')],
		['KES', 'ke_mobile_money_kes', 10, phone('KE')],
		['MWK', 'mw_mobile_money_mwk', 2_000, phone('MW')],
		['NGN', 'ng_bank_ngn', 500, {}],
		['TZS', 'tz_mobile_money_tzs', 1_000, phone('TZ')],
		['XAF', 'cm_mobile_money_xaf', 500, phone('CM')],
		['XOF', 'ci_mobile_money_xof', 500, phone('CI')],
		['ZAR', 'sa_eft_zar', 50, { bank_code: 'EXMAZA2X' }],
		['ARS', 'ar_bank_ars', 1_000, { document_number: 20_123_456 }],
		['BRL', 'br_scheme_brl', 5, { document_number: '12345678909' }],
		['CAD', 'ca_scheme_cad', 10, {}],
		['USD', 'us_pay_usd', 1, callbacks],
		['USDC', 'usdc_bank', 1, {}],
		['UGX', 'ug_bank_ugx', 15_000, {}],
	];

	it.each(payins)('in %s by %s go out under these names, and come back under them', async (...words) => {
		const [currency, payin_method_name, amount, parameters] = words;
		if (payin_method_name === 'kr_bank_va_kyc_krw') register(currency);
		const { sent, items, error } = await recorded.run(
			payin({ payinMethodName: chosen(payin_method_name), methodParameters: form(parameters) }),
			currency,
			[{ amount, key: 'order-1' }],
		);
		expect(error).toBeUndefined();
		expect(sent).toMatchObject([{ payin_method_name, currency, amount }]);
		expect(sent[0]?.payin_method_params).toEqual(parameters);
		expect(items).toMatchObject([{ json: { currency, method: payin_method_name } }]);
	});

	it.each(payins)('in %s by %s have a method that is listed and read under this name', async (currency, name) => {
		const listed = await recorded.records(operation('payinMethod', 'getAll'), currency);
		expect(listed).toContainEqual({ currency, payin_method_name: name });
		const [read] = await recorded.records(operation('payinMethod', 'get', { payinMethodName: chosen(name) }), currency);
		expect(read).toMatchObject({ currency, payin_method_name: name, payment_type: 'pay_in' });
	});
});

describe('payouts', () => {
	const account = { account_number: '0011', account_name: 'Nathan Smith' };
	const bank = (country: string) => ({ ...account, bank_code: `EXMA${country}2X` });
	const mobile = (country: string) => ({ ...account, bank_code: `${country}_NETWORK_1` });

	/** A method of each v2 currency, and each v2 method that pays out. */
	const payouts: [currency: string, method: string, amount: number, parameters: IDataObject][] = [
		['AUD', 'au_bank_aud', 80, { ...account, bsb: '062000' }],
		['AUD', 'au_payid_npp_aud', 80, { pay_id: 'nathan@example.com', pay_id_type: 'EMAIL' }],
		['IDR', 'id_bank_idr', 10_000, bank('ID')],
		['INR', 'in_bank_inr', 100, bank('IN')],
		['JPY', 'jp_bank_jpy', 5_000, { ...bank('JP'), branch_code: '001' }],
		['KHR', 'kh_bank_khr', 4_000, bank('KH')],
		['KRW', 'kr_bank_krw', 10_000, bank('KR')],
		['MYR', 'my_bank_myr', 10, bank('MY')],
		['PHP', 'ph_bank_php', 200, bank('PH')],
		['THB', 'th_bank_thb', 300, { ...account, type: 'individual', description: 'Wages', swift_code: 'EXMATH2X' }],
		['VND', 'vn_bank_vnd', 10_000, bank('VN')],
		['BWP', 'bw_bank_bwp', 20, bank('BW')],
		['GHS', 'gh_mobile_money_ghs', 1, mobile('GH')],
		['KES', 'ke_bank_kes', 100, bank('KE')],
		['MWK', 'mw_bank_mwk', 2_000, bank('MW')],
		['NGN', 'ng_bank_ngn', 500, bank('NG')],
		['TZS', 'tz_mobile_money_tzs', 1_000, mobile('TZ')],
		['XAF', 'cm_mobile_money_xaf', 500, mobile('CM')],
		['XOF', 'ci_mobile_money_xof', 500, mobile('CI')],
		['ZAR', 'sa_bank_zar', 50, bank('ZA')],
		['ARS', 'ar_bank_ars', 1_000, { ...account, document_number: 20_123_456 }],
		['BRL', 'br_bank_brl', 5, bank('BR')],
		['CAD', 'ca_scheme_cad', 10, {}],
		['USD', 'us_bank_usd', 1, bank('US')],
		['USDC', 'usdc_bank', 1, { account_number: '0x11', network: 'polygon' }],
		['UGX', 'ug_bank_ugx', 15_000, { ...bank('UG'), payment_reason: 'other' }],
	];
	const identified = ['jp_bank_jpy', 'usdc_bank'];

	it.each(payouts)('in %s by %s go out under these names, and come back under them', async (...words) => {
		const [currency, payout_method_name, amount, parameters] = words;
		if (identified.includes(payout_method_name)) register(currency);
		const { sent, items, error } = await recorded.run(
			payout({ payoutMethodName: chosen(payout_method_name), methodParameters: form(parameters) }),
			currency,
			[{ amount, key: 'wage-1' }],
		);
		expect(error).toBeUndefined();
		expect(sent).toMatchObject([{ payout_method_name, currency, payout_transaction_details: [{ amount }] }]);
		const [{ payout_method_params } = {}] = sent[0]?.payout_transaction_details as IDataObject[];
		expect(payout_method_params).toEqual(parameters);
		expect(items).toMatchObject([{ json: { currency, method: payout_method_name } }]);
	});

	it.each(payouts)('in %s by %s have a method that is listed and read under this name', async (currency, name) => {
		const listed = await recorded.records(operation('payoutMethod', 'getAll'), currency);
		expect(listed).toContainEqual({ currency, payout_method_name: name });
		const [read] = await recorded.records(
			operation('payoutMethod', 'get', { payoutMethodName: chosen(name) }),
			currency,
		);
		expect(read).toMatchObject({ currency, payout_method_name: name, payment_type: 'pay_out' });
	});

	const reasons = 'other bills groceries travel health entertainment housing school-fees'.split(' ');

	it.each(reasons)('in Uganda may be for %s', async (payment_reason) => {
		const parameters = { ...bank('UG'), payment_reason };
		const { sent, error } = await recorded.run(
			payout({ payoutMethodName: chosen('ug_bank_ugx'), methodParameters: form(parameters) }),
			'UGX',
			[{ amount: 15_000, key: 'wage-1' }],
		);
		expect(error).toBeUndefined();
		expect(sent).toMatchObject([{ payout_transaction_details: [{ payout_method_params: { payment_reason } }] }]);
	});

	it('in Uganda are for one of the reasons that the form offers', async () => {
		const parameters = operation('payout', 'create', { payoutMethodName: chosen('ug_bank_ugx') });
		const editor = designTime(parameters, recorded.service.credentials('UGX'));
		const { fields } = await editor.fields('payoutMethodParameters');
		const offered = fields.find(({ id }) => id === 'payment_reason')?.options;
		expect(offered?.map(({ value }) => value)).toEqual(reasons);
	});
});

it.each(
	'AUD IDR INR JPY KHR KRW MYR PHP THB VND BWP GHS KES MWK NGN TZS XAF XOF ZAR ARS BRL CAD USD USDC UGX'.split(' '),
)('the balance in %s is asked for and shown under this name', async (currency) => {
	const [balance] = await recorded.records(operation('balance', 'get', { currency }), currency);
	expect(balance).toMatchObject({ currency });
	expect(recorded.requests.map(({ path }) => path)).toEqual([`/v2/balances/detail?currency=${currency}`]);
});

describe('checkout links', () => {
	const codes: Record<string, [amount: number, codes: string]> = {
		AUD: [49.9, 'au_card_aud au_payid_npp_aud'],
		NZD: [49.9, 'nz_card_nzd'],
		HKD: [49.9, 'hk_card_hkd'],
		JPY: [5_000, 'jp_bank_jpy jp_card_jpy'],
		USD: [49.9, 'us_card_usd kh_pay_usd'],
		KRW: [10_000, 'kr_bank_krw'],
		INR: [100, 'in_scheme_inr'],
		MYR: [
			10,
			'my_bank_scheme1_myr my_bank_scheme2_myr my_ewallet_wallet1_myr my_ewallet_wallet2_myr my_ewallet_wallet3_myr my_ewallet_wallet4_myr',
		],
		PHP: [50, 'ph_bank_php ph_bank_partner_php ph_ewallet_wallet_php ph_qrph_php'],
		IDR: [10_000, 'id_bank_qr_idr id_ewallet_wallet_idr'],
		VND: [10_000, 'vn_qr_vnd vn_other_qr_vnd vn_ewallet_wallet_vnd'],
		THB: [100, 'th_qrpay_thb'],
		CAD: [10, 'ca_scheme_cad'],
		BRL: [5, 'br_scheme_brl'],
		ZAR: [50, 'sa_eft_zar'],
		NGN: [500, 'ng_bank_ngn'],
		KES: [10, 'ke_mobile_money_kes'],
		GHS: [1, 'gh_mobile_money_ghs'],
		MWK: [2_000, 'mw_mobile_money_mwk mw_bank_mwk'],
		BWP: [20, 'bw_bank_bwp bw_mobile_money_bwp'],
		TZS: [1_000, 'tz_mobile_money_tzs'],
		XAF: [500, 'cm_mobile_money_xaf'],
		XOF: [500, 'ci_mobile_money_xof'],
		UGX: [15_000, 'ug_bank_ugx'],
	};
	const each = Object.entries(codes).flatMap(([currency, [amount, words]]) =>
		words.split(' ').map((code): [string, string, number] => [currency, code, amount]),
	);

	it.each(each)('in %s by %s go out under this code, and are found under it', async (currency, code, amount) => {
		const link = checkoutLink({ payinMethodCode: chosen(code), options: { settleSeconds: 0 } });
		const { sent, items, error } = await recorded.run(link, currency, [{ amount, key: 'order-1' }]);
		expect(error).toBeUndefined();
		expect(sent).toMatchObject([{ payin_method_code: code, amount }]);
		const [made] = items;
		expect(made?.json).toMatchObject({ method: code });
		const uuid = String(made?.json.uuid);
		const [read] = await recorded.records(operation('checkoutLink', 'get', { uuid }), currency);
		expect(read).toMatchObject({ uuid, method: code });
		expect(Number(read?.amount)).toBe(amount);
	});

	it.each(Object.entries(codes).map(([currency, [, words]]): [string, string] => [currency, words]))(
		'in %s have these methods, with their limits: %s',
		async (currency, words) => {
			const methods = await recorded.records(operation('checkoutLink', 'getMethods'), currency);
			expect(methods.map((method) => [method.currency, method.payin_method_code])).toEqual(
				words.split(' ').map((code) => [currency, code]),
			);
			for (const method of methods)
				expect(method).toMatchObject({
					payin_method_name: expect.stringMatching(/\S/),
					min_amount: expect.any(Number),
					max_amount: expect.any(Number),
					supported_card_brands: expect.any(Array),
					supported_languages: expect.arrayContaining(['en']),
				});
		},
	);
});
