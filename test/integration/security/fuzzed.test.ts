import { randomInt } from 'crypto';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { operations } from '../outputs/occasions';
import { fuzzAnswers } from './fuzzedAnswers';
import { fuzzDeliveries } from './fuzzedDeliveries';

/** The soak sets a larger number. `SEED=7` repeats a run. */
const COUNT = Number(process.env.FUZZED ?? 2_000);
const SEED = Number(process.env.SEED ?? randomInt(1_000_000));

let service: Service;
beforeAll(async () => void (service = await startService({ start: new Date() })));
afterAll(async () => await service.close());

it(`no delivery, however odd, breaks the trigger (${COUNT} deliveries)`, async () => {
	const { byStatus, accepted, stored } = await fuzzDeliveries(COUNT, SEED);
	const others = Object.keys(byStatus).filter((status) => !['200', '400', '401'].includes(status));
	expect({ SEED, others }).toEqual({ SEED, others: [] });
	expect(accepted).toBeGreaterThan(COUNT / 20);
	expect(accepted).toBeLessThan(COUNT);
	// What is remembered is small, and nothing else is stored.
	expect(stored).toBeLessThan(2_000 + 100 * accepted);
	expect({}).not.toHaveProperty('odd');
});

it(`no answer of the service, however odd, breaks an operation (${COUNT} answers)`, async () => {
	const { answers, odd, refused } = await fuzzAnswers(service, operations, COUNT, SEED);
	expect({ SEED, odd }).toEqual({ SEED, odd: [] });
	expect(answers).toBeGreaterThanOrEqual(COUNT / 2);
	expect(refused).toBeGreaterThan(0);
	expect({}).not.toHaveProperty('odd');
});
