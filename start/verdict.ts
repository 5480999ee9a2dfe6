import { tally } from '../runtime/program';
import { tableOf } from '../runtime/table';
import type { Finding } from './job';

/** The findings as a table, one sentence about them, and how many agree. */
export function verdictOn(findings: readonly Finding[]): string {
	const table = tableOf(
		['What', 'n8n says', 'The service says', ''],
		findings.map(({ what, n8n, service, agrees }) => [what, n8n, service, agrees ? 'agrees' : 'DIFFERS']),
	);
	const failed = findings.filter(({ agrees }) => !agrees).length;
	const sentence =
		failed === 0 ? 'Both sides agree on everything.' : `Both sides differ in ${failed} of ${findings.length} points.`;
	return `${table}\n\n${sentence}\n${tally('start', findings.length - failed, failed)}`;
}
