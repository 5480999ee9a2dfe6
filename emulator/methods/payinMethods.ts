import { limits } from '../../contract/limits';
import type { PayCodeKind, PayinMethod } from './method';
import { mandatory, optional, type Parameter } from './parameters';
import { banksOf, networksOf } from './providers';

const minutesByKind: Readonly<Record<PayCodeKind, number>> = {
	hosted: 30,
	bank: 24 * 60,
	qr: 30,
	bankQr: 30,
	late: 3 * 24 * 60,
	mobileMoney: 15,
	wallet: 60,
};

type Basics = Pick<PayinMethod, 'name' | 'currency' | 'description' | 'payCode' | 'min' | 'max'>;
type Special = Partial<Omit<PayinMethod, keyof Basics | 'direction'>>;

function payin(
	name: string,
	description: string,
	payCode: PayCodeKind,
	[min, max]: readonly [number, number],
	special: Special = {},
): PayinMethod {
	const basics: Basics = { name, description, payCode, min, max, currency: currencyOf(name) };
	return {
		direction: 'payin',
		...basics,
		parameters: [],
		providers: [],
		providerKey: 'bank_code',
		refundable: true,
		cancellable: true,
		requireContact: false,
		requireKyc: false,
		amountOptional: false,
		stage: 'normal_stage',
		lifetimeMinutes: minutesByKind[payCode],
		heedsExpiry: false,
		...special,
	};
}

/** Method names end in their currency; usdc_bank alone begins with it. */
const currencyOf = (name: string): string =>
	name === 'usdc_bank' ? 'USDC' : (name.split('_').at(-1) ?? '').toUpperCase();

const chooseBank = mandatory('bank_code', 'code of the bank, from the list of banks');
const redirects: readonly Parameter[] = [
	mandatory('callback_url', 'address the customer returns to'),
	optional('failure_callback_url', 'address the customer returns to after a failed payment'),
];

/** Confirmed on the handset; neither refundable nor cancellable (section "v3: hosted checkout", mobile money methods). */
function mobileMoney(
	country: string,
	currency: string,
	stage: PayinMethod['stage'],
	range: readonly [number, number],
): PayinMethod {
	return payin(
		`${country.toLowerCase()}_mobile_money_${currency.toLowerCase()}`,
		'Mobile money',
		'mobileMoney',
		range,
		{
			parameters: [
				mandatory('phone_number', 'number of the mobile wallet, with country code'),
				mandatory('bank_code', 'code of the mobile network, from the list of banks'),
			],
			providers: networksOf(country),
			refundable: false,
			cancellable: false,
			stage,
		},
	);
}

const ewallet = (name: string, range: readonly [number, number]): PayinMethod =>
	payin(name, 'E-wallet', 'hosted', range, { parameters: [optional('phone', 'phone number of the wallet')] });

const katakanaNames: readonly Parameter[] = [
	mandatory('first_name', 'first name in full-width katakana, or in romaji with transliterate'),
	mandatory('last_name', 'last name in full-width katakana, or in romaji with transliterate'),
	optional('phone', 'phone number of the customer'),
	optional('transliterate', 'true converts romaji names to full-width katakana, default false', { type: 'boolean' }),
];

/**
 * Every v2 payin method, with neutral names where the specification has placeholders for third-party brands. Card codes
 * exist in v3 only. The limits of UGX and MWK come from the Limits table; all others are made up.
 */
