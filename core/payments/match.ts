/**
 * Whether a payment in the service's records is the one that was asked for: to the same destination, and not ended
 * without money. A masked value is compared as far as it is shown (specification: "Payout batch and transaction",
 * `payout_method_params`).
 */

import { isCutOf } from '../service/payload';
import { isObject, isObjectOrList } from '../objects';

/** Values of a destination by name: `account_number`, `bsb`, `pay_id` … */
export type Parameters = Readonly<Record<string, unknown>>;

/** Stands for digits or letters that a record does not show. */
const MASK = /[*•●]/;

/** Where only digits are expected, two or more X are a mask as well; in bank codes ("DEUTDEFFXXX") they are letters. */
const MASK_OF_DIGITS = /[*•●]|x{2,}/;

/** A value as text. The order of an object's keys makes no difference. */
export const asWritten = (value: unknown): string =>
	isObjectOrList(value) ? JSON.stringify(value, sortedKeys) : String(value ?? '');

const sortedKeys = (_key: string, value: unknown): unknown =>
	isObject(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;

/** A value without case, spaces and hyphens: "062-000" and "062 000" are the same. In an address, a hyphen makes another one. */
export function plain(value: unknown): string {
	const text = asWritten(value).toLowerCase();
	return text.replace(text.includes('@') ? /\s/g : /[\s-]/g, '');
}

/** Whether a value of a record is the one asked for, as far as the record shows it. */
export function isShownAs(asked: unknown, shown: unknown): boolean {
	const [wanted, there] = [plain(asked), plain(shown)];
	if (wanted === there) return true;
	const pieces = there.split(/^\+?\d+$/.test(wanted) ? MASK_OF_DIGITS : MASK);
	const [first = '', ...others] = pieces;
	const last = others.pop();
	if (last === undefined || !wanted.startsWith(first)) return false;
	let from = first.length;
	for (const piece of others) {
		const at = wanted.indexOf(piece, from);
		if (at < 0) return false;
		from = at + piece.length;
	}
	return wanted.length - from >= last.length && wanted.endsWith(last);
}

/** Names of parameters that do not say where the money goes: users correct them without meaning another payment. */
const BESIDE_THE_DESTINATION =
	/name|purpose|reason|remark|note|description|reference|message|relation|occupation|security_(question|answer)|invoice|order|statement|memo|comment|detail/i;

/** Names of parameters that say where it goes. The service may ask for any others, and what they hold is not known. */
const OF_THE_DESTINATION =
	/account|iban|swift|bic|bsb|bank|branch|routing|code|pay_?id|alias|proxy|phone|mobile|msisdn|wallet|network|address|document|number|card|clabe|cbu|cvu|pix|upi|vpa|user|email|tax|type|key/i;

const isOfDestination = (name: string): boolean => OF_THE_DESTINATION.test(name) && decides(name);

/** Names of parameters that hold what somebody has copied from somewhere, sign by sign: accounts, emails, phones, documents. */
const OF_IDENTIFIERS =
	/account|iban|swift|bic|bsb|bank|branch|routing|code|pay_?id|alias|proxy|phone|mobile|msisdn|wallet|network|document|passport|number|card|clabe|cbu|cvu|cci|ifsc|pix|upi|vpa|user|email|tax|key|cpf|cnpj|dni|cuit|(^|_)id$/i;

/** Whether a parameter holds such an identifier, and neither a name nor the kind of one. */
export const isIdentifier = (name: string): boolean =>
	OF_IDENTIFIERS.test(name) && !/type$/i.test(name) && decides(name);

/** Whether a fact decides who gets how much, unlike a remark or the spelling of a name. */
export const decides = (fact: string): boolean => fact !== 'payee' && !BESIDE_THE_DESTINATION.test(fact);

/**
 * Where the money goes, as one text, whatever the case, spaces and hyphens of the values. Empty when no parameter
 * tells.
 */
export function destinationOf(parameters: Parameters): string {
	return Object.keys(parameters)
		.filter(isOfDestination)
		.sort()
		.map((name) => `${name}=${plain(parameters[name])}`)
		.join(' ');
}

/**
 * Parameters as facts of a payment, by their names. What does not say where the money goes is a detail: the word in its name
 * keeps it from deciding, see {@link decides}.
 */
export function parameterFacts(parameters: Parameters): Record<string, string> {
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [
			isOfDestination(name) || !decides(name) ? name : `${name} (detail)`,
			asWritten(value),
		]),
	);
}

/** Names of parameters that say who is asked to pay. Addresses to return to, and that of the customer's device, change meanwhile. */
const OF_THE_PAYER =
	/phone|mobile|msisdn|account|iban|pay_?id|alias|upi|vpa|wallet|document|card|tax|user_?id|customer|id_number|email|cpf|cnpj|dni|cuit|pix|clabe/i;

/** Of these, what changes with the visit or says only what kind it is. */
const OF_THE_VISIT = /type|url|(^|_)ip(_|$)/i;

/**
 * Who is asked to pay, as facts of a payin. Records do not show them, but what is remembered tells one customer's phone from
 * another's. The sign before the code of a country makes no difference.
 */
export const payerFacts = (parameters: Parameters): Record<string, string> =>
	Object.fromEntries(
		Object.keys(parameters)
			.filter((name) => OF_THE_PAYER.test(name) && decides(name) && !OF_THE_VISIT.test(name))
			.map((name) => [name, plain(parameters[name]).replace(/^\+(?=\d+$)/, '')]),
	);

/**
 * The facts that a record shows about the parameters asked for, each in the spelling asked for where it is the same.
 */
