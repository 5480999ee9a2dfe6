import { isObjectOrList } from '../objects';

/** A value as text: a number or a switch as it is written, a text without the blanks around it, and nothing else. */
export function asText(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** What a switch says, also in words, as an expression may give it; off when it is empty, and undefined when it says neither. */
export function flagIn(value: unknown): boolean | undefined {
	if (isObjectOrList(value)) return undefined;
	const word = String(value ?? '')
		.trim()
		.toLowerCase();
	return ['', 'false', '0'].includes(word) ? false : ['true', '1'].includes(word) || undefined;
}

/** Whether a switch is on. One that says neither is not. */
export const isOn = (value: unknown): boolean => flagIn(value) === true;
