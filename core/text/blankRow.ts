/** Rows that a sheet has below its data, because they are formatted or a formula was drawn down. */

/** Where n8n's node for sheets says which row an item is. */
const ROW_NUMBER = 'row_number';

/** Whether a value shows nothing, or is an unticked box, or a formula without anything to add up. */
export const isUnused = (value: unknown): boolean =>
	[undefined, null, false, 0, 'FALSE'].includes(value as null) ||
	(typeof value === 'string' && /^[\s\p{C}]*$/u.test(value));

/** Whether an item is such a row. One without any field is none: it is no row at all. */
export const isBlankRow = (row: Readonly<Record<string, unknown>>): boolean =>
	Object.keys(row).length > 0 && Object.entries(row).every(([name, value]) => name === ROW_NUMBER || isUnused(value));
