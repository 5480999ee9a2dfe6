import { isObject, isObjectOrList } from '../core/objects';

/** What a refusal says of one field. */
interface Complaint {
	field: string;
	text: string;
}

const SENTENCE = /([A-Za-z][\w.[\]]*) ((?:can't|cannot|must|is|has|should|does)\b[^,;]*)/g;
const MISSING = /blank|empty|required|missing|must be (?:present|given)/i;

/** `payout_transaction_details[0].email` is `email`. */
const leafOf = (field: string): string => (field.split('.').at(-1) ?? '').replace(/\[\d*\]/g, '');

/** What a refusal says, field by field: a map of fields (v2, v3), or one sentence (v1). */
export function complaintsIn(body: unknown): Complaint[] {
	if (!isObject(body)) return [];
	const errors = isObject(body.errors) ? body.errors : {};
	const byField = Object.entries(errors)
		.filter(([field]) => field !== 'code' && field !== 'message')
		.map(([field, text]) => ({ field: leafOf(field), text: String(text) }));
	const sentences = [errors.message, body.message].filter((text) => typeof text === 'string');
	const told = sentences.flatMap((text) => [...text.matchAll(SENTENCE)]);
	return [...byField, ...told.map(([, field = '', text = '']) => ({ field: leafOf(field), text }))];
}

/** The fields that a refusal misses although no request has named them so: the service has another name for something. */
export const missedBy = (body: unknown, sent: readonly string[]): string[] =>
	complaintsIn(body)
		.filter(({ field, text }) => MISSING.test(text) && !sent.includes(field))
		.map(({ field }) => field);

/** Every key in a value, at any depth. */
export function keysIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(keysIn);
	if (!isObjectOrList(value)) return [];
	return Object.entries(value).flatMap(([key, inside]) => [key, ...keysIn(inside)]);
}
