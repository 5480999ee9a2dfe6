/** The reason of a refusal, in the words of the service and in one line, whatever the form of the body that tells it. */

import { instantOf } from '../time/dates';
import { fieldsWhere, isObject, isObjectOrList } from '../objects';
import { flagIn } from '../text/values';

/** Longest piece of an answer that is quoted in a message. */
const LONGEST_QUOTE = 300;

/** How deep an error body is read. */
const DEEPEST = 4;

/** How much of a page is looked through for its text, and how many texts of a body are told. */
const MOST_OF_PAGE = 20_000;
const MOST_TEXTS = 10;

/** How a field is called in a message. */
export type NameOf = (field: string) => string;

const asSent: NameOf = (field) => field;

/**
 * The reason in an error body of any generation (specification: "Errors"): v1 `{error, message}`, v2
 * `{errors: {code, message}}` or `{errors: {<field>: <message>}}`. The bodies of most endpoints are not shown, so lists
 * and nested objects are read as well. Empty where none of these is there.
 */
export function namedReason(answer: unknown, nameOf = asSent): string {
	if (!isObject(answer)) return '';
	const { error, errors, message, error_message, error_code } = answer as Record<string, unknown>;
	const told = [errors, message, error, error_message, error_code]
		// That there is an error is no reason.
		.filter((value) => flagIn(value) === undefined)
		.map((value) => wordsOf(value, nameOf, { between: Array.isArray(value) ? '; ' : ', ' }))
		.filter(Boolean);
	if (told.length === 0) return '';
	return clip(told.find((text) => !isStatus(text)) ?? otherwiseNamed(answer) ?? told[0]);
}

/** Statuses with which a request is not carried out, as answers name them. */
const STATUSES: ReadonlySet<string> = new Set(
	`badrequest unauthorized unauthorised paymentrequired forbidden notfound methodnotallowed notacceptable requesttimeout
	conflict gone preconditionfailed payloadtoolarge unsupportedmediatype unprocessableentity unprocessablecontent locked
	toomanyrequests internalservererror notimplemented badgateway serviceunavailable gatewaytimeout`.split(/\s+/),
);

/** Whether a text repeats the status of the answer, in words and perhaps with its number. */
const isStatus = (text: string): boolean => STATUSES.has(text.toLowerCase().replace(/[\d\s_-]+/g, ''));

