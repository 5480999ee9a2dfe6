import { withMaskedAuthorization } from './authorization';

/** A whole number of so many digits that JavaScript may not hold them all. */
const LONG_NUMBER = /(?<![\d.])\d{16,}(?![\d.eE])/;

/**
 * Reads JSON text of the service, with authorization values masked. A whole number that JavaScript cannot hold, such as an
 * ID in metadata, becomes text, so that no digit is lost. (Node.js before 21 does not show how a number was written.)
 * @returns undefined when the text is not JSON
 */
export function parseServiceJson(text: string): unknown {
	try {
		return JSON.parse(withMaskedAuthorization(text), LONG_NUMBER.test(text) ? withEveryDigit : undefined);
	} catch {
		return undefined;
	}
}

function withEveryDigit(_key: string, value: unknown, shown?: { source?: string }): unknown {
	const isCut = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
	return isCut && shown?.source !== undefined && /^-?\d+$/.test(shown.source) ? shown.source : value;
}

/** Whether a value is what is left of a text of digits that the service has stored as a number. */
export const isCutOf = (text: string, value: unknown): boolean =>
	/^\d+$/.test(text) && !Number.isSafeInteger(Number(text)) && value === String(Number(text));
