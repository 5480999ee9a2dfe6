/**
 * The parameters a payment method asks for. The service describes each in one string of the form
 * `type:Mandatory|Optional <description>` (specification: "Payin method record").
 */

import { doubtAbout, faultOf, faultOfBsb, faultOfEmail } from './identifiers';
import { textOrNull } from '../service/payload';
import { isObject, isObjectOrList } from '../objects';
import { isIdentifier } from './match';

/** One parameter of a method, as its form needs it. */
export interface MethodParameter {
	key: string;
	/** The type as the service names it, lower case; empty when it named none. */
	type: string;
	required: boolean;
	description: string;
	/** The values to choose from, when the description lists them as "one of a, b, c". */
	choices: string[];
}

/**
 * Of a parameter that is mandatory in some cases only, as for one kind of user (specification: "v2: create payin",
 * ug_bank_ugx). The service knows which.
 */
const CONDITION =
	/^\W*(only (if|when|where|for|in|with)|where)\b|\b(if|when|unless|depending|except|above|exceed(s|ing)?|in case)\b/i;

const KIND = '(individuals?|business(es)?|compan(y|ies)|organi[sz]ations?|corporat(e|ion)s?|persons?)';

/** For one kind of user alone. */
const FOR_A_KIND = new RegExp(`\\bfor [^,.;:()]*\\b${KIND}\\b|\\b${KIND} only\\b|\\(${KIND}\\)`, 'i');

/**
 * Parses one description. One of another form becomes the description of an optional text.
 * @param others the keys of the method: a parameter may be mandatory "for" a value of one of them
 */
export function parseMethodParameter(key: string, described: unknown, others: readonly string[] = []): MethodParameter {
	const text = typeof described === 'string' ? described.trim() : '';
	const match = /^([^:]*?)(?: of \w+)?\s*:\s*(mandatory|required|optional)\b[\s,:.-]*(.*)$/is.exec(text);
	if (!match) return { key, type: '', required: false, description: text, choices: [] };
	const [, type = '', need = '', description = ''] = match;
	return {
		key,
		type: type.toLowerCase(),
		required:
			need.toLowerCase() !== 'optional' &&
			!CONDITION.test(description) &&
			!FOR_A_KIND.test(description) &&
			!others.some((other) => /^\W/.test(`${description} `.toLowerCase().split(`for ${other}`)[1] ?? '')),
		description: description.trim(),
		choices: choicesIn(description, others),
	};
}

/** All parameters of a method record's `payin_method_params` or `payout_method_params`, in the service's order. */
export function parseMethodParameters(described: unknown): MethodParameter[] {
	if (!isObject(described)) return [];
	const keys = Object.keys(described);
	return Object.entries(described).map(([key, value]) => parseMethodParameter(key, value, keys));
}

/** The keys of mandatory parameters that have no value. `0` and `false` are values. */
export function missingParameters(parameters: MethodParameter[], values: Record<string, unknown>): string[] {
	return parameters.filter(({ key, required }) => required && isBlank(values[key])).map(({ key }) => key);
}

/**
 * The values as the types that the service names: forms, spreadsheets and expressions hold a switch, a number or an object
 * as text, and an account number as a number. A text that is no such value stays as it is, and the service decides. So do
 * integers: many are identifiers, whose leading zeros and last digits a number would lose.
 */
export function typedParameters(
	parameters: MethodParameter[],
	values: Record<string, unknown>,
): Record<string, unknown> {
	const known = new Map(parameters.map((parameter) => [parameter.key, parameter]));
	return Object.fromEntries(
		Object.entries(values).map(([key, value]) => {
			const { type, choices = [] } = known.get(key) ?? {};
			// One of the choices, in whatever case where no other is meant.
			const chosen = choices.find((choice) => choice.toLowerCase() === String(value).trim().toLowerCase());
			if (typeof value === 'string') return [key, asTyped(type, choices.includes(value) ? value : (chosen ?? value))];
			const isText = type === 'string' || type === 'text';
			return [key, isText && isNumber(value) && !hasLostDigits(value) ? String(value) : value];
		}),
	);
}

