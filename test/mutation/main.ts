import { Command, InvalidArgumentError } from 'commander';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pMap from 'p-map';
import { copyWithMutants, isOfKernel, moneyCode, type Mutant } from './mutants';
import { outcomesOf, survivorsOf, tableOf } from './score';
import { testFiles } from './testFiles';
import { type Reach, Trials } from './trials';

/**
 * `npm run test:mutation`: changes the money code in one place at a time and checks that a test of it fails. The command lists
 * what no test noticed, and fails where fewer changes are noticed than {@link GOALS} say.
 */

/** In percent of all changes. */
const GOALS = { kernel: 95, rest: 90 };

/** The tests of a file that try a mutant. A mutant of the way that every payment takes is reached by a thousand tests. */
const FEW = 8;

/** In milliseconds: a process without progress for this long hangs. */
const HANGS = 60_000;

/** Of each world of the kernel's model. */
const MODEL_SEQUENCES = '150';

interface Options {
	only: string[];
	tests: string;
	processes: string;
	thorough: boolean;
	goOn: boolean;
	part: Part;
}

/** Every `of`th mutant, beginning with the `which`th, from 1. */
interface Part {
	which: number;
	of: number;
}

function partOf(text: string): Part {
	const [, which = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
	if (which < 1 || which > of) throw new InvalidArgumentError('Give a part such as 1/10.');
	return { which, of };
}

const cache = resolve('.cache/mutation');
const copy = join(cache, 'copy');

/** Runs a test file in a process of its own, until that ends or hangs. @returns what it printed */
async function runFile(file: string, trials: Trials, most = 0): Promise<string> {
	const jest = ['--disable-warning=ExperimentalWarning', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];
	const options = ['--config', 'jest.mutation.config.js', '--runInBand', '--runTestsByPath', join(copy, file)];
	const env = {
		...process.env,
		MUTATION_COPY: copy,
		MUTATION_TRIALS: trials.folder,
		MUTATION_TESTS: `${most}`,
		MODEL_SEQUENCES,
	};
	const child = spawn(process.execPath, [...jest, ...options], { env, stdio: ['ignore', 'ignore', 'pipe'] });
	let told = '';
	child.stderr.on('data', (text) => (told = `${told}${text}`.slice(-2_000)));
	const started = Date.now();
	const watch = setInterval(() => {
		const path = trials.begunPath(file);
		const progress = existsSync(path) ? statSync(path).mtimeMs : 0;
		if (progress > 0 && Date.now() - Math.max(started, progress) > HANGS) child.kill('SIGKILL');
	}, 1_000);
	await new Promise((done) => child.once('close', done));
	clearInterval(watch);
	return told;
}

/** Tries the mutants that a test file reaches. A process that dies while it tries a mutant was killed by it. */
async function tryFile(file: string, trials: Trials, most: number): Promise<void> {
	for (let left = trials.left(file, most); left.length > 0;) {
		rmSync(trials.begunPath(file), { force: true });
		const told = await runFile(file, trials, most);
		const before = left.length;
		left = trials.left(file, most);
		if (left.length < before) continue;
		const mutant = trials.begun(file);
		if (mutant === undefined) throw new Error(`${file} does not run:\n${told}`);
		trials.tell({ mutant, outcome: 'timed out', file, most });
		left = trials.left(file, most);
	}
}

async function run(): Promise<void> {
	const { only, tests, processes, thorough, part, goOn } = new Command('test:mutation')
		.option('--only <files...>', 'money code whose path ends so', [''])
		.option('--tests <words>', 'only test files whose path contains this', '')
		.option('--part <part>', 'every tenth mutant for 1/10, the others for 2/10 to 10/10', partOf, { which: 1, of: 1 })
		.option('--processes <number>', 'test files at once', '2')
		.option('--go-on', 'keeps what a run that was stopped has found: for the same code', false)
		.option(
			'--thorough',
			`what ${FEW} tests of each file let pass is tried with all that reach it, which takes hours`,
			false,
		)
		.parse()
		.opts<Options>();
	const concurrency = Number(processes);
	const files = moneyCode.filter((file) => only.some((end) => file.endsWith(end)));
	if (!goOn) rmSync(join(cache, 'trials'), { recursive: true, force: true });
	mkdirSync(join(cache, 'trials'), { recursive: true });
	const mutants = copyWithMutants(copy, files).filter((_, at) => at % part.of === part.which - 1);
	const trials = new Trials(join(cache, 'trials'));
	const chosen = testFiles.filter((file) => file.includes(tests));
	console.log(`${mutants.length} mutants in ${files.length} files, ${chosen.length} test files`);
	await pMap(
		chosen,
		async (file) => {
			const told = goOn && trials.reachOf(file) ? '' : await runFile(file, trials);
			const reach = trials.reachOf(file);
			if (!reach) throw new Error(`${file} does not run:\n${told}`);
			trials.saveReach(file, { ...reach, mutants: chosenOf(reach, mutants) });
		},
		{ concurrency },
	);
	const cost = (file: string) => {
		const durations = trials.reachOf(file)?.durations ?? [];
		return durations.reduce((sum, each) => sum + each, 0) / durations.length;
	};
	const inOrder = chosen.toSorted((one, other) => cost(one) - cost(other));
	for (const most of thorough ? [FEW, Number.MAX_SAFE_INTEGER] : [FEW])
		await pMap(
			inOrder,
			async (file) => {
				await tryFile(file, trials, most);
				console.log(`${progressOf(mutants, trials)} after ${file}`);
			},
			{ concurrency },
		);
	const outcomes = outcomesOf(mutants, chosen, trials);
	console.log(survivorsOf(mutants, outcomes));
	const groups = [
		{ name: `kernel (goal: ${GOALS.kernel} %)`, goal: GOALS.kernel, isIn: isOfKernel },
		{ name: `the rest (goal: ${GOALS.rest} %)`, goal: GOALS.rest, isIn: (file: string) => !isOfKernel(file) },
	];
	const { text, isReached } = tableOf(mutants, outcomes, groups);
	console.log(text);
	if (!isReached) process.exitCode = 1;
}

function chosenOf({ mutants: reached }: Reach, mutants: readonly Mutant[]): Reach['mutants'] {
	const chosen = new Set(mutants.map(({ id }) => id));
	return Object.fromEntries(Object.entries(reached).filter(([id]) => chosen.has(id)));
}

function progressOf(mutants: readonly Mutant[], trials: Trials): string {
	// Two test files may notice the same mutant at the same moment.
	const noticed = new Set(trials.verdicts().flatMap(({ mutant, outcome }) => (outcome === 'survived' ? [] : [mutant])));
	return `${noticed.size} of ${mutants.length} noticed`;
}

void run();
