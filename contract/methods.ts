import { z } from 'zod/v4';
import { ASSUMED } from './assumed';
import { currencyCode } from './currencies';

/** v3 codes by currency; angle brackets stand for a brand. Spec: Resources, "v3 payin_method_code values by currency". */
export const v3PayinMethodCodes = {
	AUD: ['au_card_aud', 'au_payid_npp_aud'],
	NZD: ['nz_card_nzd'],
	HKD: ['hk_card_hkd'],
	JPY: ['jp_bank_jpy', 'jp_card_jpy'],
	USD: ['us_card_usd', 'kh_pay_usd'],
	KRW: ['kr_bank_krw'],
	INR: ['in_<scheme>_inr'],
	MYR: [
		'my_bank_<scheme_1>_myr',
		'my_bank_<scheme_2>_myr',
		'my_ewallet_<wallet_1>_myr',
		'my_ewallet_<wallet_2>_myr',
		'my_ewallet_<wallet_3>_myr',
		'my_ewallet_<wallet_4>_myr',
	],
	PHP: ['ph_bank_php', 'ph_bank_<bank>_php', 'ph_ewallet_<wallet>_php', 'ph_qrph_php'],
	IDR: ['id_bank_<qr_scheme>_idr', 'id_ewallet_<wallet>_idr'],
	VND: ['vn_<qr_scheme>_vnd', 'vn_other_<qr_scheme>_vnd', 'vn_ewallet_<wallet>_vnd'],
	THB: ['th_qrpay_thb'],
	CAD: ['ca_<scheme>_cad'],
	BRL: ['br_<scheme>_brl'],
	ZAR: ['sa_eft_zar'],
	NGN: ['ng_bank_ngn'],
	KES: ['ke_mobile_money_kes'],
	GHS: ['gh_mobile_money_ghs'],
	MWK: ['mw_mobile_money_mwk', 'mw_bank_mwk'],
	BWP: ['bw_bank_bwp', 'bw_mobile_money_bwp'],
	XAF: ['cm_mobile_money_xaf'],
	XOF: ['ci_mobile_money_xof'],
	UGX: ['ug_bank_ugx'],
} as const;

/** Confirmed on the handset; neither refundable nor cancellable through the API. Spec: v3: hosted checkout, "Mobile money methods". */
export const mobileMoneyMethods = [
	'ke_mobile_money_kes',
	'mw_mobile_money_mwk',
	'bw_mobile_money_bwp',
	'gh_mobile_money_ghs',
	'cm_mobile_money_xaf',
	'ci_mobile_money_xof',
] as const;

/** Spec: Resources, "Other v2 method names that appear in rules". */
export const v2MethodNames = [
	'au_bank_aud',
	'au_payid_npp_aud',
	'vn_bank_vnd',
	'jp_bank_jpy',
	'ar_bank_ars',
	'kr_bank_va_kyc_krw',
	'vn_<qr_scheme>_vnd',
	'usdc_bank',
	'th_qrpay_thb',
	'th_bank_thb',
	'kh_pay_khr',
	'us_pay_usd',
	'ug_bank_ugx',
	...mobileMoneyMethods,
] as const;

/** Payout methods of AUD. Spec: v2: payout methods. */
export const audPayoutMethodNames = ['au_bank_aud', 'au_payid_npp_aud'] as const;

/** Methods whose pay_code comes later, by webhook. Spec: Resources, Payin (v2), pay_code. */
export const lateCredentialMethods = ['jp_bank_jpy', 'ar_bank_ars', 'kr_bank_va_kyc_krw'] as const;

/** Redirect methods that take `failure_callback_url`. Spec: v2: create payin, payin_method_params. */
export const redirectMethods = ['kh_pay_khr', 'us_pay_usd'] as const;

/** The only method that honours `expired_at`. Spec: v2: create payin, expired_at. */
export const expiringMethod = 'vn_<qr_scheme>_vnd';

/** The only method without a mandatory amount. Spec: v2: create payout, amount. */
export const amountlessMethod = 'usdc_bank';

/** `type:Mandatory|Optional <description>`. Spec: Resources, Payin method record. */
export const methodParameterText = z
	.string()
	.regex(
		/^[^:]+:(Mandatory|Optional)( [\s\S]*)?$/,
		'must read "type:Mandatory description" or "type:Optional description"',
	);

const bank = z.object({ code: z.string(), name: z.string() });

const methodRecordFields = {
	currency: currencyCode,
	symbol: z.string(),
	logo: z.string(),
	description: z.string(),
	is_refundable: z.boolean(),
	is_cancellable: z.boolean(),
	require_contact: z.boolean(),
	require_kyc: z.boolean(),
	min_amount: z.number(),
	max_amount: z.number(),
};

/** Amounts in the base unit. Spec: Resources, Payin method record. */
export const payinMethodRecord = z.object({
	...methodRecordFields,
	payin_method_name: z.string(),
	payin_method_params: z.record(z.string(), methodParameterText),
	banks: z.array(bank),
	payment_type: z.literal('pay_in'),
});

/** Amounts in the base unit. Spec: Resources, Payout method record. */
export const payoutMethodRecord = z.object({
	...methodRecordFields,
	payout_method_name: z.string(),
	payout_method_params: z.record(z.string(), methodParameterText),
	banks: z.array(bank.extend({ short_name: z.string().nullable() })),
	payment_type: z.literal('pay_out'),
});

/** Spec: v2: payin methods. */
export const payinMethodList = z.object({
	records: z.array(z.object({ currency: currencyCode, payin_method_name: z.string() })),
});
export const payinMethodAnswer = z.object({ record: payinMethodRecord });
export const payinMethodQuery = z.object({ payin_method_name: z.string().min(1) });

/** Spec: v2: payout methods. */
export const payoutMethodList = z.object({
	records: z.array(z.object({ currency: currencyCode, payout_method_name: z.string() })),
});
export const payoutMethodAnswer = z.object({ record: payoutMethodRecord });
export const payoutMethodQuery = z.object({ payout_method_name: z.string().min(1) });

/** Spec: v2: payout queries and actions, branch_codes; the names are assumed. */
export const branchCodesQuery = z.object({
	[ASSUMED.branchCodeMethodQuery]: z.string().min(1),
	[ASSUMED.branchCodeSwiftQuery]: z.string().min(1),
});
const branchCode = z.object({ code: z.string(), name: z.string() });
export const branchCodeList = z.object({ records: z.array(branchCode) });

export type PayinMethodRecord = z.infer<typeof payinMethodRecord>;
export type PayoutMethodRecord = z.infer<typeof payoutMethodRecord>;
export type BranchCodesQuery = z.input<typeof branchCodesQuery>;
export type BranchCodeList = z.infer<typeof branchCodeList>;
