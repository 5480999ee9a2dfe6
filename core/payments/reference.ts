/**
 * Whether a reference names a payment. One that stands for “no value” is the same for each payment without one: the second
 * would be found as the first, and not be made.
 */

import {
	damageWithin,
	NOT_EVALUATED,
	type Fault,
	isOnlySigns,
	isPlaceholder,
	isTemplate,
	partForNoValue,
} from './identifiers';
/** The signs at the end of a reference, which show whether something is missing there. */
const TAIL = /(?<![\p{P}\p{Sm}\p{Sk}\p{Sc}\s])[\p{P}\p{Sm}\p{Sk}\p{Sc}\s]+$/u;

/** A separator, brackets or quotes with nothing behind or in them: "INV-", "INV-()", "INV {}". */
const OPEN_TAIL =
	/[-_/:|\p{Pd}](?:\s*(?:\(\s*\)|\[\s*\]|\{\s*\}|""|''|“”|‘’|[?!.]))?$|^\s?(?:\(\s*\)|\[\s*\]|\{\s*\}|""|“”)$|\s#$/u;

/** The same in signs that end names as well: "INV#" and "INV.", but C# and "Acme Ltd." */
const OPEN_WORD = /^\p{L}{2,}\d*\.$|\p{L}{2}\d*#$/u;

const OPEN_HEAD = /^[-/:|\p{Pd}]/u;

/**
 * Words and whole numbers; and words of one case that have numbers before or behind them. Random keys have other parts, and
 * names of programs begin with lines.
 */
const SIMPLE_PARTS: readonly RegExp[] = [/^(?:[\p{L}\p{M}]*|\d*)$/u, /^(?:\d*(?:\p{Lu}+|\p{Lu}?\p{Ll}+)\d*|\d*)$/u];

const NAME_IT =
	'Map a field that tells this payment from every other, such as the invoice number. If this is a name, write more of it.';

/** Why a reference names no payment; undefined where it may name one. */
export function faultOfReference(written: string): Fault | undefined {
	const reference = written.normalize('NFKC');
	if (isTemplate(reference)) return NOT_EVALUATED;
	const word = partForNoValue(reference);
	if (word !== undefined) return { message: `holds “${word}”, which stands for no value`, description: NAME_IT };
	if (isPlaceholder(reference)) return NOT_EVALUATED;
	if (isOnlySigns(reference)) return { message: 'has neither a letter nor a digit', description: NAME_IT };
	const damage = damageWithin(reference);
	if (damage) return damage;
	if (isOpen(reference)) return { message: 'has a separator with nothing on one side of it', description: NAME_IT };
	return undefined;
}

/** Whether a separator parts a reference from nothing. */
function isOpen(reference: string): boolean {
	const [tail = ''] = TAIL.exec(reference) ?? [];
	const isOpenBehind = !reference.startsWith('_') && (OPEN_TAIL.test(tail) || OPEN_WORD.test(reference));
	if (!isOpenBehind && !OPEN_HEAD.test(reference)) return false;
	const parts = reference.split(/[^\p{L}\p{M}\p{N}]+/u);
	return SIMPLE_PARTS.some((simple) => parts.every((part) => simple.test(part)));
}
