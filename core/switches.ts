/** What a switch says, also in words, as an expression may give it; off when it is empty, and undefined when it says neither. */
export function flagIn(value: unknown): boolean | undefined {
	const word = ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim().toLowerCase() : value;
	if (word === undefined || word === null || word === '' || word === 'false' || word === '0') return false;
	return word === 'true' || word === '1' ? true : undefined;
}

/** Whether a switch is on. One that says neither is not. */
export const isOn = (value: unknown): boolean => flagIn(value) === true;
