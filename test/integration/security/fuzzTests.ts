import { startService, type Service } from '../engine/service';
import { operations } from '../outputs/occasions';
import { fuzzAnswers } from './fuzzedAnswers';
import { fuzzDeliveries } from './fuzzedDeliveries';

/** Odd deliveries to the trigger and odd answers to every operation: how many of each, and the seed that they follow from. */
export function fuzzTests({ deliveries, answers, seed }: Record<'deliveries' | 'answers' | 'seed', number>): void {
	let service: Service;
	beforeAll(async () => void (service = await startService({ start: new Date() })));
	afterAll(async () => await service.close());

	/** How much the memory of the process may grow, in MiB, however much is sent. */
	const MOST_GROWTH = 1024;
	let before = 0;
	const memory = () => Math.round(process.memoryUsage.rss() / 2 ** 20) - before;
	// Other tests have run in the same process.
	beforeEach(() => {
		before = 0;
		before = memory();
	});

	it(`no delivery, however odd, breaks the trigger (${deliveries} deliveries)`, async () => {
		const { byStatus, accepted, stored } = await fuzzDeliveries(deliveries, seed);
		// 503 puts off what only the service's record could tell, which is not there: bodies with the value of no external id.
		const others = Object.keys(byStatus).filter((status) => !['200', '400', '401', '503'].includes(status));
		expect({ seed, others }).toEqual({ seed, others: [] });
		expect(accepted).toBeGreaterThan(deliveries / 20);
		expect(accepted).toBeLessThan(deliveries);
		expect(byStatus[503] ?? 0).toBeLessThan(deliveries / 10);
		// What is remembered is small, and nothing else is stored.
		expect(stored).toBeLessThan(2_000 + 100 * accepted);
		expect(memory()).toBeLessThan(MOST_GROWTH);
		console.log(`Deliveries: ${JSON.stringify({ seed, byStatus, accepted, stored })}, ${memory()} MiB`);
		expect({}).not.toHaveProperty('odd');
	});

	it(`no answer of the service, however odd, breaks an operation (${answers} answers)`, async () => {
		const { answers: given, odd, refused, succeeded } = await fuzzAnswers(service, operations, answers, seed);
		expect({ seed, odd }).toEqual({ seed, odd: [] });
		expect(given).toBeGreaterThanOrEqual(answers);
		expect(refused).toBeGreaterThan(0);
		expect(memory()).toBeLessThan(MOST_GROWTH);
		console.log(`Answers: ${JSON.stringify({ seed, given, succeeded, refused })}, ${memory()} MiB`);
		expect({}).not.toHaveProperty('odd');
	});
}
