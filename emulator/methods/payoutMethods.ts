import { ASSUMED } from '../../contract/assumed';
import { limits } from '../../contract/limits';
import { ugBankPaymentReasons } from '../../contract/methodParameters';
import type { PayoutMethod } from './method';
import { mandatory, optional } from './parameters';
import { banksOf, networksOf } from './providers';

type Special = Partial<Omit<PayoutMethod, 'direction' | 'name' | 'min' | 'max'>>;

function payout(
	name: string,
	description: string,
	[min, max]: readonly [number, number],
	special: Special,
): PayoutMethod {
	return {
		direction: 'payout',
		name,
		description,
		currency: (name.split('_').at(-1) ?? '').toUpperCase(),
		parameters: [],
		providers: [],
		providerKey: 'bank_code',
		requireContact: false,
		requireKyc: false,
		min,
		max,
		amountOptional: false,
		...special,
	};
}

const accountNumber = mandatory('account_number', 'account of the payee');
const accountName = mandatory('account_name', 'name on the account');
const bankCode = mandatory('bank_code', 'code of the bank, from the list of banks');
const note = optional('description', 'text for the payee');

/** To a bank account of a country (ISO 3166-1 alpha-2). */
const toBank = (name: string, country: string, range: readonly [number, number], special: Special = {}): PayoutMethod =>
	payout(name, 'Transfer to a bank account', range, {
		parameters: [accountNumber, accountName, bankCode, note],
		providers: banksOf(country),
		...special,
	});

const toWallet = (name: string, range: readonly [number, number]): PayoutMethod =>
	payout(name, 'Transfer to an e-wallet', range, {
		parameters: [mandatory('account_number', 'number of the wallet'), accountName],
	});

const toMobile = (country: string, currency: string, range: readonly [number, number]): PayoutMethod =>
	payout(`${country.toLowerCase()}_mobile_money_${currency.toLowerCase()}`, 'Transfer to a mobile wallet', range, {
		parameters: [
			mandatory('account_number', 'number of the mobile wallet, with country code'),
			accountName,
			mandatory('bank_code', 'code of the mobile network, from the list of banks'),
		],
		providers: networksOf(country),
	});

