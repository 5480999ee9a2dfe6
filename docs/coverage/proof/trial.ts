import type { Mutation } from './mutation';

/** What came of a fault: a named test failed, none did, or there was none to try. */
export type Verdict = 'noticed' | 'not noticed' | 'no test ran' | 'no mutation';

/** One test file that runs with one fault, for one row of the table. */
export interface Trial {
	/** `section › line`. */
	row: string;
	mutation: Mutation;
	/** The test file, from the top of the repository. */
	file: string;
	/** Patterns of the full titles of the tests named. */
	titles: string[];
}
