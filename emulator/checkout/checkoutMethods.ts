import { limits } from '../../contract/limits';
import { unprocessable } from '../engine/serviceError';
import { parseMoney, type Money } from '../ledger/money';

/** How the customer pays, which decides what the hosted page asks for. */
export type CheckoutMethodKind = 'card' | 'payid' | 'bank' | 'wallet' | 'qr' | 'mobileMoney';

/** A v3 payment method of the hosted checkout (specification: "Method identifiers" and "v3 payment link"). */
export interface CheckoutMethod {
	code: string;
	/** Shown to the customer. */
	label: string;
	currency: string;
	kind: CheckoutMethodKind;
	/** In the currency's base unit. */
	minAmount: number;
	maxAmount: number;
	refundable: boolean;
}

const methodsOf = (
	currency: string,
	limits: { min: number; max: number },
	entries: readonly (readonly [
		code: string,
		label: string,
		kind: CheckoutMethodKind,
		limits?: { min?: number; max?: number },
	])[],
): CheckoutMethod[] =>
	entries.map(([code, label, kind, own]) => ({
		code,
		label,
		currency,
		kind,
		minAmount: own?.min ?? limits.min,
		maxAmount: own?.max ?? limits.max,
		// Mobile money cannot be refunded through the API, nor can an AUD PayID payment.
		refundable: kind !== 'mobileMoney' && kind !== 'payid',
	}));

/**
 * Every v3 method, with neutral names where the specification has placeholders for third-party brands. The specification
 * states some limits: NZD and HKD card at most 10,000, MWK from 2,000, UGX 15,000 to 36,000,000. All others are made up.
 */
export const checkoutMethods: readonly CheckoutMethod[] = [
	...methodsOf('AUD', { min: 1, max: 50_000 }, [
		['au_card_aud', 'Card', 'card'],
		['au_payid_npp_aud', 'PayID', 'payid', { min: 20, max: 10_000 }],
	]),
	...methodsOf('NZD', { min: 1, max: limits.cardMaximum.NZD }, [['nz_card_nzd', 'Card', 'card']]),
	...methodsOf('HKD', { min: 10, max: limits.cardMaximum.HKD }, [['hk_card_hkd', 'Card', 'card']]),
	...methodsOf('JPY', { min: 500, max: 1_000_000 }, [
		['jp_bank_jpy', 'Bank transfer', 'bank'],
		['jp_card_jpy', 'Card', 'card'],
	]),
	...methodsOf('USD', { min: 1, max: 25_000 }, [
		['us_card_usd', 'Card', 'card'],
		['kh_pay_usd', 'Bank app', 'wallet'],
	]),
	...methodsOf('KRW', { min: 10_000, max: 50_000_000 }, [['kr_bank_krw', 'Bank transfer', 'bank']]),
	...methodsOf('INR', { min: 100, max: 100_000 }, [['in_scheme_inr', 'Instant transfer', 'qr']]),
	...methodsOf('MYR', { min: 10, max: 30_000 }, [
		['my_bank_scheme1_myr', 'Online banking', 'bank'],
		['my_bank_scheme2_myr', 'Bank QR', 'qr'],
		['my_ewallet_wallet1_myr', 'E-wallet 1', 'wallet'],
		['my_ewallet_wallet2_myr', 'E-wallet 2', 'wallet'],
		['my_ewallet_wallet3_myr', 'E-wallet 3', 'wallet'],
		['my_ewallet_wallet4_myr', 'E-wallet 4', 'wallet'],
	]),
	...methodsOf('PHP', { min: 50, max: 50_000 }, [
		['ph_bank_php', 'Bank transfer', 'bank'],
		['ph_bank_partner_php', 'Partner bank', 'bank'],
		['ph_ewallet_wallet_php', 'E-wallet', 'wallet'],
		['ph_qrph_php', 'QR payment', 'qr'],
	]),
	...methodsOf('IDR', { min: 10_000, max: 10_000_000 }, [
		['id_bank_qr_idr', 'QR payment', 'qr'],
		['id_ewallet_wallet_idr', 'E-wallet', 'wallet'],
	]),
	...methodsOf('VND', { min: 10_000, max: 500_000_000 }, [
		['vn_qr_vnd', 'Bank QR', 'qr'],
		['vn_other_qr_vnd', 'QR payment', 'qr'],
		['vn_ewallet_wallet_vnd', 'E-wallet', 'wallet'],
	]),
	...methodsOf('THB', { min: 100, max: 2_000_000 }, [['th_qrpay_thb', 'QR payment', 'qr']]),
	...methodsOf('CAD', { min: 10, max: 10_000 }, [['ca_scheme_cad', 'Bank transfer', 'bank']]),
	...methodsOf('BRL', { min: 5, max: 50_000 }, [['br_scheme_brl', 'Instant payment', 'qr']]),
	...methodsOf('ZAR', { min: 50, max: 100_000 }, [['sa_eft_zar', 'EFT', 'bank']]),
	...methodsOf('NGN', { min: 500, max: 5_000_000 }, [['ng_bank_ngn', 'Bank transfer', 'bank']]),
	...methodsOf('KES', { min: 10, max: 250_000 }, [['ke_mobile_money_kes', 'Mobile money', 'mobileMoney']]),
	...methodsOf('GHS', { min: 1, max: 20_000 }, [['gh_mobile_money_ghs', 'Mobile money', 'mobileMoney']]),
	...methodsOf('MWK', { min: limits.mwkMinimum, max: 5_000_000 }, [
		['mw_mobile_money_mwk', 'Mobile money', 'mobileMoney'],
		['mw_bank_mwk', 'Bank transfer', 'bank'],
	]),
	...methodsOf('TZS', { min: 1_000, max: 5_000_000 }, [['tz_mobile_money_tzs', 'Mobile money', 'mobileMoney']]),
	...methodsOf('BWP', { min: 20, max: 50_000 }, [
		['bw_bank_bwp', 'Bank transfer', 'bank'],
		['bw_mobile_money_bwp', 'Mobile money', 'mobileMoney'],
	]),
	...methodsOf('XAF', { min: 500, max: 1_000_000 }, [['cm_mobile_money_xaf', 'Mobile money', 'mobileMoney']]),
	...methodsOf('XOF', { min: 500, max: 1_000_000 }, [['ci_mobile_money_xof', 'Mobile money', 'mobileMoney']]),
	...methodsOf('UGX', { min: limits.ugBankUgx.minimum, max: limits.ugBankUgx.maximum }, [
		['ug_bank_ugx', 'Bank transfer', 'bank'],
	]),
];

const takes = (method: CheckoutMethod, amount: Money): boolean =>
	amount >= parseMoney(method.minAmount) && amount <= parseMoney(method.maxAmount);

/** The hosted checkout of one account: the methods of its currency, in the order the page offers them. */
export function createMethodChoice(currency: string) {
	const methods = checkoutMethods.filter((method) => method.currency === currency);
	return {
		methods,
		/** The methods that take this amount. */
		methodsFor: (amount: Money): CheckoutMethod[] => methods.filter((method) => takes(method, amount)),
		/** @throws ServiceError 422 when the method is unknown or does not take this amount. */
		methodOf(code: string, amount: Money): CheckoutMethod {
			const method = methods.find((candidate) => candidate.code === code);
			if (!method) throw unprocessable({ payin_method_code: `${code} is not available for this account` });
			if (!takes(method, amount)) {
				throw unprocessable({
					amount: `must be between ${method.minAmount} and ${method.maxAmount} ${method.currency} for ${code}`,
				});
			}
			return method;
		},
	};
}
