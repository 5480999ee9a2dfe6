/**
 * Whether what names an account, a person or a payment is still what was typed. Spreadsheets and expressions change such
 * texts without a word: digits get lost, an error or a word for “no value” takes their place, and what nobody can see is kept.
 */

/** Texts without these need no look at the classes below, which the engine takes milliseconds to prepare. */
const PLAIN = /^[ -~]*$/;

/** Control and format characters, and others that show nothing: two texts that differ in them alone look the same. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A character that nobody sees, as "U+200B"; undefined where a text has none. */
export function hiddenCharacterIn(text: string): string | undefined {
	if (PLAIN.test(text)) return undefined;
	const [hidden] = HIDDEN.exec(text) ?? [];
	return hidden === undefined ? undefined : codeOf(hidden);
}

/** A text in which every character can be seen: "U+FEFF reference" for one that begins with a byte order mark. */
export const inPlainSight = (text: string): string =>
	text.replace(new RegExp(HIDDEN, 'gu'), (hidden) => ` ${codeOf(hidden)} `).trim();

const codeOf = (character: string): string =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** How a spreadsheet writes a number that is too long for its cell, in any country: 1.23457E+11, 1,23457e+11, 5E+13. */
const SHORTENED = /^[+-]?\d{1,3}(?:[.,٫]\d+E[+-]?|E\+)\d{1,3}$/i;

/** Errors of spreadsheets in several languages: #N/A, #NV, #REF!, #NAME?, #BEZUG!, Err:502; and a cell that is too narrow. */
const SHEET_ERROR =
	/(?<![\p{L}\p{N}#])#(?:N\/A|N\/D|N\/B|I\/T|Н\/Д|NV|\p{L}[\p{L}\d/_]*[!?])(?![\p{L}\p{N}])|^#{2,}$|^Err:\d{3}$/iu;

/** A number with a decimal zero, or as a country writes amounts: it was typed without. Dots alone stand in numbers of documents. */
const MADE_A_NUMBER = /^\d{4,}[.,]0+$|^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$|^\d{1,3}(?:\.\d{3})+,\d{1,2}$/;

/** What is left of the ways to keep a spreadsheet from changing a text, or of a formula: ="00123", '00123. */
const MADE_A_FORMULA = /^=|^['’](?=\d)/;

const KEEP_AS_TEXT = 'Format its column as text and write it anew.';

/** What is wrong with a text: what is said after its name, and what to do. */
export interface Fault {
	message: string;
	description: string;
}

/** What a spreadsheet has made of a text; undefined where it may be what was typed. */
export function damageTo(text: string): Fault | undefined {
	const written = text.trim().normalize('NFKC');
	const [error] = SHEET_ERROR.exec(written) ?? [];
	if (error !== undefined)
		return {
			message: `holds ${error}, the error of a spreadsheet`,
			description: 'Correct the cell that it comes from.',
		};
	if (SHORTENED.test(written)) return { message: 'has lost digits in a spreadsheet', description: KEEP_AS_TEXT };
	if (MADE_A_NUMBER.test(written))
		return { message: `was made a number by a spreadsheet: “${written}”`, description: KEEP_AS_TEXT };
	if (MADE_A_FORMULA.test(written))
		return { message: `begins as a formula of a spreadsheet does: “${written}”`, description: KEEP_AS_TEXT };
	return undefined;
}

/** What stands where an expression has found no account, email or phone. */
const NO_VALUE = /^(?:undefined|null|nan|none|nil|n\/a|true|false|\[object object\]|invalid date(?:time)?)$/i;

/** What is wrong with the number of an account, an email, a phone; undefined where it may be what was typed. */
export function faultOf(identifier: string): Fault | undefined {
	const written = identifier.trim();
	const hidden = hiddenCharacterIn(written);
	if (hidden !== undefined)
		return {
			message: `holds a character that nobody sees (${hidden})`,
			description: 'Write it anew, without that character.',
		};
	if (NO_VALUE.test(written))
		return {
			message: `is “${written}”, which stands for no value`,
			description: 'Correct the expression: it found nothing for this item.',
		};
	return damageTo(written);
}

/** An address has one @, with something on each side of it and nothing blank. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

const BSB = /^\d{3}[ -]?\d{3}$/;

/** {@link faultOf} for an email. */
export const faultOfEmail = (email: string): Fault | undefined =>
	faultOf(email) ??
	(EMAIL.test(email.trim())
		? undefined
		: { message: `must be an email address, not “${email}”`, description: 'Write it like name@example.com.' });

/** {@link faultOf} for an Australian BSB: with fewer digits, its leading zeros are lost, and another bank may be meant. */
export const faultOfBsb = (bsb: string): Fault | undefined =>
	faultOf(bsb) ??
	(BSB.test(bsb.trim())
		? undefined
		: {
				message: `must have six digits, not “${bsb}”`,
				description: 'Write it like 062-000. Spreadsheets drop leading zeros of numbers: keep the column as text.',
			});

/** What may be wrong with one, though only its owner can tell. A spreadsheet keeps 15 digits of a number. */
export function doubtAbout(identifier: unknown): string | undefined {
	if (typeof identifier === 'number') return 'is a number and not a text: zeros that it began with would be lost';
	if (typeof identifier !== 'string' || !/^\d{15}0{2,}$/.test(identifier.trim())) return undefined;
	return 'ends in zeros after its 15th digit: spreadsheets keep no more digits of a number';
}
