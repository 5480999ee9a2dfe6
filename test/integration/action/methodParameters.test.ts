import type { INodeParameters } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { designTime } from '../engine/designTime';
import { serviceOfFile } from '../engine/serviceOfFile';
import { chosen, form, payin, payout, QUICK } from './orders';
import { run } from '../resources/resourceRun';

const service = serviceOfFile();

/** The method parameters of the first payment that the service received. */
const sent = (currency: string) => {
	const { payins, payouts } = service.emulator.account(currency);
	const [payment] = [...payins.payments().payins, ...payouts.payments().payouts];
	const uuid = String(payment && 'batch_uuid' in payment ? payment.batch_uuid : payment?.uuid);
	return payins.has(uuid) ? payins.get(uuid).parameters : payouts.get(uuid).transactions[0]?.parameters;
};

const pay = async (parameters: INodeParameters, currency: string, amount: string) =>
	await run(service, parameters, { currency, items: [{ amount, key: 'order-1' }] });

const back = 'https://shop.example/back';
const sorry = 'https://shop.example/sorry';

describe('raw JSON beside the form', () => {
	const order = (json: string, method = 'us_pay_usd') =>
		payin({
			payinMethodName: chosen(method),
			methodParameters: form({ callback_url: back }),
			options: { ...QUICK, methodParametersJson: json },
		});

	it('is merged over the form and sent as it is, listed by the service or not', async () => {
		const json = JSON.stringify({ callback_url: `${back}2`, failure_callback_url: sorry, brand_new: { a: [1] } });
		expect((await pay(order(json), 'USD', '100')).error).toBeUndefined();
		expect(sent('USD')).toEqual({ callback_url: `${back}2`, failure_callback_url: sorry, brand_new: { a: [1] } });
	});

	it('may say that a parameter does not apply: the service decides then', async () => {
		const json = JSON.stringify({ callback_url: null });
		const bare = payin({
			payinMethodName: chosen('us_pay_usd'),
			methodParameters: form({}),
			options: { ...QUICK, methodParametersJson: json },
		});
		expect((await pay(bare, 'USD', '100')).error?.message).toBe(
			"The payment service refused this: Return URL for Customer: can't be blank",
		);
		const { error } = await pay({ ...bare, options: QUICK }, 'USD', '100');
		expect(error?.message).toBe('The method needs Return URL for Customer');
		expect(error).toHaveProperty('description', expect.stringContaining('null in Method Parameters (JSON)'));
	});

	it('that is no object is refused before anything is sent', async () => {
		expect((await pay(order('[1]'), 'USD', '100')).error?.message).toBe(
			'Method Parameters (JSON) must be a JSON object',
		);
		expect(service.writes()).toBe(0);
	});
});

describe('a value that n8n holds as text', () => {
	const address = { city: 'Sydney', lines: ['12 Harbour Road'] };
	const dollars = (methodParameters: INodeParameters) =>
		payout({ payoutMethodName: chosen('us_bank_usd'), methodParameters });
	const account = { account_number: '000123', account_name: 'Nathan Smith', bank_code: 'EXMAUS2X' };

	it('is sent in the type that the service names: an object', async () => {
		const parameters = dollars(form({ ...account, payee_address: JSON.stringify(address) }));
		expect((await pay(parameters, 'USD', '100')).error).toBeUndefined();
		expect(sent('USD')).toEqual({ ...account, payee_address: address });
	});

	it('is sent in the type that the service names: a switch by expression', async () => {
		const romaji = { first_name: 'Taro', last_name: 'Yamada' };
		const parameters = payin({
			payinMethodName: chosen('jp_bank_jpy'),
			methodParameters: form({ ...romaji, transliterate: '={{ "TRUE" }}' }),
		});
		expect((await pay(parameters, 'JPY', '5000')).error).toBeUndefined();
		expect(sent('JPY')).toEqual({ ...romaji, transliterate: true });
	});

	it('that the service wants is sent as text, also where the item has a number', async () => {
		const rows = [{ amount: '100', key: 'order-1', ...account, account_number: 12345678 }];
		const parameters = dollars({ mappingMode: 'autoMapInputData', value: null });
		const { error } = await run(service, parameters, { currency: 'USD', items: rows });
		expect(error).toBeUndefined();
		expect(sent('USD')).toEqual({ ...account, account_number: '12345678' });
	});
});

