import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pMap from 'p-map';
import { nameOf } from '../row';
import { specification } from '../specification';
import { titlePattern } from '../testTitles';
import { mutationsOf, type Mutation } from './mutation';

const top = join(__dirname, '../../..');

/** A row with its name, the fault that it is to notice, and the tests that are to notice it. */
export interface Claim {
	/** `section › line`. */
	row: string;
	mutations: Mutation[];
	tests: string[];
}

/** What came of a fault: a named test failed, none did, or there was none to try. */
export type Verdict = 'noticed' | 'not noticed' | 'no test ran' | 'no mutation';

/** The rows that name tests; those of fields alone are held by their own row (test/unit/coverage/contract). */
export const claims: Claim[] = specification.flatMap((section) =>
	section.rows
		.filter(({ tests }) => tests.length > 0)
		.map((row) => ({ row: nameOf(section, row), mutations: mutationsOf(row), tests: row.tests })),
);

/** Runs the named tests of a claim with its faults, until one is noticed. */
async function verdictOf({ mutations, tests }: Claim): Promise<Verdict> {
	let verdict: Verdict = 'no mutation';
	for (const mutation of mutations) {
		verdict = await outcomeOf(mutation, tests);
		if (verdict === 'noticed') break;
	}
	return verdict;
}

async function outcomeOf(mutation: Mutation, tests: string[]): Promise<Verdict> {
	const named = tests.map((test) => test.split(/: (.*)/s));
	const files = [...new Set(named.map(([file = '']) => `test/${file}.test.ts`))];
	const titles = named.map(([, title = '']) => (title === '' ? '' : titlePattern(title)));
	const folder = mkdtempSync(join(tmpdir(), 'coverage-proof-'));
	const output = join(folder, 'result.json');
	const jest = ['--disable-warning=ExperimentalWarning', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];
	const options = ['--config', 'jest.proof.config.js', '--runInBand', '--json', '--outputFile', output];
	const pattern = titles.includes('') ? [] : ['-t', titles.join('|')];
	const env = { ...process.env, COVERAGE_MUTATION: JSON.stringify(mutation) };
	try {
		await new Promise<void>((done) =>
			// The exit status says that a test failed, which is what is wanted: the result file tells more.
			execFile(
				process.execPath,
				[...jest, ...options, ...pattern, '--runTestsByPath', ...files],
				{ cwd: top, env },
				() => done(),
			),
		);
		const result = JSON.parse(readFileSync(output, 'utf8')) as { numFailedTests: number; numPassedTests: number };
		if (result.numFailedTests > 0) return 'noticed';
		return result.numPassedTests > 0 ? 'not noticed' : 'no test ran';
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Tries every claim, two at a time. */
export async function prove(
	tried: readonly Claim[],
	tell: (claim: Claim, verdict: Verdict) => void = () => undefined,
): Promise<Map<string, Verdict>> {
	const verdicts = await pMap(
		tried,
		async (claim) => {
			const verdict = await verdictOf(claim);
			tell(claim, verdict);
			return [claim.row, verdict] as const;
		},
		{ concurrency: 2 },
	);
	return new Map(verdicts);
}
