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
