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
	'iban',
	'cbu',
	'cvu',
	'alias',
];

/** Marks of other notifications and of records. */
const NO_CREDENTIALS = ['uuid', 'id', 'status', 'stage', 'external_id', 'payment_id', 'order_id', 'event', 'error'];

/** Fewest digits of an account number, and most characters. */
const ACCOUNT_DIGITS = 6;
const ACCOUNT_LENGTH = 64;

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
	mayRecognise: areUnlisted,
	isBeginning: () => false,
};

function areBare(body: JsonObject): boolean {
	if (asText(body.uuid) !== null || payment.status(body) !== null) return false;
	return hasCredentials(body) || CREDENTIAL_KEYS.some((key) => asText(body[key]) !== null);
}

/**
 * Whether a body looks like a bare `pay_code` with other keys: the specification names none. It is flat, as those it
 * shows are, carries no mark of anything else, and at least one account number.
 */
function areUnlisted(body: JsonObject): boolean {
	if (NO_CREDENTIALS.some((key) => key in body)) return false;
	const fields = Object.entries(body).filter(([, value]) => value !== null && value !== '');
	const isFlat = fields.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
	return isFlat && fields.some(([key, value]) => !key.startsWith('error_') && isAccountNumber(value));
}

function isAccountNumber(value: unknown): boolean {
	const text = asText(value) ?? '';
	return text.length <= ACCOUNT_LENGTH && text.replace(/\D/g, '').length >= ACCOUNT_DIGITS;
}

function carriesThem(body: JsonObject): boolean {
	const status = payment.status(body);
	return status === null ? hasCredentials(body) : status === 'pending' && hasLateCredentials(body);
}
