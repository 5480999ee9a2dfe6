/** The `pay_code` of a payment tells the customer how to pay. Specification: Resources, "Payin". */

import { fieldsWhere } from '../objects';
import { asObject, textOrNull, type JsonObject } from '../service/payload';

/** Methods whose payment credentials come after the create response. */
const LATE_CREDENTIALS = new Set(['jp_bank_jpy', 'ar_bank_ars', 'kr_bank_va_kyc_krw']);

export function methodOf(body: JsonObject): string {
	return textOrNull(body.payment_method) ?? textOrNull(body.payin_method_name) ?? '';
}

/** Whether a body says where to pay. Older payments carry their `pay_code` as text. */
export function hasCredentials(body: JsonObject): boolean {
	if (showsAccount(body)) return true;
	const payCode = asObject(body.pay_code);
	if (payCode === null) return textOrNull(body.pay_code) !== null;
	return Object.entries(payCode).some(
		([key, value]) => !key.startsWith('error_') && key !== '3ds_url' && value !== null && value !== '',
	);
}

/** The name of a method ends with its currency, but for usdc_bank. A notification may show another word instead, such as "card". */
const METHOD_NAME = /_[a-z]{3}$|^usdc_bank$/;

/** An account to pay to. */
const ACCOUNTS = ['account_number', 'virtual_account_number', 'iban', 'cbu', 'cvu'];

/** What is in a `pay_code`, also in an object within it. */
export const contentOf = (payCode: unknown): JsonObject => {
	const content = asObject(payCode) ?? {};
	return {
		...content,
		...fieldsWhere(asObject(content.bank_information) ?? {}, (value) => textOrNull(value) !== null),
	};
};

/** Also in the body itself: the specification calls the notification of late credentials the content of their `pay_code`. */
const showsAccount = (body: JsonObject): boolean => accountIn(body).length > 0;

/** The account to pay to, if a body shows one: its number, in whichever form. */
export function accountIn(body: JsonObject): string[] {
	const shown = { ...contentOf(body), ...contentOf(body.pay_code) };
	return ACCOUNTS.flatMap((key) => textOrNull(shown[key]) ?? []).slice(0, 1);
}

/**
 * Whether a body carries the payment credentials that its method sends later. Where it does not name its method, an
 * account to pay to counts.
 */
export function hasLateCredentials(body: JsonObject): boolean {
	const method = methodOf(body);
	if (METHOD_NAME.test(method)) return LATE_CREDENTIALS.has(method) && hasCredentials(body);
	return showsAccount(body);
}

/** Where the customer is asked to confirm a card payment with their bank; null when not. */
export function addressOf3ds(body: JsonObject): string | null {
	return textOrNull(asObject(body.pay_code)?.['3ds_url']);
}

/** Why a payment has failed, as a code; null where that is not shown. */
export function errorCodeOf(body: JsonObject): string | null {
	return textOrNull(asObject(body.pay_code)?.error_code);
}
