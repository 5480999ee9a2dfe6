import { z } from 'zod/v4';
import { ASSUMED } from './assumed';

/** The params endpoint names the keys of each method. These schemas cover only what the specification itself states. */

const bankField = z.union([z.string().min(1), z.number()]);

/** No letter of another script than Latin; other signs are free. Same as ROMAJI in core/; a test keeps the two equal. */
export const romajiPattern = /^[\p{Script=Latin}\p{Lm}\P{L}]+$/u;

/** Spec: v2: create payin, `transliterate`. */
export const jpBankPayinParams = z
	.looseObject({
		transliterate: z.boolean().default(false),
		first_name: z.string().optional(),
		last_name: z.string().optional(),
	})
	.superRefine((params, context) => {
		if (!params.transliterate) return;
		for (const name of ['first_name', 'last_name'] as const) {
			if (!romajiPattern.test(params[name] ?? '')) {
				context.addIssue({ code: 'custom', path: [name], message: 'must be Latin-letter romaji to be transliterated' });
			}
		}
	});

/** kh_pay_khr and us_pay_usd. Spec: v2: create payin, `failure_callback_url`. */
export const redirectPayinParams = z.looseObject({
	callback_url: z.string().min(1),
	failure_callback_url: z.string().min(1).optional(),
});

/** Spec: v2: create payout, au_payid_npp_aud. */
export const auPayidPayoutParams = z.looseObject({
	pay_id: z.string().min(1),
	pay_id_type: z.enum(ASSUMED.payIdTypes),
});

/** Spec: v2: create payout, th_bank_thb. */
export const thBankPayoutParams = z.looseObject({
	account_number: bankField,
	account_name: z.string().min(1),
	type: z.string().min(1),
	description: z.string().min(1),
	[ASSUMED.thBankSwiftField]: z.string().min(1),
});

/** Branch code only above 300,000,000 VND or when the bank asks for it. Spec: v2: create payout, vn_bank_vnd. */
export const vnBankPayoutParams = z.looseObject({ branch_code: z.string().min(1).optional() });

/** Spec: v2: create payout, ug_bank_ugx. */
export const ugBankPaymentReasons = [
	'other',
	'bills',
	'groceries',
	'travel',
	'health',
	'entertainment',
	'housing',
	'school-fees',
] as const;

/** The rules of `user_type` are not given. Spec: v2: create payout, ug_bank_ugx. */
export const ugBankPayoutParams = z.looseObject({
	account_number: bankField,
	account_name: z.string().min(1),
	bank_code: bankField,
	payment_reason: z.enum(ugBankPaymentReasons),
	user_type: z.string().optional(),
});
