/**
 * Whether a reference names a payment. One that stands for “no value” is the same for each payment without one: the second
 * would be found as the first, and not be made.
 */

import { damageTo, type Fault } from './identifiers';

/**
 * What expressions, sheets and models write for “no value”, as a part of a reference between separators. Null, True and
 * Nan are names of people and firms, so these are taken in the spelling of machines alone.
 */
const PART =
	/^(?:[Uu]ndefined|UNDEFINED|null|NULL|NaN|nan|NaT|[Nn]one|NONE|[Uu]nknown|UNKNOWN|TBD|TBA|tbd|true|false|TRUE|FALSE)$/;

/** The same without a separator, as in INVundefined. */
const GLUED = /undefined(?![\p{L}\p{M}])|(?<![\p{Ll}\p{Lo}\p{M}])(?:null|NaN)(?![\p{L}\p{M}])/u;

/** Of several words. */
const PHRASE =
	/\[object \w+\]|invalid date(?:time)?|<(?:na|nil|null|none|empty|unknown)>|(?<![\p{L}\p{N}#])n\/a(?![\p{L}\p{N}])/iu;

/** What the form shows of an expression: as a fixed text, it is the same for every item. */
const TEMPLATE = /\{\{|\$\{|\$json\b/;

/** What names nothing when it is all there is. */
const ALONE =
	/^(?:null|nil|nan|na|n\.a|infinity|true|false|wahr|falsch|vrai|faux|verdadero|falso|tb[acd]|empty|blank|missing|placeholder|string|loading|no value|not (?:available|applicable|provided|specified|found|set|known))$/i;

/** Neither a letter nor a digit nor a picture. */
const SIGNS = /^[\p{P}\p{Sm}\p{Sk}\p{Sc}\s]+$/u;

/** Words and whole numbers with a separator before or behind that parts them from nothing: "INV-". Random keys have other parts, and names of programs begin with lines. */
const OPEN = /^[-/:|]|^[^_].*[-_/:|]$|\s#$/u;
const SIMPLE_PART = /^(?:\p{L}*|\d*)$/u;

const NAME_IT =
	'Map a field that tells this payment from every other, such as the invoice number. If this is a name, write more of it.';

/** Why a reference names no payment; undefined where it may name one. */
export function faultOfReference(written: string): Fault | undefined {
	const reference = written.normalize('NFKC');
	const parts = reference.split(/[^\p{L}\p{M}\p{N}]+/u);
	if (TEMPLATE.test(reference))
		return { message: 'holds an expression that was not evaluated', description: 'Switch the field to Expression.' };
	const [phrase] = PHRASE.exec(reference) ?? GLUED.exec(reference) ?? [];
	const word = phrase ?? parts.find((part) => PART.test(part)) ?? bareWordIn(reference);
	if (word !== undefined) return { message: `holds “${word}”, which stands for no value`, description: NAME_IT };
	if (SIGNS.test(reference)) return { message: 'has neither a letter nor a digit', description: NAME_IT };
	const damage = damageTo(reference) ?? damageTo(lastOf(reference));
	if (damage) return damage;
	if (OPEN.test(reference) && parts.every((part) => SIMPLE_PART.test(part)))
		return { message: 'has a separator with nothing on one side of it', description: NAME_IT };
	return undefined;
}

/** What it is without brackets and quotes, where that stands for no value. */
function bareWordIn(reference: string): string | undefined {
	const bare = reference.replace(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '');
	return ALONE.test(bare) ? bare : undefined;
}

/** What an expression has put behind a prefix: in INV-1.2E+11 and INV_1,2E+11 the number that a sheet has shortened. */
const lastOf = (reference: string): string => /(?<![\p{L}\p{N}])\d[\d.,]*E[+-]?\d+$/iu.exec(reference)?.[0] ?? '';
