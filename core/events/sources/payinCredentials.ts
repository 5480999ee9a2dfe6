import { asObject, textOrNull, type JsonObject } from '../../service/payload';
import { contentOf, hasCredentials, hasLateCredentials } from '../payCode';
import { carriesCredentials, isShownPayment, payment } from '../payments';
import type { Source } from '../source';

/**
 * An object without a status that has one of these keys is a bare `pay_code`: a bank, an account or an address to pay
 * to.
 */
const CREDENTIAL_KEYS = [
	'account_number',
	'account_no',
	'virtual_account_number',
	'virtual_account',
	'va_number',
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

/** Names in other notifications and in records, alone or at the beginning or end of a name in either style. */
const NO_CREDENTIALS =
	/^(uuid|id|status|stage|event|order|error|type|message|amount|total|currency)($|_|[A-Z])|(_id|_at|_type|Id|At|Status|Type)$|_status$/;

/** At least six digits, with letters, spaces and hyphens: neither a decimal number nor a time. */
const ACCOUNT_NUMBER = /^(?!\d{4}-\d{2}-\d{2})(?=(\D*\d){6})[\p{L}\d -]{6,64}$/u;

/**
 * Payment credentials that come after the create response, bare or in their payment. Specification: Events, "Payin for
 * jp_bank_jpy, ar_bank_ars, kr_bank_va_kyc_krw". Without a uuid they have
 * another event_id than the record that carries the same ones.
 */
export const payinCredentials: Source = {
	...payment,
	name: 'payinCredentials',
	title: 'Payin Account Details',
	action: 'On payin account details',
	description: 'The bank account to pay to has come, for methods that send it later',
	statuses: ['pending'],
	finalStatuses: [],
	shows: (body) => isShownPayment(body) && carriesCredentials(body),
	recognises: (body) => areBare(body) || carriesCredentials(body),
	mayRecognise: areUnlisted,
	/** A record shows them with its status, and its notification may leave that out. */
	identity: (body, { uuid, status }) =>
		payment.identity(
			{ ...body, status: undefined },
			{ uuid, status: status ?? (hasLateCredentials(body) ? 'pending' : null) },
		),
	isAwaited: (record) => payment.status(record) === 'pending' && !hasCredentials(record),
	notifiedPart: (record) => asObject(record.pay_code),
	isBeginning: () => false,
};

function areBare(body: JsonObject): boolean {
	if (payment.status(body) !== null) return false;
	const content = contentOf(body);
	return CREDENTIAL_KEYS.some((key) => textOrNull(content[key]) !== null);
}

/**
 * Whether a body looks like a bare `pay_code` with other keys: the specification names none. It is flat, as those it
 * shows are, carries no mark of anything else, and at least one account number.
 */
function areUnlisted(body: JsonObject): boolean {
	const fields = Object.entries(body).filter(([, value]) => value !== null && value !== '');
	return (
		Object.keys(body).every((key) => !NO_CREDENTIALS.test(key)) &&
		fields.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)) &&
		fields.some(([, value]) => ACCOUNT_NUMBER.test(textOrNull(value) ?? ''))
	);
}
