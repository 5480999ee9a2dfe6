import { rule, section, values } from './row';

const payinsOut =
	'integration/resources/specifiedMethods: payins in %s by %s go out under these names, and come back under them';
const payinMethods =
	'integration/resources/specifiedMethods: payins in %s by %s have a method that is listed and read under this name';
const payoutsOut =
	'integration/resources/specifiedMethods: payouts in %s by %s go out under these names, and come back under them';
const payoutMethods =
	'integration/resources/specifiedMethods: payouts in %s by %s have a method that is listed and read under this name';
const linksOut =
	'integration/resources/specifiedMethods: checkout links in %s by %s go out under this code, and are found under it';
const linkMethods =
	'integration/resources/specifiedMethods: checkout links in %s have these methods, with their limits: %s';

const ofPayins = ['payin.create', 'payinMethod.get'];
const ofPayouts = ['payout.create', 'payoutMethod.get'];
const everyMethod = [...ofPayins, ...ofPayouts];
const anyCurrency = {
	in: ['balance.get', ...everyMethod],
	tests: [
		'emulator/specifiedWords: currencies an account holds %s',
		'integration/resources/specifiedMethods: the balance in %s is asked for and shown under this name',
		...[payinsOut, payinMethods, payoutsOut, payoutMethods],
	],
};
const rounding = [
	'unit/core/money: what the service books for what was asked knows the currencies without decimals',
	'unit/core/money: what the service books for what was asked takes any rounding to a whole unit, and nothing else, where units are whole',
];

export const currencies = section(
	'Supported v2 currencies (ISO 4217)',
	values(
		'v2Currencies',
		'AUD IDR INR JPY KHR KRW MYR PHP THB VND BWP GHS KES MWK NGN TZS XAF XOF ZAR ARS BRL CAD USD',
		anyCurrency,
	),
	values('v2Currencies', 'USDC', {
		in: ['credential', ...anyCurrency.in],
		tests: [
			...anyCurrency.tests,
			'unit/core/accounts: a triple may be of a currency of four letters',
			'unit/core/guards: the guards of a credential have a line for each currency',
		],
	}),
	values('v2Currencies', 'UGX', anyCurrency),
	values('v3OnlyCurrencies', 'NZD HKD', {
		in: ['checkoutLink.create'],
		tests: [
			'emulator/specifiedWords: currencies the hosted checkout takes %s',
			...[linksOut, linkMethods],
			'unit/contract/patterns: enumerations keep NZD and HKD out of v2 and every mobile money method among the v3 codes',
			'emulator/links: a card payment above 10,000 NZD is refused',
			'emulator/links: a card payment above 10,000 HKD is refused',
		],
	}),
	rule('The methods actually enabled depend on the merchant account', {
		in: ['payinMethod.getAll', 'payoutMethod.getAll'],
		tests: [
			'emulator/methods: endpoints refuse a method the account does not have',
			'integration/action/reading: methods are listed as the account has them',
		],
	}),
	rule('Each app-id maps to exactly one currency', {
		in: ['credential'],
		tests: [
			"emulator/balances: refuses a currency that is not the account's",
			'emulator/payouts: create refuses a foreign currency, and then pays nobody',
			'unit/core/accounts: refuses %s, and quotes no value',
			'unit/core/accounts: a triple with the App ID of the credential names its currency',
			'integration/accounts/reading: a balance is read from the account of its currency',
		],
	}),
	values('zeroDecimalCurrencies', 'VND JPY XAF KRW XOF', {
		in: ['payin.create', 'payout.create', 'checkoutLink.create'],
		tests: ['emulator/specifiedWords: currencies amounts in %s are whole', ...rounding],
	}),
	rule('The amount in the response and in webhook payloads is the authoritative one', {
		in: ['payin.create', 'payout.create', 'checkoutLink.create'],
		tests: [
			'unit/core/money: what the service books for what was asked %s booked as %s %s: %s',
			'unit/core/money: what the service books for what was asked takes any rounding to a whole unit, and nothing else, where units are whole',
			'unit/core/money: what the service books for what was asked knows the currencies without decimals',
			'integration/action/payins: create leaves it to the service whether it rounds %s to an amount within limits',
			'integration/action/payouts: create, one request per item finds what was booked in whole units',
			'integration/resources/checkoutLinkBody: a link of an amount that the service rounds shows no amount while it is new, and both once the service has told: %s',
		],
	}),
	rule('gst is true only for AUD transactions by Australian merchants', {
		in: ['payin.create', 'oneTimePayid.create'],
		tests: [
			'emulator/payins: create names every field that breaks a rule',
			'emulator/payids: GST is for Australian merchants, and v1 for AUD accounts',
			'integration/action/payins: create sends GST for AUD',
			'integration/action/payins: create refuses GST in another currency than AUD',
			'integration/resources/payids: one-time PayID is created with its tax, expiry in UTC and metadata',
		],
	}),
);

