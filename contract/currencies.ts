import { z } from 'zod/v4';

/** v2 currencies. Spec: Resources, "Supported v2 currencies"; for UGX, "UGX is offered through v2 and v3". */
export const v2Currencies = [
	'AUD',
	'IDR',
	'INR',
	'JPY',
	'KHR',
	'KRW',
	'MYR',
	'PHP',
	'THB',
	'VND',
	'BWP',
	'GHS',
	'KES',
	'MWK',
	'NGN',
	'TZS',
	'XAF',
	'XOF',
	'ZAR',
	'ARS',
	'BRL',
	'CAD',
	'USD',
	'USDC',
	'UGX',
] as const;

/**
 * Currencies of the hosted checkout. Spec: Resources, "v3 payin_method_code values by currency"; for TZS, Versioning, "MWK
 * and TZS in v2 and v3" (assumption `tzsCheckoutMethod`: the table shows no code for it).
 */
export const v3Currencies = [
	'AUD',
	'NZD',
	'HKD',
	'JPY',
	'USD',
	'KRW',
	'INR',
	'MYR',
	'PHP',
	'IDR',
	'VND',
	'THB',
	'CAD',
	'BRL',
	'ZAR',
	'NGN',
	'KES',
	'GHS',
	'MWK',
	'BWP',
	'XAF',
	'XOF',
	'UGX',
	'TZS',
] as const;

/** Card acceptance through v3 only. Spec: Resources, "NZD and HKD card acceptance is offered by the v3 gateway, not by v2". */
export const v3OnlyCurrencies = ['NZD', 'HKD'] as const;

/** Every currency of the service. */
export const currencies = [...v2Currencies, ...v3OnlyCurrencies] as const;

/** The service rounds a submitted amount to whole units. Spec: Resources, "Amount rounding". */
export const zeroDecimalCurrencies = ['VND', 'JPY', 'XAF', 'KRW', 'XOF'] as const;

/** ISO 4217 code, or USDC. Each account enables its own currencies, so only the format is checked. */
export const currencyCode = z.string().regex(/^[A-Z]{3,4}$/, 'must be an upper-case currency code, such as AUD');
