import type { JsonObject } from '../../payload';
import { asText } from '../../payload';
import { hasCredentials, hasLateCredentials } from '../payCode';
import { isPayment, payment } from '../payments';
import type { Source } from '../source';

/**
 * An object without uuid and status that has one of these keys is a bare `pay_code`: a bank, an account or an address
 * to pay to.
 */
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

/**
 * Payment credentials that come after the create response, bare or in their payment. Specification: Events, "Payin for
 * jp_bank_jpy, ar_bank_ars, kr_bank_va_kyc_krw". Bare ones have no uuid, so the record that carries the same ones
 * counts as another event.
 */
export const payinCredentials: Source = {
	...payment,
	name: 'payinCredentials',
	title: 'Payin Credentials',
	description: 'The bank account to pay to has come, for methods that send it later',
	statuses: ['pending'],
	finalStatuses: [],
	recognises: (body) => areBare(body) || (isPayment(body) && carriesThem(body)),
	isBeginning: () => false,
};

function areBare(body: JsonObject): boolean {
	if (asText(body.uuid) !== null || payment.status(body) !== null) return false;
	return hasCredentials(body) || CREDENTIAL_KEYS.some((key) => asText(body[key]) !== null);
}

function carriesThem(body: JsonObject): boolean {
	const status = payment.status(body);
	return status === null ? hasCredentials(body) : status === 'pending' && hasLateCredentials(body);
}
