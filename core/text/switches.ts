import { isObjectOrList } from '../objects';

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
