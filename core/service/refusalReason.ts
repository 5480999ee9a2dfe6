/** The reason of a refusal, in the words of the service and in one line, whatever the form of the body that tells it. */

import { instantOf } from '../time/dates';
import { fieldsWhere, isObject, isObjectOrList } from '../objects';

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
	const told = [errors, message, error, error_message, error_code].map((value) =>
		Array.isArray(value) ? wordsOf(value, nameOf, '; ') : wordsOf(value, nameOf),
	);
	return clip(told.find(Boolean) ?? '');
}

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
const OTHER_NAMES = ['detail', 'details', 'reason', 'msg', 'description', 'title'];

/**
 * The reason in a body that holds nothing but that, in whatever form: under another name, as the only sentence, as plain text,
 * or else all its short texts. Empty only where it has none, or nothing but what may be secret or tells no reason.
 */
export function anyReason(answer: unknown, nameOf = asSent): string {
	if (typeof answer === 'string') return clip(withoutSecrets(answer.trim()));
	const fields = isObject(answer) ? answer : {};
	const known = OTHER_NAMES.map((name) => wordsOf(fields[name], asSent)).find(Boolean);
	if (known) return clip(withoutSecrets(known));
	const texts = textsIn(answer, nameOf);
	const sentences = texts.filter(({ text }) => /\S\s+\S/.test(text));
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

/** What opens something is long, and has letters and digits without a blank. A uuid opens nothing. */
const withoutSecrets = (text: string): string =>
	text.replace(/[\w+/=.~-]{24,}/g, (word) =>
		/\d/.test(word) && /[a-z]/i.test(word) && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word) ? '…' : word,
	);

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
		const isShown = text !== '' && text !== '…' && text.length <= LONGEST_QUOTE * 2 && instantOf(text) === null;
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

function wordsOf(value: unknown, nameOf: NameOf, between = ', ', depth = 0): string {
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (!isObjectOrList(value) || depth > DEEPEST) return '';
	const words = (inner: unknown) => wordsOf(inner, nameOf, ', ', depth + 1);
	if (Array.isArray(value)) return value.map(words).filter(Boolean).join(between);
	const { code, message, field, ...fields } = value as Record<string, unknown>;
	const named = (name: string, told: string) => (told === '' ? '' : `${nameOf(name)}: ${told}`);
	const sentence = typeof field === 'string' ? named(field, words(message)) : words(message);
	const perField = Object.entries(fields).map(([name, text]) => named(name, words(text)));
	return [sentence, ...perField].filter(Boolean).join('; ') || words(code);
}

function clip(text: string): string {
	return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}