const hosted = {
	in: ['checkoutLink.create', 'checkoutLink.getMethods'],
	tests: [
		'unit/contract/patterns: enumerations hold the v3 codes of %s as the specification writes them',
		'emulator/methods: catalogue offers at the hosted checkout every v3 code of a currency, cards too, and no other',
		...[linksOut, linkMethods],
	],
};

const listed = 'emulator/methods: catalogue has every v2 method identifier of the specification';
const paidIn = 'emulator/methods: endpoints offer payins by %s';
const paidOut = 'emulator/methods: endpoints offer payouts by %s';

export const methodIdentifiers = section(
	'Method identifiers',
	rule('v2 identifies methods by payin_method_name / payout_method_name, v3 by payin_method_code', {
		by: ['payinCreateBody', 'payoutCreateBody', 'linkCreateBody'],
		in: ['payin.create', 'payout.create', 'checkoutLink.create'],
		tests: [
			'emulator/payins: create echoes the request, masks the authorization value and keeps the metadata',
			'emulator/links: a method of another currency is refused',
			'emulator/payins: create refuses unknown method',
			'emulator/payouts: create refuses an unknown method, and then pays nobody',
			...[payinsOut, payoutsOut, linksOut],
		],
	}),
	values('v3PayinMethodCodes.AUD', 'au_card_aud au_payid_npp_aud', hosted),
	values('v3PayinMethodCodes.NZD', 'nz_card_nzd', hosted),
	values('v3PayinMethodCodes.HKD', 'hk_card_hkd', hosted),
	values('v3PayinMethodCodes.JPY', 'jp_bank_jpy jp_card_jpy', hosted),
	values('v3PayinMethodCodes.USD', 'us_card_usd kh_pay_usd', hosted),
	values('v3PayinMethodCodes.KRW', 'kr_bank_krw', hosted),
	values('v3PayinMethodCodes.INR', 'in_<scheme>_inr', hosted),
	values(
		'v3PayinMethodCodes.MYR',
		'my_bank_<scheme_1>_myr my_bank_<scheme_2>_myr my_ewallet_<wallet_1>_myr my_ewallet_<wallet_2>_myr my_ewallet_<wallet_3>_myr my_ewallet_<wallet_4>_myr',
		hosted,
	),
	values('v3PayinMethodCodes.PHP', 'ph_bank_php ph_bank_<bank>_php ph_ewallet_<wallet>_php ph_qrph_php', hosted),
	values('v3PayinMethodCodes.IDR', 'id_bank_<qr_scheme>_idr id_ewallet_<wallet>_idr', hosted),
	values('v3PayinMethodCodes.VND', 'vn_<qr_scheme>_vnd vn_other_<qr_scheme>_vnd vn_ewallet_<wallet>_vnd', hosted),
	values('v3PayinMethodCodes.THB', 'th_qrpay_thb', hosted),
	values('v3PayinMethodCodes.CAD', 'ca_<scheme>_cad', hosted),
	values('v3PayinMethodCodes.BRL', 'br_<scheme>_brl', hosted),
	values('v3PayinMethodCodes.ZAR', 'sa_eft_zar', hosted),
	values('v3PayinMethodCodes.NGN', 'ng_bank_ngn', hosted),
	values('v3PayinMethodCodes.KES', 'ke_mobile_money_kes', hosted),
	values('v3PayinMethodCodes.GHS', 'gh_mobile_money_ghs', hosted),
	values('v3PayinMethodCodes.MWK', 'mw_mobile_money_mwk mw_bank_mwk', hosted),
	values('v3PayinMethodCodes.BWP', 'bw_bank_bwp bw_mobile_money_bwp', hosted),
	values('v3PayinMethodCodes.XAF', 'cm_mobile_money_xaf', hosted),
	values('v3PayinMethodCodes.XOF', 'ci_mobile_money_xof', hosted),
	values('v3PayinMethodCodes.UGX', 'ug_bank_ugx', hosted),
	// The specification says of each name in its rules whether it takes payins, pays out, or both.
	values(
		'v2MethodNames',
		'jp_bank_jpy ar_bank_ars kr_bank_va_kyc_krw vn_<qr_scheme>_vnd th_qrpay_thb kh_pay_khr us_pay_usd',
		{ in: ofPayins, tests: [listed, paidIn, payinsOut, payinMethods] },
	),
	values('v2MethodNames', 'au_bank_aud au_payid_npp_aud vn_bank_vnd usdc_bank th_bank_thb', {
		in: ofPayouts,
		tests: [listed, paidOut, payoutsOut, payoutMethods],
	}),
	values('v2MethodNames', 'ug_bank_ugx', {
		in: everyMethod,
		tests: [listed, paidIn, paidOut, payinsOut, payinMethods, payoutsOut, payoutMethods],
	}),
	values(
		'v2MethodNames',
		'ke_mobile_money_kes mw_mobile_money_mwk bw_mobile_money_bwp gh_mobile_money_ghs cm_mobile_money_xaf ci_mobile_money_xof',
		{
			in: ofPayins,
			tests: [
				...[listed, paidIn, payinsOut, payinMethods],
				'emulator/methods: catalogue keeps the rules of mobile money and of late credentials',
			],
		},
	),
);
