/** Which of the specification's event sources a body comes from (Events, the table). It does not say so itself. */

import type { WebhookSource } from './index';
import type { JsonObject } from '../payload';
import { asObject, asText } from '../payload';
import { identityStatuses, paymentStatuses, payoutStatuses } from './statuses';

/** Methods whose payment credentials come after the create response (Resources, "Payin": `pay_code`). */
const LATE_CREDENTIALS = new Set(['jp_bank_jpy', 'ar_bank_ars', 'kr_bank_va_kyc_krw']);

/** One of these makes an object without a uuid the content of a `pay_code`: a bank, an account or an address to pay to. */
const CREDENTIAL_KEYS = [
	'account_number',
	'virtual_account_number',
	'account_name',
	'account_holder_name',
	'bank_name',
	'bank_code',
	'transfer_id',
	'qr_string',
	'pay_id',
	'payment_url',
];

/** One of these beside a uuid makes an object a payment, even when its status is missing. */
const PAYMENT_KEYS = ['pay_code', 'payment_method', 'payin_method_name', 'paid_amount', 'refund_information'];

/**
 * The source of a notification, told by its shape; null when nothing in it is known.
 * Card payments are told by their method, or by what only they carry: card details, a card token or a 3DS address.
 */
export function sourceOf(body: JsonObject): WebhookSource | null {
	if (isCheckoutLink(body)) return 'checkoutLink';
	if (isPayout(body)) return 'payout';
	if (isPayid(body)) return 'payid';
	if (isGatewayLink(body)) return 'gatewayLink';
	if (isIdentityCheck(body)) return 'identityCheck';
	if (asText(body.uuid) === null)
		return isBareCredentials(body) ? 'payinCredentials' : isPaymentWithoutUuid(body) ? paymentSource(body) : null;
	return isPayment(body) ? paymentSource(body) : null;
}

/** Whether the payment credentials that were promised for later are here. Failures (`error_code`) are none. */
export function hasLateCredentials(body: JsonObject): boolean {
	return LATE_CREDENTIALS.has(methodOf(body)) && hasCredentials(body);
}

/** Whether the customer is asked to confirm a card payment with their bank. */
export function asks3ds(body: JsonObject): boolean {
	return asText(asObject(body.pay_code)?.['3ds_url']) !== null;
}

/** A status in lower case, as all but `Rejected` are written. */
export function statusOf(body: JsonObject): string | null {
	const transaction = asObject(body.transaction_info);
	const checks = asObject(body.identity)?.kyc_statuses ?? body.kyc_statuses;
	const latestCheck: unknown = Array.isArray(checks) ? asObject(checks.at(-1))?.status : undefined;
	const status = asText(transaction?.status) ?? asText(body.status) ?? asText(body.kyc_status) ?? asText(latestCheck);
	return status?.trim().toLowerCase() ?? null;
}

function isCheckoutLink(body: JsonObject): boolean {
	return asObject(body.transaction_info) !== null || asText(body.payment_link_url) !== null;
}

function isPayout(body: JsonObject): boolean {
	if (Array.isArray(body.payout_transactions) || asText(body.payout_method_name) !== null) return true;
	if (hasPaymentKeys(body)) return false;
	if (asText(body.total_amount) !== null && body.refund_amount === undefined) return true;
	return (
		asText(body.uuid) !== null && isOneOf(payoutStatuses, statusOf(body)) && !isOneOf(paymentStatuses, statusOf(body))
	);
}

function isPayid(body: JsonObject): boolean {
	if (asText(body.request_payid) !== null) return true;
	if (asObject(body.customer_notification) !== null || asObject(body.payment_request_notification) !== null)
		return true;
	return typeof body.id === 'number' && (asText(body.merchant_name) !== null || asText(body.balance_id) !== null);
}

function isGatewayLink(body: JsonObject): boolean {
	return asText(body.uuid) === null && (asText(body.payment_id) !== null || asText(body.order_id) !== null);
}

function isIdentityCheck(body: JsonObject): boolean {
	if (asObject(body.identity) !== null || Array.isArray(body.kyc_statuses) || asText(body.kyc_status) !== null)
		return true;
	const plain = asText(body.email) !== null && !hasPaymentKeys(body);
	return (
		plain && isOneOf(identityStatuses, statusOf(body)) && (asText(body.uuid) === null || statusOf(body) === 'approved')
	);
}

function isBareCredentials(body: JsonObject): boolean {
	return statusOf(body) === null && (hasCredentials(body) || CREDENTIAL_KEYS.some((key) => asText(body[key]) !== null));
}

function isPaymentWithoutUuid(body: JsonObject): boolean {
	return isOneOf(paymentStatuses, statusOf(body)) && hasPaymentKeys(body);
}

function hasPaymentKeys(body: JsonObject): boolean {
	return PAYMENT_KEYS.some((key) => key in body);
}

function isPayment(body: JsonObject): boolean {
	return statusOf(body) !== null || hasPaymentKeys(body);
}

function paymentSource(body: JsonObject): 'card' | 'payin' | 'payinCredentials' {
	const status = statusOf(body);
	if (isCard(body)) return 'card';
	if (status === null) return hasCredentials(body) ? 'payinCredentials' : 'payin';
	return status === 'pending' && hasLateCredentials(body) ? 'payinCredentials' : 'payin';
}

function isCard(body: JsonObject): boolean {
	if (/(^|_)card(_|$)/i.test(methodOf(body))) return true;
	return asObject(asObject(body.sender_details)?.card) !== null || asObject(body.token) !== null || asks3ds(body);
}

function methodOf(body: JsonObject): string {
	return asText(body.payment_method) ?? asText(body.payin_method_name) ?? '';
}

/** Older payments carry their `pay_code` as a text. */
function hasCredentials(body: JsonObject): boolean {
	const payCode = asObject(body.pay_code);
	if (payCode === null) return asText(body.pay_code) !== null;
	return Object.entries(payCode).some(
		([key, value]) => !key.startsWith('error_') && key !== '3ds_url' && value !== null && value !== '',
	);
}

function isOneOf(statuses: readonly string[], status: string | null): boolean {
	return status !== null && statuses.includes(status);
}
