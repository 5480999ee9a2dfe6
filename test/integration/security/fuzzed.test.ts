import { randomInt } from 'crypto';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { operations } from '../outputs/occasions';
import { fuzzAnswers } from './fuzzedAnswers';
import { fuzzDeliveries } from './fuzzedDeliveries';

/** The soak sets a larger number. `SEED=7` repeats a run. */
const DELIVERIES = Number(process.env.FUZZED ?? 3_000);
const ANSWERS = Number(process.env.FUZZED ?? 1_000);
const SEED = Number(process.env.SEED ?? randomInt(1_000_000));

let service: Service;
beforeAll(async () => void (service = await startService({ start: new Date() })));
afterAll(async () => await service.close());

it(`no delivery, however odd, breaks the trigger (${DELIVERIES} deliveries)`, async () => {
	const { byStatus, accepted, stored } = await fuzzDeliveries(DELIVERIES, SEED);
	// 503 puts off what only the service's record could tell, which is not there.
	const others = Object.keys(byStatus).filter((status) => !['200', '400', '401', '503'].includes(status));
	expect({ SEED, others }).toEqual({ SEED, others: [] });
	expect(accepted).toBeGreaterThan(DELIVERIES / 20);
	expect(accepted).toBeLessThan(DELIVERIES);
	expect(byStatus[503] ?? 0).toBeLessThan(DELIVERIES / 100);
	// What is remembered is small, and nothing else is stored.
	expect(stored).toBeLessThan(2_000 + 100 * accepted);
	expect({}).not.toHaveProperty('odd');
});

it(`no answer of the service, however odd, breaks an operation (${ANSWERS} answers)`, async () => {
	const { answers, odd, refused } = await fuzzAnswers(service, operations, ANSWERS, SEED);
	expect({ SEED, odd }).toEqual({ SEED, odd: [] });
	expect(answers).toBeGreaterThanOrEqual(ANSWERS / 2);
	expect(refused).toBeGreaterThan(0);
	expect({}).not.toHaveProperty('odd');
});