function asTyped(type: string | undefined, text: string): unknown {
	switch (type) {
		case 'boolean':
		case 'bool':
			return SWITCH.get(text.trim().toLowerCase()) ?? text;
		case 'number':
		case 'float':
		case 'decimal':
			return SHORT_NUMBER.test(text.trim()) ? Number(text) : text;
		case 'object':
		case 'json':
		case 'array':
			return parsedObject(text) ?? text;
		case undefined:
			return text;
		default:
			return text.trim();
	}
}

const SWITCH: ReadonlyMap<string, boolean> = new Map([
	['true', true],
	['false', false],
]);

/** A number that keeps every digit: no leading zeros, and at most 15 digits. */
const SHORT_NUMBER = /^-?(?!(\.?\d){16})(0|[1-9]\d*)(\.\d+)?$/;

/** A JSON object or list; undefined for any other text. */
function parsedObject(text: string): object | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isObjectOrList(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** What `ug_bank_ugx` takes as payment_reason (specification: "v2: create payout"). A test holds it equal to contract/. */
export const UG_BANK_PAYMENT_REASONS: readonly string[] = [
	'other',
	'bills',
	'groceries',
	'travel',
	'health',
	'entertainment',
	'housing',
	'school-fees',
];

/** No letter of another script than Latin; other signs are free. Specification: "v2: create payin", transliterate. */
export const ROMAJI = /^[\p{Script=Latin}\p{Lm}\P{L}]+$/u;

/** Keys whose value is one of the method's banks. */
const BANK_KEY = /^(bank_code|bank|provider|provider_code|network)$/;

/** Where a method has no such key, its banks are known by their SWIFT codes (specification: "v2: create payout", th_bank_thb). */
const SWIFT_KEY = /^(bank_)?swift(_code)?$/;

/** The keys whose values are codes of the method's banks. One that lists choices of its own takes those. */
export function bankKeysIn(parameters: readonly MethodParameter[]): string[] {
	const among = (keys: RegExp) => parameters.filter(({ key }) => keys.test(key));
	const codes = among(BANK_KEY);
	const banks = codes.length > 0 ? codes : among(SWIFT_KEY);
	return banks.filter(({ choices }) => choices.length === 0).map(({ key }) => key);
}

/** The bank that is given and that the method does not list; undefined where it lists it, or no codes of banks at all. */
export function unlistedBank(
	banks: unknown,
	values: Record<string, unknown>,
	parameters: readonly MethodParameter[],
): string | undefined {
	const codes = new Set(
		Array.isArray(banks) ? banks.map((bank: { code?: unknown } | null) => textOrNull(bank?.code)) : [],
	);
	if (codes.size === 0 || codes.has(null)) return undefined;
	const given = bankKeysIn(parameters).filter((key) => !isBlank(values[key]));
	return given.map((key) => String(values[key])).find((bank) => !codes.has(bank));
}

/** The values that are none of those which their parameter names: one sentence each. */
export const unlistedChoices = (values: Record<string, unknown>, parameters: readonly MethodParameter[]): string[] =>
	parameters
		.filter(({ key, choices }) => choices.length > 0 && !isBlank(values[key]) && !choices.includes(String(values[key])))
		.map(({ key, choices }) => `${key} is “${String(values[key])}”, and the method names ${choices.join(', ')}`);

/** The identifiers among values of which only their owner can tell whether they are what was typed: one sentence each. */
export const doubtfulIdentifiers = (values: Record<string, unknown>): string[] =>
	Object.entries(values).flatMap(([key, value]) => {
		const doubt = isIdentifier(key) ? doubtAbout(value) : undefined;
		return doubt === undefined ? [] : [`${key} ${doubt}`];
	});

/**
 * What a method refuses according to the specification, whatever the service says about its parameters: one sentence
 * each. An identifier that is not what was typed any more is refused as well, and so is a whole number that a JavaScript
 * number cannot hold exactly: money would go to another account.
 */
export function refusedParameters(
	kind: 'payin' | 'payout',
	method: string,
	parameters: MethodParameter[],
	values: Record<string, unknown>,
): string[] {
	const { payment_reason: reason, transliterate } = values;
	const integers = parameters.filter(({ type }) => isInteger(type)).map(({ key }) => key);
	// Account numbers are texts, but come as numbers from sheets and JSON.
	const tooLong = Object.entries(values)
		.filter(
			([key, value]) => hasLostDigits(value) || (integers.includes(key) && isNumber(value) && !Number.isInteger(value)),
		)
		.map(([key]) => key);
	return [
		...damagedIdentifiers(values),
		...notText(parameters, values),
		...tooLong.map((key) => `${key} is no whole number that n8n can hold exactly: write it as text`),
		...(kind === 'payout' &&
		method === 'ug_bank_ugx' &&
		!isBlank(reason) &&
		!UG_BANK_PAYMENT_REASONS.includes(String(reason))
			? [`payment_reason must be one of ${UG_BANK_PAYMENT_REASONS.join(', ')}`]
			: []),
		...(method === 'jp_bank_jpy' && transliterate === true ? notRomaji(values) : []),
	];
}

/** What is wrong with the identifiers among values, at any depth, that are not what was typed any more: one sentence each. */
export const damagedIdentifiers = (values: Readonly<Record<string, unknown>>): string[] =>
	Object.entries(values).flatMap(([key, value]) => faultsIn(key, value));

/** What a value is that is not what was typed any more. In names and remarks, which may hold anything, nobody can tell. */
function faultsIn(key: string, value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap((part: unknown) => faultsIn(key, part));
	if (isObjectOrList(value)) return Object.entries(value).flatMap(([inner, part]) => faultsIn(inner, part));
	if (!isIdentifier(key) || (!isNumber(value) && typeof value !== 'string')) return [];
	const text = String(value);
	const fault = isBlank(text) ? faultOf(text) : checkOf(key)(text);
	return fault ? [`${key} ${fault.message}`] : [];
}

function checkOf(key: string): typeof faultOf {
	if (/(^|_)email(_address)?$/i.test(key)) return faultOfEmail;
	return key === 'bsb' ? faultOfBsb : faultOf;
}

/** The identifiers that are something else than the text that the method asks for. A date-time becomes text when it is sent. */
const notText = (parameters: readonly MethodParameter[], values: Record<string, unknown>): string[] =>
	parameters
		.filter(({ key, type }) => isIdentifier(key) && ['string', 'text', 'integer', 'int'].includes(type))
		.flatMap(({ key }) => {
			const value = values[key];
			if (typeof value === 'boolean') return [`${key} must be text, not ${value}`];
			if (!isObjectOrList(value) || 'toJSON' in value) return [];
			return [`${key} must be text, not ${Array.isArray(value) ? 'a list' : 'an object'}`];
		});

/** Whether a value is, or holds, a whole number too long for a JavaScript number. */
function hasLostDigits(value: unknown): boolean {
	if (isObjectOrList(value)) return Object.values(value).some(hasLostDigits);
	return isNumber(value) && Number.isInteger(value) && !Number.isSafeInteger(value);
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

function notRomaji(values: Record<string, unknown>): string[] {
	return ['first_name', 'last_name']
		.filter((key) => typeof values[key] === 'string' && !isBlank(values[key]) && !ROMAJI.test(values[key].trim()))
		.map((key) => `${key} must be written in Latin letters (romaji) to be transliterated`);
}

const isInteger = (type: string): boolean => type === 'integer' || type === 'int';

function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** @param others the keys of the method: one of several parameters is no choice of words */
function choicesIn(description: string, others: readonly string[]): string[] {
	const match = /(?<!\bat least )\bone of:?\s+([^.;()]+)/i.exec(description);
	if (!match?.[1]) return [];
	const words = match[1]
		.split(/,|\bor\b/)
		.map((word) => word.trim())
		.filter((word) => word !== '');
	const isList = words.length > 1 && words.every((word) => /^[\w-]+$/.test(word) && !others.includes(word));
	return isList && !words.includes('etc') ? words : [];
}
