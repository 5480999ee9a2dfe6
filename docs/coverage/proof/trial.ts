import type { Mutation } from './mutation';

/** The outcome for a row: a named test failed, none failed, no test ran, or there was no fault to try. */
export type Verdict = 'noticed' | 'not noticed' | 'no test ran' | 'no mutation';

/** One test file that runs with one fault, for one row of the table. */
export interface Trial {
	/** The name of the row; see nameOf. */
	row: string;
	mutation: Mutation;
	/** The test file, from the top of the repository. */
	file: string;
	/** Patterns of the full titles of the tests named. */
	titles: string[];
}
