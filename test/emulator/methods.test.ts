import { currencies } from '../../contract/currencies';
import { lateCredentialMethods, mobileMoneyMethods, v2MethodNames, v3PayinMethodCodes } from '../../contract/methods';
import { payinMethods } from '../../emulator/methods/payinMethods';
import { payoutMethods } from '../../emulator/methods/payoutMethods';
import { isKatakana, toKatakana } from '../../emulator/methods/katakana';
import { resolveQrContent, resolveQrImage } from '../../emulator/payouts/bankLookups';
import { checkoutMethods } from '../../emulator/checkout/checkoutMethods';
import { writeQrContent } from '../../emulator/methods/qrContent';
import { startService, type Service } from './service';

const names = new Set([...payinMethods, ...payoutMethods].map(({ name }) => name));
/** A placeholder in the specification stands for any single word. */
const fits = (name: string, offered: string) => new RegExp(`^${name.replace(/<[^>]+>/g, '[a-z0-9]+')}$`).test(offered);
const isOffered = (name: string) => [...names].some((offered) => fits(name, offered));

describe('catalogue', () => {
	it('has every v2 method identifier of the specification', () => {
		expect(v2MethodNames.filter((name) => !isOffered(name))).toEqual([]);
	});

	it('has every v3 code too, but for cards, under the names the hosted checkout uses', () => {
		const codes = Object.values(v3PayinMethodCodes)
			.flat()
			.filter((code) => !code.includes('_card_'));
		expect(codes.filter((code) => !isOffered(code))).toEqual([]);
		expect(checkoutMethods.filter(({ code, kind }) => kind !== 'card' && !names.has(code))).toEqual([]);
	});

	it('offers at the hosted checkout every v3 code of a currency, cards too, and no other', () => {
		for (const [currency, codes] of Object.entries(v3PayinMethodCodes)) {
			const offered = checkoutMethods.filter((method) => method.currency === currency).map(({ code }) => code);
			expect(offered).toHaveLength(codes.length);
			expect(offered.filter((code, index) => !fits(codes[index] ?? '', code))).toEqual([]);
		}
	});

	it('names a method once per direction, within one currency of the service, with sensible limits', () => {
		for (const methods of [payinMethods, payoutMethods]) {
			expect(new Set(methods.map(({ name }) => name)).size).toBe(methods.length);
			for (const { currency, min, max, parameters } of methods) {
				expect(currencies).toContain(currency);
				expect(min).toBeGreaterThan(0);
				expect(max).toBeGreaterThan(min);
				expect(new Set(parameters.map(({ key }) => key)).size).toBe(parameters.length);
			}
		}
	});

	it('keeps the rules of mobile money and of late credentials', () => {
		const payin = (name: string) => payinMethods.find((method) => method.name === name);
		for (const name of mobileMoneyMethods)
			expect(payin(name)).toMatchObject({ refundable: false, cancellable: false, payCode: 'mobileMoney' });
		expect(
			payinMethods
				.filter(({ payCode }) => payCode === 'late')
				.map(({ name }) => name)
				.sort(),
		).toEqual([...lateCredentialMethods].sort());
	});
});

