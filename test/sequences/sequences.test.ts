import fc from 'fast-check';
import { sequences } from './commands';
import { Stage } from './stage';

/** Every test run plays the same sequences; the soak plays others. */
const SEED = 2_031;
const RUNS = 300;

const stage = new Stage();
afterAll(async () => await stage.close());

it(`keeps every payment single in ${RUNS} sequences of what users and services do`, async () => {
	await fc.assert(sequences(stage), { seed: SEED, numRuns: RUNS });
}, 600_000);
