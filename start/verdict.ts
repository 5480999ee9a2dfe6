import type { Finding } from './job';

const HEADINGS = ['What', 'n8n says', 'The service says', ''];

/** The findings as a table for a terminal. */
export function tableOf(findings: readonly Finding[]): string {
	const rows = [
		HEADINGS,
		...findings.map(({ what, n8n, service, agrees }) => [what, n8n, service, agrees ? 'agrees' : 'DIFFERS']),
	];
	const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
	const lines = rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column])).join('  ')}`.trimEnd());
	lines.splice(1, 0, `  ${widths.map((width) => '─'.repeat(width)).join('  ')}`);
	return lines.join('\n');
}

/** One sentence, and how many agree: `start: 8 passed, 0 failed`. */
export function verdictOf(findings: readonly Finding[]): string {
	const failed = findings.filter(({ agrees }) => !agrees).length;
	const sentence =
		failed === 0 ? 'Both sides agree on everything.' : `Both sides differ in ${failed} of ${findings.length} points.`;
	return `${sentence}\nstart: ${findings.length - failed} passed, ${failed} failed`;
}
