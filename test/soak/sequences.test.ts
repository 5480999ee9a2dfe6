import fc from '../seeded';
import { sequences } from '../sequences/generated';
import { Stage } from '../sequences/stage';
import { SEED } from './chance';

/**
 * 20,000 sequences, different in every run. `SEED` repeats a run; `RUNS` makes it shorter or longer. A failure prints its
 * steps, and a path that plays it alone as `PATH_OF_COUNTEREXAMPLE`.
 */
const RUNS = Number(process.env.RUNS ?? 20_000);
const { PATH_OF_COUNTEREXAMPLE: path } = process.env;

/** Sequences between two progress reports. */
const PROGRESS = 500;

const stage = new Stage();
afterAll(async () => await stage.close());

it(
	`keeps every payment single in ${RUNS} sequences`,
	async () => {
		const started = performance.now();
		let played = 0;
		const counted = sequences(stage).beforeEach(() => {
			if (++played % PROGRESS !== 0) return;
			const seconds = (performance.now() - started) / 1000;
			process.stderr.write(`${played} sequences, ${(played / seconds).toFixed(1)} per second, SEED=${SEED}\n`);
		});
		await fc.assert(counted, { numRuns: RUNS, ...(path && { path }), endOnFailure: path !== undefined });
	},
	24 * 3_600_000,
);
