import type { CopiesResult } from './copies';

const COLUMNS: [string, (result: CopiesResult) => string][] = [
	['Copies', ({ kind }) => kind],
	['Events', ({ events }) => String(events)],
	['Deliveries', ({ deliveries }) => String(deliveries)],
	['To the other process', ({ toTheOther }) => String(toTheOther)],
	['Events/s', ({ rate }) => rate.toFixed(1)],
	['Executions', ({ executions }) => String(executions)],
	['Duplicates let through', ({ duplicates, isPromised }) => `${duplicates}${isPromised ? '' : ' (nothing promised)'}`],
	['Events lost', ({ lost }) => String(lost)],
	['', ({ isSound }) => (isSound ? 'as promised' : 'NOT AS PROMISED')],
];

/** The results as a table for a terminal. */
export function tableOf(results: readonly CopiesResult[]): string {
	const rows = [COLUMNS.map(([heading]) => heading), ...results.map((one) => COLUMNS.map(([, cell]) => cell(one)))];
	const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
	const lines = rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column])).join('  ')}`.trimEnd());
	lines.splice(1, 0, `  ${widths.map((width) => '─'.repeat(width)).join('  ')}`);
	return lines.join('\n');
}