export function shownParameterFacts(asked: Parameters, shown: unknown): Record<string, string> {
	if (!isObjectOrList(shown)) return {};
	const record = shown as Parameters;
	const names = Object.keys(asked).filter((name) => Object.hasOwn(record, name) && record[name] !== null);
	return parameterFacts(
		Object.fromEntries(names.map((name) => [name, isShownAs(asked[name], record[name]) ? asked[name] : record[name]])),
	);
}

/** What the statuses of payments under way are called. */
const UNDER_WAY = ['created', 'initiated', 'pending', 'processing', 'scheduled', 'waiting'];

const ENDED = ['failed', 'expired', 'cancelled', 'canceled', 'rejected'];
const PAID = ['settled', 'completed', 'paid', 'success', 'succeeded'];

/** Whether a payment with this status is under way. */
export const isUnderWayAs = (status: unknown): boolean => UNDER_WAY.includes(plain(status));

/** Whether a payment with this status has reached its payee. */
export const isPaidAs = (status: unknown): boolean => PAID.includes(plain(status));

/** Whether this word for a status is not known here. */
export const isOtherWord = (status: unknown): boolean => ![...UNDER_WAY, ...ENDED, ...PAID].includes(plain(status));

/**
 * The status in which a payment of a batch ended without money; null when it was paid or still may be. A batch can be
 * completed although some of its payments failed (specification: "Payout batch status"). An error message shows that a
 * payment has failed, whatever its status is called (specification: "Payout batch and transaction"), unless it and its batch
 * are still under way.
 */
export function endedAs(transactionStatus: unknown, batchStatus: unknown, errorMessage?: unknown): string | null {
	const [own, whole] = [plain(transactionStatus), plain(batchStatus)];
	const hasFailed = plain(errorMessage ?? '') !== '';
	const isKnown = own === '' || [...PAID, ...UNDER_WAY].includes(own);
	if (ENDED.includes(own) || (hasFailed && !isKnown)) return own;
	if (hasFailed && whole !== '' && !UNDER_WAY.includes(whole)) return 'failed';
	return ENDED.includes(whole) && !PAID.includes(own) ? whole : null;
}

/** {@link endedAs} of a payment's record that holds its batch under `batch`. */
export const endOfRecord = ({ status, batch, error_message: message }: Parameters): string | null =>
	endedAs(status, (batch as Parameters | undefined)?.status, message);

/** A key as a record shows it. Services may show digits as a number. */
export const shownKey = (shown: unknown): unknown => (typeof shown === 'number' ? String(shown) : shown);

/** Signs that the eye takes for one another, each group with the one that is typed: word processors and copied texts have the others. */
const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
	[/[\p{Pd}\u02D7\u2043\u2212\u2500\u2501\u2796]/gu, '-'],
	[/[\u2018-\u201F\u2032-\u2037\u02B9-\u02BD\u02C8\u02CA\u02CB\u0384\u055A\u05F3\u05F4\u1FEF\u1FFD\uA78C`´"]/gu, "'"],
	[/[\u2044\u2215\u2571\u29F8]/gu, '/'],
	[/[\u02D0\u02F8\u2236\uA789]/gu, ':'],
];

const withTypedSigns = (text: string): string =>
	LOOK_ALIKES.reduce((typed, [signs, sign]) => typed.replace(signs, sign), text);

/** What shows nothing: see core/payments/identifiers. Other software may have sent it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Cyrillic and Greek capitals, and the Latin ones that they cannot be told from by eye. */
const CAPITALS = new Map(
	[...'АВЕЅІЈКМНОРԚСТУԜХ']
		.map((letter, index) => [letter, 'ABESIJKMHOPQCTYWX'.charAt(index)] as const)
		.concat([...'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'].map((letter, index) => [letter, 'ABEZHIKMNOPTYX'.charAt(index)] as const)),
);

/**
 * A key as the eye takes it: whatever its case, its form of Unicode, the width of its characters, its dashes, quotes and
 * spaces. Two payments of one list whose keys have the same are not both made.
 */
export function lookOf(key: unknown): string {
	const text = String(key ?? '');
	if (/^[!-~]*$/.test(text)) return text.toLowerCase().replace(/["`]/g, "'");
	// Before NFKC, which makes a blank and an accent of some quotes, and after it, which makes others of wide ones.
	return withTypedSigns(withTypedSigns(text).normalize('NFKC'))
		.replace(/[^\S\uFEFF]+/g, ' ')
		.replace(UNSEEN, '')
		.trim()
		.toUpperCase()
		.replace(/[\u0370-\u052F]/g, (letter) => CAPITALS.get(letter) ?? letter)
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll('i\u0307', 'i');
}

/** A key as it is if a number was made of it. */
const asNumber = (text: string): string => (/^\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text);

/** By this, keys are looked for: what {@link isOtherSpelling} takes for the same has the same. */
export const foldedKey = (key: unknown): string => asNumber(lookOf(key));

/** Whether a record shows a key in another spelling. A number may have lost digits. */
export function isOtherSpelling(key: string, shown: unknown): boolean {
	if (shownKey(shown) === key) return false;
	if (typeof shown === 'number') return foldedKey(shown) === foldedKey(key);
	return typeof shown === 'string' && (lookOf(shown) === lookOf(key) || isCutOf(key, shown));
}

/** Whether a record's key is this one, in whatever spelling. */
export const mayBeKey = (key: string, shown: unknown): boolean =>
	shownKey(shown) === key || isOtherSpelling(key, shown);

/**
 * The records with a key, or else those whose key differs in its spelling only: it may be the same, as the service
 * stores it.
 */
export function recordsUnder<R>(records: readonly R[], key: string, keyOf: (record: R) => unknown): R[] {
	const exact = records.filter((record) => shownKey(keyOf(record)) === key);
	if (exact.length > 0) return exact;
	return records.filter((record) => isOtherSpelling(key, keyOf(record)));
}
