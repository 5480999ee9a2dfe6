/**
 * What a payee's first or last name may hold: letters and digits of any script (with their combining marks), and single
 * spaces between words. Specification: "v2: create payout", first_name. contract/payouts.ts holds the same pattern for the
 * wire, and a test holds both together.
 */
export const PAYEE_NAME = /^[\p{L}\p{M}\p{Nd}]+( [\p{L}\p{M}\p{Nd}]+)*$/u;

/**
 * A name without the forbidden characters: an apostrophe is left out (O’Hara becomes OHara), every other one becomes a
 * space (Anne-Marie becomes Anne Marie), and several spaces become one. Empty when nothing is left.
 */
export function cleanedName(name: string): string {
	return name
		.replace(/['’ʼ`´]/g, '')
		.replace(/[^\p{L}\p{M}\p{Nd}]+/gu, ' ')
		.trim();
}

/** The same for v1, where an apostrophe may stay (public reference). */
export function cleanedAudName(name: string): string {
	return name
		.replace(/[’ʼ`´]/g, "'")
		.replace(/[^\p{L}\p{M}\p{Nd}']+/gu, ' ')
		.trim();
}

/**
 * Whether two full names may be those of one person: the same words in any order, whatever their case and accents.
 * Banks write names in their own way.
 */
export function isSameName(one: unknown, other: unknown): boolean {
	return nameKey(one) === nameKey(other);
}

/** One spelling for all names that {@link isSameName} takes for the same. */
export const nameKey = (name: unknown): string =>
	(typeof name === 'string' ? name : '')
		.normalize('NFD')
		// Only the accents of Latin letters: in other scripts, marks are vowels.
		.replace(/[\u0300-\u036f]/g, '')
		.toLowerCase()
		.split(/\s+/)
		.filter(Boolean)
		.sort()
		.join(' ');
