import Table from 'cli-table3';
import type { Mutant } from './mutants';
import type { Outcome, Trials } from './trials';

type End = Outcome | 'not reached';

/** What became of each mutant in all test files together, by its id. */
export function outcomesOf(
	mutants: readonly Mutant[],
	testFiles: readonly string[],
	trials: Trials,
): ReadonlyMap<string, End> {
	const reached = new Set(testFiles.flatMap((file) => Object.keys(trials.reachOf(file)?.mutants ?? {})));
	const noticed = new Map(
		trials
			.verdicts()
			.filter(({ outcome }) => outcome !== 'survived')
			.map(({ mutant, outcome }) => [mutant, outcome]),
	);
	return new Map(mutants.map(({ id }) => [id, noticed.get(id) ?? (reached.has(id) ? 'survived' : 'not reached')]));
}

const inOneLine = (text: string): string => {
	const line = text.replaceAll(/\s+/g, ' ');
	return line.length > 100 ? `${line.slice(0, 97)}…` : line;
};

/** What no test noticed, one line each. */
export function survivorsOf(mutants: readonly Mutant[], outcomes: ReadonlyMap<string, End>): string {
	return mutants
		.filter(({ id }) => outcomes.get(id) === 'survived' || outcomes.get(id) === 'not reached')
		.map(
			({ id, file, line, kind, was, becomes }) =>
				`${file}:${line} ${kind}, ${outcomes.get(id)}: ${inOneLine(was)}  →  ${inOneLine(becomes)}`,
		)
		.join('\n');
}

/** The score of each file and of all, in percent of the mutants that a test noticed. */
export function tableOf(
	mutants: readonly Mutant[],
	outcomes: ReadonlyMap<string, End>,
): { text: string; percent: number } {
	const table = new Table({
		head: ['File', 'Mutants', 'Killed', 'Timed out', 'Survived', 'Not reached', 'Score'],
		style: { head: [], border: [] },
	});
	const rowOf = (name: string, some: readonly Mutant[]): number => {
		const count = (end: End) => some.filter(({ id }) => outcomes.get(id) === end).length;
		const [killed, timedOut] = [count('killed'), count('timed out')];
		const percent = some.length === 0 ? 100 : (100 * (killed + timedOut)) / some.length;
		table.push([
			name,
			some.length,
			killed,
			timedOut,
			count('survived'),
			count('not reached'),
			`${percent.toFixed(1)} %`,
		]);
		return percent;
	};
	for (const file of new Set(mutants.map((each) => each.file)))
		rowOf(
			file,
			mutants.filter((each) => each.file === file),
		);
	const percent = rowOf('all', mutants);
	return { text: table.toString(), percent };
}
