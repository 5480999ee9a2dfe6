import { withMaskedAuthorization } from './authorization';

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