/** How a refusal names an element of a list that was sent: `payout_transaction_details[3].email`, or with dots. */
const PLACE = /payout_transaction_details(?:\[|\.)(\d+)/g;

const placesOf = (text: string): number[] => [...text.matchAll(PLACE)].map(([, place]) => Number(place));

/** The elements of a list that an error body names, by their places from 0. */
export const placesIn = (answer: unknown): ReadonlySet<number> => new Set(placesOf(JSON.stringify(answer ?? '')));

/** An error body without the fields of other elements than one (specification: "Errors", `{errors: {<field>: <message>}}`). */
export function onlyAbout(answer: unknown, place: number): unknown {
	if (!isObject(answer) || !isObject(answer.errors)) return answer;
	const isAbout = (_: unknown, field: string) => placesOf(field).every((named) => named === place);
	return { ...answer, errors: fieldsWhere(answer.errors, isAbout) };
}

/** Names under which other services tell a reason. */
const OTHER_NAMES = ['detail', 'details', 'reason', 'msg', 'error_description', 'description', 'title'];

const otherwiseNamed = (fields: Readonly<Record<string, unknown>>): string | undefined =>
	OTHER_NAMES.map((name) => wordsOf(fields[name], asSent)).find(Boolean);

/**
 * The reason in a body that holds nothing but that, in whatever form: under another name, as the only sentence, as plain text,
 * or else all its texts, the short ones first. Empty only where it has none, or nothing but what may be secret or tells no reason.
 */
export function anyReason(answer: unknown, nameOf = asSent): string {
	if (typeof answer === 'string') return clip(withoutSecrets(answer.trim()));
	const fields = isObject(answer) ? answer : {};
	const known = otherwiseNamed(fields);
	if (known) return clip(known);
	const all = textsIn(answer, nameOf);
	// What is long may be an echo, or where the error was found.
	const short = all.filter(({ text }) => text.length <= LONGEST_QUOTE * 2);
	const texts = short.length > 0 ? short : all;
	const sentences = texts.filter(({ text }) => isSentence(text));
	const [only, ...others] = sentences;
	if (only && others.length === 0 && Object.values(fields).includes(only.text)) return clip(only.text);
	const told = isObject(answer) && sentences.length > 0 ? sentences : texts;
	return clip(told.map(({ name, text }) => (name === '' ? text : `${name}: ${text}`)).join('; '));
}

/** What a page or a text says, in one line. @param page as it came */
export function textOfPage(page: string): string {
	const text = page
		.slice(0, MOST_OF_PAGE)
		.replace(/<(script|style)\b[^]*?(<\/\1>|$)/gi, ' ')
		.replace(/<[^>]*(>|$)/g, ' ')
		.replace(/&(nbsp|#160);/g, ' ')
		.replace(/&(quot|#34);/g, '"')
		.replace(/&(apos|#39|#x27);/g, "'")
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&amp;/g, '&')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	return clip(text);
}

/** Fields that may hold what opens something, or repeat what was sent. */
const SECRET =
	/secret|token|authori[sz]ation|passw|api.?key|private|signature|credential|cookie|^(pin|otp|cvv|code_?verifier)$/i;

/** Fields that say when, where and by which number a refusal was made, not why. */
const ABOUT =
	/(^|_)(id|uuid|guid|trace|timestamp|time|date|at|path|url|uri|instance|method|version|env)$|(Id|At|Time|Url)$/;

const isSentence = (text: string): boolean => /\S\s+\S/.test(text);

/** A uuid, and what is made of words and numbers, as the path of a field and many an External ID: they open nothing. */
const NO_SECRET = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|([a-z]+|\d{1,16})([._/=~-]+([a-z]+|\d{1,16}))*[._/=~-]*)$/i;

/** An IBAN, which a refusal may name. */
const IBAN = /^[A-Z]{2}\d\d[A-Z\d]{20,30}$/;

/** What opens something is long, and has letters and digits without a blank. */
const withoutSecrets = (text: string): string =>
	text.replace(/[\w+/=.~-]{24,}/g, (word) =>
		/\d/.test(word) && /[a-z]/i.test(word) && !NO_SECRET.test(word) && !IBAN.test(word) ? '…' : word,
	);

/** A text of an error as it may be shown. Of a field that may be secret, it is a reason only as a sentence. */
function shownOf(text: string, field: string): string {
	const isReason = !SECRET.test(field) || (isSentence(text) && !/^(bearer|basic)\s/i.test(text));
	return isReason || text === '' ? withoutSecrets(text) : '…';
}

const STATUS = /status(_?code)?$/i;

interface NamedText {
	/** That of its field; empty in a list. */
	name: string;
	text: string;
}

/** The short texts of a body, with the names of their fields. */
function textsIn(value: unknown, nameOf: NameOf, name = '', depth = 0): NamedText[] {
	if (typeof value === 'string' || typeof value === 'number') {
		const text = withoutSecrets(String(value).trim());
		const isShown = text !== '' && text !== '…' && instantOf(text) === null;
		return isShown ? [{ name: name === '' ? '' : nameOf(name), text }] : [];
	}
	if (!isObjectOrList(value) || depth > DEEPEST) return [];
	const texts: NamedText[] = [];
	for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
		if (texts.length >= MOST_TEXTS) break;
		const isList = Array.isArray(value);
		const tellsNoReason = SECRET.test(key) || ABOUT.test(key) || (STATUS.test(key) && Number(inner) > 0);
		if (!isList && tellsNoReason) continue;
		texts.push(...textsIn(inner, nameOf, isList ? name : key, depth + 1));
	}
	return texts.slice(0, MOST_TEXTS);
}

/** @param field the name of that which has the value */
function wordsOf(value: unknown, nameOf: NameOf, { between = ', ', field = '', depth = 0 } = {}): string {
	if (['string', 'number', 'boolean'].includes(typeof value)) return shownOf(String(value).trim(), field);
	if (!isObjectOrList(value) || depth > DEEPEST) return '';
	const words = (inner: unknown, name = field) => wordsOf(inner, nameOf, { field: name, depth: depth + 1 });
	if (Array.isArray(value))
		return value
			.map((inner) => words(inner))
			.filter(Boolean)
			.join(between);
	const { code, message, field: told, ...fields } = value as Record<string, unknown>;
	const named = (name: string, inner: unknown) => {
		const text = words(inner, name);
		return text === '' ? '' : `${nameOf(name)}: ${text}`;
	};
	const sentence = typeof told === 'string' ? named(told, message) : words(message);
	const perField = Object.entries(fields).map(([name, inner]) => named(name, inner));
	return [sentence, ...perField].filter(Boolean).join('; ') || words(code);
}

function clip(text: string): string {
	return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}