describe('endpoints', () => {
	let service: Service;
	beforeAll(async () => {
		service = await startService();
	});
	afterAll(() => service.close());

	it.each([
		['payin', 'v2.payins.methods', 'v2.payins.methodParams', 'payin_method_name', payinMethods],
		['payout', 'v2.payouts.methods', 'v2.payouts.methodParams', 'payout_method_name', payoutMethods],
	] as const)(
		'list and describe every %s method to the account of its currency, in the shape of the contract',
		async (_kind, list, params, key, methods) => {
			for (const currency of new Set(methods.map((method) => method.currency))) {
				const own = methods.filter((method) => method.currency === currency);
				expect((await service.call(list, {}, currency)).body.records).toEqual(
					own.map(({ name }) => ({ currency, [key]: name })),
				);
				for (const { name } of own) {
					expect(await service.call(params, { [key]: name }, currency)).toMatchObject({
						status: 200,
						body: { record: { currency, [key]: name } },
					});
				}
			}
		},
	);

	const currencyOf = (name: string) => (name === 'usdc_bank' ? 'USDC' : name.slice(-3).toUpperCase());

	it.each(
		'vn_qr_vnd jp_bank_jpy ar_bank_ars kr_bank_va_kyc_krw th_qrpay_thb kh_pay_khr us_pay_usd ug_bank_ugx ke_mobile_money_kes mw_mobile_money_mwk bw_mobile_money_bwp gh_mobile_money_ghs cm_mobile_money_xaf ci_mobile_money_xof'.split(
			' ',
		),
	)('offer payins by %s', async (name) => {
		const { body } = await service.call('v2.payins.methods', {}, currencyOf(name));
		expect(body.records).toContainEqual({ currency: currencyOf(name), payin_method_name: name });
	});

	it.each('au_bank_aud au_payid_npp_aud vn_bank_vnd usdc_bank th_bank_thb ug_bank_ugx'.split(' '))(
		'offer payouts by %s',
		async (name) => {
			const { body } = await service.call('v2.payouts.methods', {}, currencyOf(name));
			expect(body.records).toContainEqual({ currency: currencyOf(name), payout_method_name: name });
		},
	);

	it('offer AUD payouts by bank account and PayID', async () => {
		const { body } = await service.call('v2.payouts.methods');
		expect(body.records?.map(({ payout_method_name }) => payout_method_name)).toEqual([
			'au_bank_aud',
			'au_payid_npp_aud',
		]);
	});

	it('describe a parameter as type, need and words', async () => {
		const { body } = await service.call('v2.payouts.methodParams', { payout_method_name: 'ug_bank_ugx' }, 'UGX');
		expect(body.record).toMatchObject({
			payment_type: 'pay_out',
			min_amount: 15_000,
			max_amount: 36_000_000,
			payout_method_params: {
				account_number: 'string:Mandatory account of the payee',
				payment_reason:
					'string:Mandatory what the payment is for, one of other, bills, groceries, travel, health, entertainment, housing, school-fees',
				user_type: expect.stringMatching(/^string:Optional /),
			},
			banks: [
				{ code: 'EXMAUG2X', name: 'First Example Bank', short_name: 'FEB' },
				expect.anything(),
				expect.objectContaining({ short_name: null }),
			],
		});
	});

	it('refuse a method the account does not have', async () => {
		expect(await service.call('v2.payins.methodParams', { payin_method_name: 'vn_qr_vnd' })).toMatchObject({
			status: 422,
			body: { errors: { payin_method_name: expect.any(String) } },
		});
		expect(await service.call('v2.payouts.methodParams', { payout_method_name: 'vn_bank_vnd' })).toMatchObject({
			status: 422,
		});
	});
});

describe('bank look-ups', () => {
	const account = { account_name: 'Example Merchant', account_number: '0011223344', swift_code: 'EXMAVN2X' };
	const content = writeQrContent(account, { amount: '150000', reference: 'K7QX2M9D' });

	it('resolve the payment codes the service itself makes', () => {
		expect(resolveQrContent(content)).toEqual({ ...account, bank_name: 'First Example Bank' });
		// In the EMV format, tag 01 with 11 marks a static code, one without an amount.
		expect(writeQrContent(account, { amount: '', reference: '' })).toMatch(/^000201010211/);
	});

	it('refuse a damaged code and one of an unknown bank', () => {
		expect(() => resolveQrContent(content.replace('0011', '0012'))).toThrow(expect.objectContaining({ status: 422 }));
		expect(() =>
			resolveQrContent(writeQrContent({ ...account, swift_code: 'NOPEVN2X' }, { amount: '', reference: '' })),
		).toThrow(expect.objectContaining({ status: 422 }));
		expect(() => resolveQrContent('hello')).toThrow(expect.objectContaining({ status: 422 }));
	});

	it('read a code that an image holds as text', () => {
		const picture = Buffer.concat([
			Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
			Buffer.from(`tEXtComment\0${content}\0`),
		]).toString('base64');
		expect(resolveQrImage(picture)).toMatchObject(account);
		expect(resolveQrImage(`data:image/png;base64,${picture}`)).toMatchObject(account);
		expect(() => resolveQrImage(Buffer.from(content).toString('base64'))).toThrow(
			expect.objectContaining({ fields: { qr_image: 'is not a PNG or JPEG image' } }),
		);
		expect(() => resolveQrImage(Buffer.from([0x89, 0x50, 0x4e, 0x47]).toString('base64'))).toThrow(
			expect.objectContaining({ fields: { qr_image: 'shows no valid payment code' } }),
		);
	});
});

describe('katakana', () => {
	it.each([
		['Taro', 'タロ'],
		['Yamada', 'ヤマダ'],
		['Shinji', 'シンジ'],
		['Kyoko', 'キョコ'],
		['Hattori', 'ハットリ'],
		['Smith', 'スミトフ'],
		["O'Brien-Fox", 'オブリエンフォクス'],
	])('writes %s as %s', (romaji, kana) => {
		expect(toKatakana(romaji)).toBe(kana);
		expect(isKatakana(kana)).toBe(true);
	});
});