/** Every v2 payout method, with neutral names for third-party brands. The limits of THB, UGX, MWK and PayID come from the Limits table. */
export const payoutMethods: readonly PayoutMethod[] = [
	payout('au_bank_aud', 'Transfer to an Australian bank account', [1, 1_000_000], {
		parameters: [mandatory('bsb', 'six digits that identify bank and branch'), accountNumber, accountName],
	}),
	payout('au_payid_npp_aud', 'Transfer to a PayID, paid within seconds', [limits.auPayidPayoutMinimumAud, 1_000_000], {
		parameters: [
			mandatory('pay_id', 'PayID of the payee'),
			mandatory('pay_id_type', 'kind of PayID', { oneOf: ASSUMED.payIdTypes }),
		],
	}),
	toBank('id_bank_idr', 'ID', [10_000, 500_000_000]),
	toWallet('id_ewallet_wallet_idr', [10_000, 10_000_000]),
	toBank('in_bank_inr', 'IN', [100, 1_000_000]),
	toBank('jp_bank_jpy', 'JP', [500, 3_000_000], {
		parameters: [
			accountNumber,
			accountName,
			bankCode,
			mandatory('branch_code', 'three digits of the branch'),
			optional('account_type', 'kind of account', { oneOf: ['ordinary', 'current'] }),
		],
		requireContact: true,
	}),
	toBank('kh_bank_khr', 'KH', [4_000, 40_000_000]),
	toBank('kr_bank_krw', 'KR', [10_000, 50_000_000]),
	toBank('my_bank_myr', 'MY', [10, 50_000]),
	toWallet('my_ewallet_wallet1_myr', [10, 1_500]),
	toBank('ph_bank_php', 'PH', [200, 50_000]),
	payout('ph_bank_partner_php', 'Transfer to a partner bank', [200, 50_000], {
		parameters: [accountNumber, accountName, bankCode],
		providers: banksOf('PH'),
	}),
	payout('ph_ewallet_wallet_php', 'Transfer to an e-wallet', [200, 50_000], {
		parameters: [accountNumber, accountName, bankCode],
		providers: networksOf('PH'),
	}),
	toBank('th_bank_thb', 'TH', [limits.thBankPayoutThb.minimum, limits.thBankPayoutThb.maximum], {
		parameters: [
			accountNumber,
			accountName,
			mandatory('type', 'kind of account', { oneOf: ['individual', 'business'] }),
			mandatory('description', 'text for the payee'),
			mandatory(ASSUMED.thBankSwiftField, 'SWIFT code of the bank, from the list of banks'),
		],
		providerKey: ASSUMED.thBankSwiftField,
	}),
	toBank('vn_bank_vnd', 'VN', [10_000, 2_000_000_000], {
		parameters: [
			accountNumber,
			accountName,
			bankCode,
			optional('branch_code', 'code of the branch, above 300,000,000 VND or when the bank asks for it'),
			note,
		],
	}),
	toBank('bw_bank_bwp', 'BW', [20, 100_000]),
	toMobile('BW', 'BWP', [20, 50_000]),
	toMobile('GH', 'GHS', [1, 20_000]),
	toBank('ke_bank_kes', 'KE', [100, 1_000_000]),
	toMobile('KE', 'KES', [10, 250_000]),
	toBank('mw_bank_mwk', 'MW', [limits.mwkMinimum, 20_000_000]),
	toMobile('MW', 'MWK', [limits.mwkMinimum, 5_000_000]),
	toBank('ng_bank_ngn', 'NG', [500, 10_000_000]),
	toMobile('TZ', 'TZS', [1_000, 5_000_000]),
	toMobile('CM', 'XAF', [500, 1_000_000]),
	toMobile('CI', 'XOF', [500, 1_000_000]),
	toBank('sa_bank_zar', 'ZA', [50, 500_000]),
	payout('ar_bank_ars', 'Transfer to a bank account', [1_000, 10_000_000], {
		parameters: [
			accountNumber,
			accountName,
			mandatory('document_number', 'tax number of the payee', { type: 'integer' }),
		],
	}),
	toBank('br_bank_brl', 'BR', [5, 100_000]),
	payout('br_scheme_brl', 'Instant payment', [5, 50_000], {
		parameters: [
			mandatory('account_number', 'key of the payee'),
			mandatory('document_number', 'tax number of the payee'),
		],
	}),
	payout('ca_scheme_cad', 'Transfer to an email address', [10, 10_000], {
		parameters: [optional('security_answer', 'answer the payee is asked for')],
	}),
	toBank('us_bank_usd', 'US', [1, 1_000_000], {
		parameters: [
			accountNumber,
			accountName,
			bankCode,
			optional('payee_address', 'address of the payee', { type: 'object' }),
		],
	}),
	payout('kh_pay_usd', 'Transfer to a bank app', [1, 25_000], { parameters: [accountNumber, accountName] }),
	payout('usdc_bank', 'USDC transfer', [1, 1_000_000], {
		currency: 'USDC',
		parameters: [
			mandatory('account_number', 'address of the wallet'),
			mandatory('network', 'chain the transfer uses', { oneOf: ['ethereum', 'polygon', 'solana'] }),
		],
		requireContact: true,
		amountOptional: true,
	}),
	toBank('ug_bank_ugx', 'UG', [limits.ugBankUgx.minimum, limits.ugBankUgx.maximum], {
		parameters: [
			accountNumber,
			accountName,
			bankCode,
			mandatory('payment_reason', 'what the payment is for', { oneOf: ugBankPaymentReasons }),
			optional('user_type', 'kind of payee, decides what else is asked for'),
		],
	}),
];
