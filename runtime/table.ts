import CliTable from 'cli-table3';

const NOTHING_ABOVE = { top: '', 'top-left': '', 'top-mid': '', 'top-right': '' };
const NOTHING_BELOW = { bottom: '', 'bottom-left': '', 'bottom-mid': '', 'bottom-right': '' };
const UNDER_HEADINGS = { 'left-mid': '  ', mid: '─', 'mid-mid': '  ', 'right-mid': '' };
const BESIDE_CELLS = { left: '  ', middle: '  ', right: '' };

/** A table for a terminal: two spaces between columns, and a line under the headings. */
export function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
	const table = new CliTable({
		head: [...headings],
		chars: { ...NOTHING_ABOVE, ...NOTHING_BELOW, ...UNDER_HEADINGS, ...BESIDE_CELLS },
		style: { 'padding-left': 0, 'padding-right': 0, compact: true, head: [], border: [] },
	});
	table.push(...rows.map((row) => [...row]));
	return table.toString().replace(/ +$/gm, '');
}
