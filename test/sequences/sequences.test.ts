import fc from 'fast-check';
import { sequences } from './commands';
import { Stage } from './stage';

/** The same sequences in every run of the tests; the soak takes others. */
const SEED = 2_031;
const RUNS = 300;

const stage = new Stage();
afterAll(async () => await stage.close());

it(`keeps every payment single in ${RUNS} sequences of what users and services do`, async () => {
	await fc.assert(sequences(stage), { seed: SEED, numRuns: RUNS });
}, 600_000);
