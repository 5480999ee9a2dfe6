import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What one test file reaches, as a run without a mutant has shown. */
export interface Reach {
	/** How long each test took, in milliseconds, by its place in the file. */
	durations: number[];
	/** By mutant: the places of the tests that reach it, and how often they do. */
	mutants: Record<string, { tests: number[]; hits: number }>;
}

/** What became of a mutant in a test file. */
export type Outcome = 'killed' | 'survived' | 'timed out';

export interface Verdict {
	mutant: string;
	outcome: Outcome;
	/** The test file, and the test that failed first. */
	file: string;
	test?: string;
	/** How many of the tests of the file tried it at most. */
	most: number;
}

/**
 * What the processes of a run tell one another, in the files of a folder: what a test file reaches, which mutants it still has
 * to try, and what became of them.
 */
export class Trials {
	constructor(readonly folder: string) {}

	private pathOf(kind: string, file: string): string {
		return join(this.folder, `${file.replaceAll(/[\\/]/g, '.')}.${kind}.json`);
	}

	reachOf(file: string): Reach | undefined {
		const path = this.pathOf('reach', file);
		return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Reach) : undefined;
	}

	saveReach(file: string, reach: Reach): void {
		writeFileSync(this.pathOf('reach', file), JSON.stringify(reach));
	}

	/** The mutant that a process tries now. The time of the file tells when it last made progress. */
	begin(file: string, mutant: string): void {
		writeFileSync(this.pathOf('begun', file), JSON.stringify(mutant));
	}

	begunPath(file: string): string {
		return this.pathOf('begun', file);
	}

	begun(file: string): string | undefined {
		const path = this.begunPath(file);
		return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as string) : undefined;
	}

	tell(verdict: Verdict): void {
		appendFileSync(join(this.folder, 'verdicts'), `${JSON.stringify(verdict)}\n`);
	}

	verdicts(): Verdict[] {
		const path = join(this.folder, 'verdicts');
		if (!existsSync(path)) return [];
		const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
		return lines.map((line) => JSON.parse(line) as Verdict);
	}

	/**
	 * The mutants that a test file reaches, that no test has noticed, and that the file has not tried.
	 * @param most how many of its tests try a mutant
	 */
	left(file: string, most: number): string[] {
		const settled = new Set(
			this.verdicts()
				.filter((each) => each.outcome !== 'survived' || (each.file === file && each.most >= most))
				.map(({ mutant }) => mutant),
		);
		return Object.entries(this.reachOf(file)?.mutants ?? {})
			.filter(([mutant]) => !settled.has(mutant))
			.map(([mutant]) => mutant);
	}
}
