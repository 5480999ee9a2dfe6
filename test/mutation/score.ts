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

/** Files that have a goal together, in percent. */
interface Group {
	name: string;
	goal: number;
	isIn: (file: string) => boolean;
}

/** The score of each file and of each group, in percent of the mutants that a test noticed, and whether all goals are reached. */
export function tableOf(
	mutants: readonly Mutant[],
	outcomes: ReadonlyMap<string, End>,
	groups: readonly Group[],
): { text: string; isReached: boolean } {
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
	let isReached = true;
	for (const { name, goal, isIn } of groups) {
		const own = mutants.filter(({ file }) => isIn(file));
		for (const file of new Set(own.map((each) => each.file)))
			rowOf(
				file,
				own.filter((each) => each.file === file),
			);
		if (rowOf(name, own) < goal) isReached = false;
	}
	return { text: table.toString(), isReached };
}