export const payinMethods: readonly PayinMethod[] = [
	payin('au_payid_npp_aud', 'PayID, paid within seconds', 'hosted', [20, 10_000], {
		parameters: [mandatory('callback_url', 'address the customer returns to')],
		refundable: false,
		cancellable: false,
		requireContact: true,
	}),
	payin('au_bank_aud', 'Bank transfer to an Australian account', 'bank', [1, 100_000], {
		parameters: [optional('remitter_name', 'name on the account the money comes from')],
	}),
	payin('id_bank_qr_idr', 'Bank QR payment', 'bankQr', [10_000, 10_000_000]),
	ewallet('id_ewallet_wallet_idr', [10_000, 10_000_000]),
	payin('in_scheme_inr', 'Instant bank transfer', 'hosted', [100, 200_000], {
		parameters: [
			mandatory('phone', 'phone number of the customer'),
			optional('callback_url', 'address the customer returns to'),
		],
	}),
	payin('jp_bank_jpy', 'Bank transfer to a Japanese account', 'late', [500, 3_000_000], { parameters: katakanaNames }),
	payin('kh_pay_khr', 'Bank app', 'hosted', [4_000, 40_000_000], { parameters: redirects }),
	payin('kr_bank_krw', 'Bank transfer', 'hosted', [10_000, 50_000_000], {
		parameters: [mandatory('user_name', 'name of the payer as the bank knows it')],
	}),
	payin('kr_bank_va_kyc_krw', 'Virtual account of an identified customer', 'late', [10_000, 50_000_000], {
		parameters: [
			mandatory('user_name', 'name of the payer as the bank knows it'),
			mandatory('birth_date', 'date of birth of the payer', { type: 'date' }),
		],
		requireContact: true,
		requireKyc: true,
	}),
	payin('my_bank_scheme1_myr', 'Online banking', 'hosted', [10, 30_000], {
		parameters: [chooseBank],
		providers: banksOf('MY'),
	}),
	payin('my_bank_scheme2_myr', 'Bank QR payment', 'qr', [10, 30_000]),
	ewallet('my_ewallet_wallet1_myr', [10, 1_500]),
	ewallet('my_ewallet_wallet2_myr', [10, 1_500]),
	ewallet('my_ewallet_wallet3_myr', [10, 1_500]),
	ewallet('my_ewallet_wallet4_myr', [10, 1_500]),
	payin('ph_bank_php', 'Online banking', 'hosted', [50, 500_000], {
		parameters: [chooseBank],
		providers: banksOf('PH'),
	}),
	payin('ph_bank_partner_php', 'Partner bank', 'hosted', [50, 50_000], {
		parameters: [optional('user_id', 'identifier of the customer'), optional('product_name', 'what is paid for')],
	}),
	ewallet('ph_ewallet_wallet_php', [50, 50_000]),
	payin('ph_qrph_php', 'QR payment', 'qr', [50, 50_000]),
	payin('th_qrpay_thb', 'QR payment', 'qr', [100, 2_000_000], {
		parameters: [
			chooseBank,
			mandatory('account_number', 'account the customer pays from'),
			mandatory('account_name', 'name on that account'),
		],
		providers: banksOf('TH'),
	}),
	payin('vn_qr_vnd', 'Bank QR payment', 'bankQr', [10_000, 500_000_000], {
		parameters: [
			optional('ip_address', 'address of the customer on the network'),
			optional('phone', 'phone number of the customer'),
		],
		heedsExpiry: true,
	}),
	payin('vn_other_qr_vnd', 'QR payment', 'qr', [10_000, 500_000_000]),
	ewallet('vn_ewallet_wallet_vnd', [10_000, 50_000_000]),
	payin('bw_bank_bwp', 'Bank transfer', 'bank', [20, 50_000], {
		parameters: [
			mandatory('document_type', 'kind of identity document', { oneOf: ['passport', 'id_card'] }),
			mandatory('document_number', 'number of the identity document'),
			mandatory('dob', 'date of birth of the customer', { type: 'date' }),
		],
	}),
	mobileMoney('BW', 'BWP', 'authorize_stk', [20, 50_000]),
	mobileMoney('GH', 'GHS', 'authorize_otp', [1, 20_000]),
	mobileMoney('KE', 'KES', 'authorize_stk', [10, 250_000]),
	mobileMoney('MW', 'MWK', 'authorize_stk', [limits.mwkMinimum, 5_000_000]),
	payin('mw_bank_mwk', 'Bank transfer', 'bank', [limits.mwkMinimum, 20_000_000]),
	payin('ng_bank_ngn', 'Bank transfer', 'bank', [500, 5_000_000]),
	mobileMoney('TZ', 'TZS', 'authorize_stk', [1_000, 5_000_000]),
	mobileMoney('CM', 'XAF', 'authorize_otp', [500, 1_000_000]),
	mobileMoney('CI', 'XOF', 'authorize_otp', [500, 1_000_000]),
	payin('sa_eft_zar', 'EFT', 'hosted', [50, 100_000], { parameters: [chooseBank], providers: banksOf('ZA') }),
	payin('ar_bank_ars', 'Bank transfer', 'late', [1_000, 10_000_000], {
		parameters: [mandatory('document_number', 'tax number of the payer', { type: 'integer' })],
	}),
	payin('br_scheme_brl', 'Instant payment', 'qr', [5, 50_000], {
		parameters: [
			mandatory('document_number', 'tax number of the payer'),
			optional('payer_address', 'billing address', { type: 'object' }),
		],
	}),
	payin('ca_scheme_cad', 'Bank transfer by email', 'hosted', [10, 10_000], {
		parameters: [optional('callback_url', 'address the customer returns to')],
	}),
	payin('us_pay_usd', 'Bank app', 'hosted', [1, 25_000], { parameters: redirects }),
	payin('kh_pay_usd', 'Bank app', 'hosted', [1, 25_000], { parameters: redirects }),
	payin('usdc_bank', 'USDC transfer', 'wallet', [1, 1_000_000], {
		parameters: [optional('network', 'chain the transfer uses', { oneOf: ['ethereum', 'polygon', 'solana'] })],
		refundable: false,
		amountOptional: true,
	}),
	payin('ug_bank_ugx', 'Bank transfer', 'bank', [limits.ugBankUgx.minimum, limits.ugBankUgx.maximum], {
		parameters: [optional('user_type', 'kind of customer, decides what else is asked for')],
	}),
];
