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

/** What looks like nothing, or like a blank that it is not. At an end, a blank is not seen either. */
const UNSEEN = new RegExp(`${HIDDEN.source}|[^\\S ]|^ | $`, 'gu');

/** A text in which every character can be seen: "U+FEFF reference" for one that begins with a byte order mark. */
export const inPlainSight = (text: string): string => text.replace(UNSEEN, (unseen) => ` ${codeOf(unseen)} `).trim();

const codeOf = (character: string): string =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** How a spreadsheet writes a number that is too long for its cell, in any country: 1.23457E+11, 1,23457e+11, 5E+13, .12E+12. */
const EXPONENT = String.raw`(?:\p{Nd}{0,3}[.,٫]\p{Nd}+(?:E[-+−]?|\sE\+)|\p{Nd}{1,3}[.,٫]?\s?E\+)\p{Nd}{1,3}`;
const SHORTENED = new RegExp(`^[-+−]?${EXPONENT}$`, 'iu');

/** The same as a part of a text. Behind a letter, only the longest form is no part of a random key. */
const SHORTENED_PART = new RegExp(
	String.raw`(?:(?<![\p{L}\p{M}\p{N}.,])${EXPONENT}|\p{Nd}[.,٫]\p{Nd}+E\+\p{Nd}+)(?![\p{L}\p{M}\p{N}])`,
	'iu',
);

/**
 * Errors of spreadsheets in several languages: #N/A, #NV, #REF!, #¡REF!, #NAME?, #BEZUG!, Err:502; and a cell that is too
 * narrow. Behind a letter or a digit, the errors without a sign of their own may be names: A#NV.
 */
const SHEET_ERROR = new RegExp(
	[
		String.raw`(?<!#)#(?:[¡¿]?\p{L}[\p{L}\d/_]*[!?]|(?:N\/[ADBV]|I\/T|Н\/Д|Δ\/Υ)(?![\p{L}\p{N}]))`,
		String.raw`(?<![\p{L}\p{N}#])#(?:NV|YOK|HIÁNYZIK|NENÍ_K_DISPOZICI|NEDOSTUPNÝ|PUUDUB|GETTING_DATA)(?![\p{L}\p{N}])`,
		String.raw`(?<!#)#{4,}(?![\p{L}\p{N}#])|(?<![\p{L}\p{N}#])#{2,}$`,
		String.raw`(?<![\p{L}\p{N}])(?:Err|Fehler|Erreur|Erro|Errore|Fout|Błąd|Ошибка):\d{3}(?![\p{L}\p{N}])`,
	].join('|'),
	'iu',
);

/** A number with a decimal zero, or as a country writes amounts: it was typed without. Dots alone stand in numbers of documents. */
const MADE_A_NUMBER = new RegExp(
	`^[-+−]?(?:${[
		String.raw`\p{Nd}{4,}[.,٫][0٠]+`,
		String.raw`\p{Nd}{1,3}(?:,\p{Nd}{3})+(?:\.\p{Nd}{1,2})?`,
		String.raw`\p{Nd}{1,3}(?:\.\p{Nd}{3})+,\p{Nd}{1,2}`,
		// In groups as in India. Without decimals, few of them may be a list of numbers.
		String.raw`\p{Nd}{1,2}(?:(?:,\p{Nd}{2})+,\p{Nd}{3}\.\p{Nd}{1,2}|(?:,\p{Nd}{2}){2,},\p{Nd}{3})`,
		String.raw`\p{Nd}{1,3}(?:(?:['’٬]\p{Nd}{3})+[.,٫]\p{Nd}{1,2}|(?:['’٬]\p{Nd}{3}){2,})`,
		String.raw`\p{Nd}{1,3}(?:\s\p{Nd}{3}){2,},\p{Nd}{1,2}`,
	].join('|')})$`,
	'u',
);

/** An amount with blanks, which in a key may part two numbers. */
const SPACED_AMOUNT = /^[-+−]?(?:\p{Nd}{1,3}(?:\s\p{Nd}{3})+[.,٫]\p{Nd}{1,2}|\p{Nd}[\p{Nd}\s]{3,}[.,٫][0٠]{1,2})$/u;

/** What stands before or behind an amount: $, A$, AUD. */
const CURRENCY = /^(?:[A-Z]{0,2}\p{Sc}\s?|[A-Z]{3}\s)|(?:\s?\p{Sc}|\s[A-Z]{3})$/gu;

/** A number with decimals that is too long for most amounts, of which keys may be made; and one that is all that a key has of digits. */
const LONG_DECIMAL = /(?<![\p{N}.,])\p{Nd}{8,}[.,]0{1,2}(?![\p{N}.,])/u;
const LONG_NUMBER = /^(?:\D?\d){6,}[.,]0$|^(?:\D?\d){7,}[.,]\d\d$/;

/** What is left of the ways to keep a spreadsheet from changing a text, or of a formula: ="00123", '00123, '+61. */
const MADE_A_FORMULA = /^=|^['‘’](?=[+(]?\p{Nd})/u;

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
	if (SHORTENED.test(written)) return LOST_DIGITS;
	if (MADE_A_NUMBER.test(written)) return madeANumber(written);
	if (MADE_A_FORMULA.test(written))
		return { message: `begins as a formula of a spreadsheet does: “${written}”`, description: KEEP_AS_TEXT };
	return undefined;
}

/** The same for a key, which may have a number that a spreadsheet has changed as one of its parts. */
export function damageWithin(key: string): Fault | undefined {
	const damage = damageTo(key);
	if (damage) return damage;
	if (SHORTENED_PART.test(key)) return LOST_DIGITS;
	const [decimal] = LONG_DECIMAL.exec(key) ?? [];
	if (decimal !== undefined) return madeANumber(decimal);
	const number = key.replace(/^\p{L}\P{Nd}*/u, '');
	return MADE_A_NUMBER.test(number) && LONG_NUMBER.test(number) ? madeANumber(number) : undefined;
}