it.each(['number', 'float', 'decimal'])(
	'asks for a %s as text, which keeps its leading zeros, and sends a JSON number where none is lost',
	async (type) => {
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
			if (endpoint !== 'v2.payouts.methodParams') return answer;
			const { record } = answer as { record: { payout_method_params: object } };
			const described = { account_number: `${type}:Mandatory account`, share: `${type}:Optional share` };
			return { record: { ...record, payout_method_params: { ...record.payout_method_params, ...described } } };
		});
		const typed = { account_number: '000123', account_name: 'Nathan Smith', bank_code: 'EXMAUS2X', share: '12.5' };
		const parameters = payout({ payoutMethodName: chosen('us_bank_usd') });
		const editor = designTime(parameters, service.credentials('USD'));
		const { fields: schema } = await editor.fields('payoutMethodParameters');
		const informs = schema.filter(({ readOnly }) => readOnly).map(({ id, defaultValue }) => [id, defaultValue]);
		const value = { ...typed, ...Object.fromEntries(informs) };
		const filled = { ...parameters, methodParameters: { ...form(value), schema } } as unknown as INodeParameters;
		expect((await pay(filled, 'USD', '100')).error).toBeUndefined();
		expect(sent('USD')).toEqual({ ...typed, share: 12.5 });
	},
);

it.each<[string, INodeParameters, string, string, RegExp]>([
	[
		'a payment reason that is not in the list of UGX',
		payout({
			payoutMethodName: chosen('ug_bank_ugx'),
			methodParameters: form({
				account_number: '1',
				account_name: 'Nathan Smith',
				bank_code: 'EXMAUG2X',
				payment_reason: 'rent',
			}),
		}),
		'UGX',
		'20000',
		/^The method parameter payment_reason must be one of other, bills, groceries, .*$/,
	],
	[
		'a name that cannot be transliterated',
		payin({
			payinMethodName: chosen('jp_bank_jpy'),
			methodParameters: form({ first_name: 'タロウ', last_name: 'Yamada', transliterate: true }),
		}),
		'JPY',
		'5000',
		/^The method parameter first_name must be written in Latin letters \(romaji\) to be transliterated$/,
	],
	[
		'an expiry of the Vietnamese bank QR that is too soon',
		payin({
			payinMethodName: chosen('vn_qr_vnd'),
			methodParameters: form({ phone: '84901234567' }),
			additionalFields: { expiredAt: '={{ $now.plus({ minutes: 14, seconds: 45 }).toISO() }}' },
		}),
		'VND',
		'150000',
		/^Expires At must lie at least 15 minutes ahead$/,
	],
	[
		'an expiry of a Vietnamese QR scheme of another name that is too soon',
		payin({
			payinMethodName: chosen('vn_scheme2_vnd'),
			additionalFields: { expiredAt: '={{ $now.plus({ minutes: 14, seconds: 45 }).toISO() }}' },
		}),
		'VND',
		'150000',
		// The service of the test has no such method.
		/; Expires At must lie at least 15 minutes ahead$/,
	],
])('tells of %s before sending', async (_case, parameters, currency, amount, message) => {
	const { error } = await pay(parameters, currency, amount);
	expect(error?.message).toMatch(message);
	expect(service.writes()).toBe(0);
});

it.each<[string, object, RegExp]>([
	['a switch', { account_number: true }, /^The method parameter account_number must be text, not true$/],
	['a list', { account_number: ['1.23457E+11'] }, /^The method parameter account_number has lost digits/],
	['a hidden end', { account_number: '123\u200b' }, /account_number holds a character that nobody sees \(U\+200B\)$/],
])('tells of an account in raw JSON that is, or has, %s', async (_what, changed, message) => {
	const given = { account_number: '1', account_name: 'Nathan Smith', bank_code: 'EXMAUS2X', ...changed };
	const options = { ...QUICK, methodParametersJson: JSON.stringify(given) };
	const { error } = await pay(payout({ payoutMethodName: chosen('us_bank_usd'), options }), 'USD', '100');
	expect(error?.message).toMatch(message);
	expect(service.writes()).toBe(0);
});

it('sends a name in any script where another method than that of JPY is to transliterate it', async () => {
	const given = { callback_url: back, transliterate: true, first_name: 'タロウ' };
	const parameters = payin({
		payinMethodName: chosen('us_pay_usd'),
		options: { ...QUICK, methodParametersJson: JSON.stringify(given) },
	});
	expect((await pay(parameters, 'USD', '100')).error).toBeUndefined();
	expect(sent('USD')).toEqual(given);
});

it.each(['vn_other_qr_vnd', 'vn_ewallet_wallet_vnd'])(
	'sends an expiry of %s as it was given, because the rule is of the bank QR alone',
	async (method) => {
		const { payins } = service.emulator.account('VND');
		const create = jest.spyOn(payins, 'create');
		const parameters = payin({
			payinMethodName: chosen(method),
			methodParameters: form({ phone: '84901234567' }),
			additionalFields: { expiredAt: '2020-03-04T05:06:07Z' },
		});
		expect((await pay(parameters, 'VND', '150000')).error).toBeUndefined();
		expect(create).toHaveBeenCalledWith(expect.objectContaining({ expired_at: '2020-03-04T05:06:07' }));
		create.mockRestore();
	},
);
