import fc from '../seeded';
import { sequences } from './generated';
import { Stage } from './stage';

const RUNS = Number(process.env.RUNS ?? 300);

const stage = new Stage();
afterAll(async () => await stage.close());

it(`keeps every payment single in ${RUNS} sequences of what users and services do`, async () => {
	await fc.assert(sequences(stage), { numRuns: RUNS });
}, 600_000);
