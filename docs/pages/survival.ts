import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const GUARANTEES = join(__dirname, '..', 'guarantees.md');

/** What users meet most, as docs/guarantees.md says it. */
const EVERYDAY = [
	'Retry On Fail runs the node again',
	"You retry the execution from n8n's list",
	'A failed item goes into the node again by its error output',
	'The workflow that calls this one is repeated',
	'n8n was killed in the middle and the execution is retried',
	"An AI agent repeats a call, by either of n8n's routes",
	'The workflow is started again over the same list, grown, shrunk or in another order',
	'A copy of the workflow, or another one, pays the same',
	'Two processes pay at the very same moment',
];

/**
 * What survives what, in short, for the README: of each verdict its beginning, with a star where limits follow.
 * @throws when docs/guarantees.md has lost a row
 */
export function survivalAtAGlance(): string {
	const lines = readFileSync(GUARANTEES, 'utf8').split('\n');
	const rows = EVERYDAY.map((happening) => {
		const line = lines.find((each) => each.startsWith(`| ${happening} |`));
		if (line === undefined) throw new Error(`docs/guarantees.md has no row “${happening}”.`);
		const [, , empty = '', own = '', heldBy = ''] = line.split('|').map((cell) => cell.trim());
		return { line: `| ${happening} | ${inShort(empty)} | ${inShort(own)} |`, test: oneTest(heldBy) };
	});
	const tests = [...new Set(rows.map(({ test }) => test))];
	return [
		'| What happens | External ID left empty | Your own External ID | Held by |',
		'|---|---|---|---|',
		...rows.map(({ line, test }) => `${line} [test][${tests.indexOf(test) + 1}] |`),
		'',
		...tests.map((test, at) => `[${at + 1}]: ${test}`),
	].join('\n');
}

function inShort(verdict: string): string {
	const beginning = verdict.replace(/[;:] .*$| [¹²]$/, '');
	return beginning === verdict ? verdict : `${beginning} *`;
}

/** The file of the first of the tests. Its name stands in docs/guarantees.md. */
const oneTest = (heldBy: string): string => heldBy.replace(/^.*?\]\(\.\.\/([^)]+)\).*$/, '$1');