const LOST_DIGITS: Fault = { message: 'has lost digits in a spreadsheet', description: KEEP_AS_TEXT };

const madeANumber = (written: string): Fault => ({
	message: `was made a number by a spreadsheet: “${written}”`,
	description: KEEP_AS_TEXT,
});

/** A fixed text is the same for every item. */
export const NOT_EVALUATED: Fault = {
	message: 'holds an expression that was not evaluated',
	description: 'Switch the field to Expression.',
};

/** What is wrong with the number of an account, an email, a phone; undefined where it may be what was typed. */
export function faultOf(identifier: string): Fault | undefined {
	const hidden = hiddenCharacterIn(identifier);
	if (hidden !== undefined)
		return {
			message: `holds a character that nobody sees (${hidden})`,
			description: 'Write it anew, without that character.',
		};
	const written = identifier.trim().normalize('NFKC');
	const fault = standsForNothing(written) ?? damageTo(written) ?? amountFor(written);
	if (fault ?? !isOnlySigns(written)) return fault;
	return { message: 'has neither a letter nor a digit', description: 'Write it anew, or leave it empty.' };
}

function standsForNothing(written: string): Fault | undefined {
	if (isTemplate(written)) return NOT_EVALUATED;
	// Before or behind an @, such a word may be a name.
	const word = written.includes('@') ? undefined : wordForNoValue(written);
	if (word !== undefined)
		return {
			message: `${word === written ? 'is' : 'holds'} “${word}”, which stands for no value`,
			description: 'Correct the expression: it found nothing for this item.',
		};
	return isPlaceholder(written) ? NOT_EVALUATED : undefined;
}

function amountFor(written: string): Fault | undefined {
	const amount = written.replace(CURRENCY, '');
	return MADE_A_NUMBER.test(amount) || SPACED_AMOUNT.test(amount) ? madeANumber(written) : undefined;
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

/** What expressions, sheets and models write where there is no value: in a key or an identifier, it stands for nothing. */

/**
 * As a part between separators. Null, True and Nan are names of people and firms, so these are taken in the spelling of
 * machines alone.
 */
const PART =
	/^(?:[Uu]ndefined|UNDEFINED|null|NULL|NaN|nan|NaT|nil|[Nn]one|NONE|[Uu]nknown|UNKNOWN|TBD|TBA|tbd|true|false|TRUE|FALSE|WAHR|FALSCH|VRAI|VERDADERO)$/;

/** Those that are words of names, too: behind a separator, with no other word after them. */
const LAST_PART = /(?<=[^\p{L}\p{M}\p{N}\s])(?:True|False|FAUX|FALSO)(?=$|[^\p{L}\p{M}\p{N}\s]+(?:\p{N}|$))/u;

/** Without a separator, as in INVundefined and ordernull. In random keys, NaN stands between a small letter and a digit. */
const GLUED = /(?:undefined|null|(?<![\p{Ll}\p{Lo}\p{M}])NaN|NaN(?!\p{N})|(?<=[\p{L}\p{N}])None)(?![\p{L}\p{M}])/u;

/** Of several words. */
const PHRASE =
	/\[object \w+\]|invalid date(?:time)?|<(?:na|nil|null|none|empty|unknown)>|(?<![\p{L}\p{N}#])n\/a(?![\p{L}\p{N}])/iu;

/** What names nothing when it is all there is. */
const ALONE =
	/^(?:null|nil|nan|n\.a|none|undefined|unknown|infinity|true|false|wahr|falsch|vrai|faux|verdadero|falso|tb[ad]|empty|blank|missing|placeholder|string|loading|no value|not (?:available|applicable|provided|specified|found|set|known))$/i;

/** What the form shows of an expression: as a fixed text, it is the same for every item. */
const TEMPLATE =
	/\{\{|\$\{|\$\(\s*["'`‘’“”]|\$(?:json|node|input|now|today|execution|workflow|itemIndex|runIndex|prevNode|vars|fromAI)\b/;

/** What templates hold for a value to come: `{invoice_number}`, `[Invoice Number]`. */
const PLACEHOLDER = /^[{[<][\p{L}\p{M}\s_.]+[}\]>]$|[{<]\p{L}+_[\p{L}_]+[}>]/u;

/** Neither a letter nor a digit nor a picture. */
const SIGNS = /^[\p{P}\p{Sm}\p{Sk}\p{Sc}\s]+$/u;

/** What stands in an identifier for no value; undefined where nothing does. */
export function wordForNoValue(text: string): string | undefined {
	return (PHRASE.exec(text) ?? GLUED.exec(text))?.[0] ?? wordAlone(text, ALONE);
}

/** The same in a key, which is made of parts. */
export function partForNoValue(key: string): string | undefined {
	const part = key.split(/[^\p{L}\p{M}\p{N}]+/u).find((each) => PART.test(each));
	// In an identifier, these may be the codes of a country and a bank.
	return wordForNoValue(key) ?? part ?? LAST_PART.exec(key)?.[0] ?? wordAlone(key, /^(?:na|tbc)$/i);
}

/** What a text is without brackets and quotes, where that is such a word. */
function wordAlone(text: string, words: RegExp): string | undefined {
	const bare = text.replace(/^[\p{P}\p{S}\s]+|(?<![\p{P}\p{S}\s])[\p{P}\p{S}\s]+$/gu, '');
	return words.test(bare) ? bare : undefined;
}

export const isTemplate = (text: string): boolean => TEMPLATE.test(text);

export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text);

export const isOnlySigns = (text: string): boolean => SIGNS.test(text);
