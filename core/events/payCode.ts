/** The `pay_code` of a payment tells the customer how to pay. Specification: Resources, "Payin". */

import type { JsonObject } from '../payload';
import { asObject, asText } from '../payload';

/** Methods whose payment credentials come after the create response. */
const LATE_CREDENTIALS = new Set(['jp_bank_jpy', 'ar_bank_ars', 'kr_bank_va_kyc_krw']);

export function methodOf(body: JsonObject): string {
	return asText(body.payment_method) ?? asText(body.payin_method_name) ?? '';
}

/** Whether a body says where to pay. Older payments carry their `pay_code` as text. */
export function hasCredentials(body: JsonObject): boolean {
	const payCode = asObject(body.pay_code);
	if (payCode === null) return asText(body.pay_code) !== null;
	return Object.entries(payCode).some(
		([key, value]) => !key.startsWith('error_') && key !== '3ds_url' && value !== null && value !== '',
	);
}

/** Whether a body carries the payment credentials that its method sends later. */
export function hasLateCredentials(body: JsonObject): boolean {
	return LATE_CREDENTIALS.has(methodOf(body)) && hasCredentials(body);
}

/** Whether the customer is asked to confirm a card payment with their bank. */
export function asks3ds(body: JsonObject): boolean {
	return asText(asObject(body.pay_code)?.['3ds_url']) !== null;
}
