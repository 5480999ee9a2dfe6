/** Rows that a sheet has below its data, because they are formatted or a formula was drawn down. */

/** Where n8n's node for sheets says which row an item is. */
const ROW_NUMBER = 'row_number';

/** An unticked box, and zero as programs write it: 0.00, 0,00, or a dash. */
const UNUSED = /^(?:false|falsch|faux|falso|[-+]?(?:0[.,]?|0?[.,]0+)|[-\u2010-\u2015\u2212])$/i;

/** Whether a value shows nothing, or is an unticked box, or a formula without anything to add up. */
export function isUnused(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isUnused);
	if (typeof value !== 'string') return [undefined, null, false, 0].includes(value as null);
	const written = value.replace(/[\s\p{C}]+/gu, '');
	return written === '' || UNUSED.test(written);
}

/** Whether an item is such a row. One without any field is none: it is no row at all. */
export const isBlankRow = (row: Readonly<Record<string, unknown>>): boolean =>
	Object.keys(row).length > 0 && Object.entries(row).every(([name, value]) => name === ROW_NUMBER || isUnused(value));
