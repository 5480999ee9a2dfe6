/** Reads untrusted bodies: nothing here throws, and no value is assumed to have its type. */

import { createHash } from 'crypto';
import { instantOf } from '../time/dates';
import { readDecimal } from '../money';
import { isObject, isObjectOrList } from '../objects';
import { withMaskedAuthorization } from './authorization';

export type JsonObject = Record<string, unknown>;

/** Bodies nested deeper are not read: no notification is, and n8n itself could not store them. */
const DEEPEST = 100;

/** Longer texts are not amounts; parsing them would only cost time. */
const LONGEST_AMOUNT = 40;

/** What may differ between two copies of one notification: how it was delivered, not what it says. */
const OF_DELIVERY = [
	'attempt',
	'customer_notification',
	'delivered_at',
	'nonce',
	'payment_gateway_notification',
	'payment_request_notification',
	'sent_at',
	'webhook_notification',
];

/** What may differ between a notification and a record of the same state, too. */
const OF_RECORD = ['received_at', 'updated_at', ...OF_DELIVERY];

/** The value as an object with keys; null when it is anything else, such as a list. */
export function asObject(value: unknown): JsonObject | null {
	return isObject(value) ? (value as JsonObject) : null;
}

/** The objects of a list; none when the value is not a list. */
export function asObjects(value: unknown): JsonObject[] {
	return Array.isArray(value) ? value.map(asObject).filter((entry) => entry !== null) : [];
}

/** A text or a number as it was sent; null when it is blank or something else. A number is never computed with. */
export function textOrNull(value: unknown): string | null {
	if (typeof value === 'string') return value.trim() === '' ? null : value;
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	return null;
}

/** The digits of a whole number, which is text where JavaScript could not hold them all; null for anything else. */
export function wholeNumberIn(value: unknown): string | null {
	if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : null;
	return typeof value === 'string' && /^[1-9]\d{15,}$/.test(value) ? value : null;
}

/** An amount in one spelling ("80.0", "80.00" and 80 are the same), for comparison only. */
export function canonicalAmount(value: unknown): string | null {
	const text = textOrNull(value);
	return text !== null && text.length <= LONGEST_AMOUNT ? (readDecimal(text) ?? text) : text;
}

/** A point in time in one spelling, whatever its offset; without an offset it is UTC. Any other text stays as it is. */
export function canonicalInstant(text: string): string {
	const instant = instantOf(text);
	return instant === null ? text : `@${instant}`;
}

/** Whether a body is nested deeper than any notification is. */
export function isTooDeep(value: unknown, levels = DEEPEST): boolean {
	if (!isObjectOrList(value)) return false;
	return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

/**
 * A digest of the whole content of a state that a record may show, too. The order of its keys and the spelling of its
 * times make no difference.
 * @param body not {@link isTooDeep}
 */
export function stateDigest(body: unknown): string {
	return sha256(canonical(body, OF_RECORD));
}

/**
 * The same of a notification that nothing else tells apart from others. When it was received or changed counts, because it
 * may be all that distinguishes two payments.
 */
export function notificationDigest(body: unknown): string {
	return sha256(canonical(body, OF_DELIVERY));
}

/** SHA-256 as lower-case hex. */
export function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

function canonical(value: unknown, leftOut: readonly string[]): string {
	if (typeof value === 'string') return JSON.stringify(canonicalInstant(value));
	if (Array.isArray(value)) return `[${value.map((each) => canonical(each, leftOut)).join()}]`;
	const object = asObject(value);
	if (object === null) return JSON.stringify(value) ?? 'null';
	const members = Object.keys(object)
		.filter((key) => !leftOut.includes(key))
		.sort()
		.map((key) => `${JSON.stringify(key)}:${canonical(object[key], leftOut)}`);
	return `{${members.join()}}`;
}

/** Whether a field tells anything. Services leave out or empty what they do not show. */
export const isShown = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** A whole number of so many digits that JavaScript may not hold them all. */
const LONG_NUMBER = /(?<![\d.])\d{16,}(?![\d.eE])/;

/** What begins or ends a text, a character that is escaped in one, and a long whole number. */
const QUOTE_OR_NUMBER = /\\.|"|(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE]|\s*:)/g;

/**
 * Reads JSON text of the service, with authorization values masked. A whole number that JavaScript cannot hold, such as an
 * ID in metadata, becomes text, so that no digit is lost.
 * @returns undefined when the text is not JSON
 */
export function parseServiceJson(text: string): unknown {
	const masked = withMaskedAuthorization(text);
	try {
		return JSON.parse(LONG_NUMBER.test(masked) ? withEveryDigit(masked) : masked);
	} catch {
		return undefined;
	}
}

/** By the text itself: not every Node.js that n8n supports shows a reviver how a number was written. */
function withEveryDigit(json: string): string {
	let isInText = false;
	return json.replace(QUOTE_OR_NUMBER, (found) => {
		if (found === '"') isInText = !isInText;
		const isCut = !isInText && /\d$/.test(found) && !Number.isSafeInteger(Number(found));
		return isCut ? `"${found}"` : found;
	});
}

/** Whether a value is what is left of a text of digits that the service has stored as a number. */
export const isCutOf = (text: string, value: unknown): boolean =>
	/^\d+$/.test(text) && !Number.isSafeInteger(Number(text)) && value === String(Number(text));
