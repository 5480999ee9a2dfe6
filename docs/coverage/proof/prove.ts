import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pMap from 'p-map';
import { nameOf } from '../row';
import { specification } from '../specification';
import { titlePattern } from '../testTitles';
import { mutationsOf, type Mutation } from './mutation';
import type { Trial, Verdict } from './trial';

const top = join(__dirname, '../../..');

/** Rows that share one process; more would fill its memory. */
const ROWS_AT_ONCE = 40;

/** A row, its faults, and the tests that must notice at least one of them. */
export interface Claim {
	/** The name of the row; see nameOf. */
	row: string;
	mutations: Mutation[];
	tests: string[];
}

/** The rows that name tests; those of fields alone are held by their own row (test/unit/coverage/contract). */
export const claims: Claim[] = specification.flatMap((section) =>
	section.rows
		.filter(({ tests }) => tests.length > 0)
		.map((row) => ({
			row: nameOf(section, row),
			mutations: mutationsOf(row, nameOf(section, row)),
			tests: row.tests,
		})),
);

/** Cheap tests first: the first that notices ends the search. */
const costOf = (file: string): number =>
	['test/unit/', 'test/emulator/'].findIndex((room) => file.startsWith(room)) >>> 0;

/** Unit tests cannot notice a changed value on the wire. */
const concerns = (mutation: Mutation, file: string): boolean =>
	!(mutation.kind === 'value' && mutation.where === 'wire' && file.startsWith('test/unit/'));

function trialsOf({ row, mutations, tests }: Claim): Trial[] {
	const named = tests.map((test) => test.split(/: (.*)/s));
	const files = [...new Set(named.map(([file = '']) => file))];
	const trials = files.map((file) => ({
		file: `test/${file}.test.ts`,
		titles: named
			.filter(([each]) => each === file)
			.map(([, title]) => (title === undefined ? '' : titlePattern(title))),
	}));
	return trials
		.toSorted((one, other) => costOf(one.file) - costOf(other.file))
		.flatMap((trial) =>
			mutations.filter((mutation) => concerns(mutation, trial.file)).map((mutation) => ({ row, mutation, ...trial })),
		);
}

async function outcomesOf(trials: Trial[]): Promise<Record<string, Verdict>> {
	const folder = mkdtempSync(join(tmpdir(), 'coverage-proof-'));
	const paths = { COVERAGE_TRIALS: join(folder, 'trials.json'), COVERAGE_VERDICTS: join(folder, 'verdicts.json') };
	writeFileSync(paths.COVERAGE_TRIALS, JSON.stringify(trials));
	const files = [...new Set(trials.map(({ file }) => file))];
	const jest = ['--disable-warning=ExperimentalWarning', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];
	const options = ['--config', 'jest.proof.config.js', '--runInBand', '--runTestsByPath', ...files];
	try {
		const told = await new Promise<string>((done) =>
			// The exit status does not matter: the verdicts are in the file.
			execFile(
				process.execPath,
				[...jest, ...options],
				{ cwd: top, env: { ...process.env, ...paths } },
				(_error, _out, text) => done(text),
			),
		);
		if (!existsSync(paths.COVERAGE_VERDICTS)) throw new Error(told);
		return JSON.parse(readFileSync(paths.COVERAGE_VERDICTS, 'utf8')) as Record<string, Verdict>;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Tries every claim, two processes at a time. Neighbouring rows name the same tests, so they share a process. */
export async function prove(tried: readonly Claim[]): Promise<Map<string, Verdict>> {
	const size = Math.max(1, Math.min(ROWS_AT_ONCE, Math.ceil(tried.length / 2)));
	const groups = Array.from({ length: Math.ceil(tried.length / size) }, (_, index) =>
		tried.slice(index * size, (index + 1) * size),
	);
	const verdicts = await pMap(
		groups,
		async (group) => {
			const outcomes = await outcomesOf(group.flatMap(trialsOf));
			return group.map(({ row, mutations }): [string, Verdict] => [
				row,
				outcomes[row] ?? (mutations.length === 0 ? 'no mutation' : 'no test ran'),
			]);
		},
		{ concurrency: 2 },
	);
	return new Map(verdicts.flat());
}
