import type { INodeParameters } from 'n8n-workflow';
import { runNode, type NodeRunOptions } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { answered } from '../wrongGuesses/differing';
import { eachOnce, list, one, outcomes, paidKeys, wages } from './payroll';

/** The answer to a payment is lost, and its record appears in the service's list only later. */

let service: Service;
beforeAll(async () => {
	// The node's settle time runs in real time, so records must appear in real time too.
	service = await startService({ frozen: false, payoutDelayMs: 3_600_000 });
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());

const within = (settleSeconds: number) => ({
	options: { requestTimeout: 5, timeLimit: 10, settleSeconds, concurrency: 1 },
});

const pay = async (parameters: INodeParameters, more: Partial<NodeRunOptions> = {}) =>
	await runNode({ credentials: service.credentials(), parameters, items: wages(2), ...more });

/** Loses the answer to the first request. Its record appears after `listLagMs`. */
function lose(listLagMs: number): void {
	service.emulator.world.settings.listLagMs = listLagMs;
	service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'after', nth: 1 });
}

const sends = () => service.calls()['v2.payouts.create'];

describe.each([
	['one request per item', one, 2],
	['all items in one request', list, 1],
] as const)('%s', (_, parameters, requests) => {
	it('counts as made by this try when its record appears within the settle time', async () => {
		lose(600);
		const run = await pay(parameters(within(30)));
		expect(outcomes(run)).toEqual(['created', 'created']);
		expect(paidKeys(service)).toEqual(eachOnce(wages(2)));
		// The node looks before the send, right after it, then with growing pauses. It stops once the record appears.
		expect(service.calls()['v2.payouts.list']).toBeLessThan(12);
	});

	it('is unknown when it appears later, is not sent again in that try, and is found by a later one', async () => {
		lose(3_600_000);
		const failed = await pay(parameters(within(0.5)));
		expect(failed.error?.message).toMatch(/^It is unknown whether the payment wage-0 was made/);
		expect(failed.error?.description).toContain('Run this again with the same External ID: it is looked for first');
		expect(failed.error?.description).toContain('Another External ID without looking may pay twice');
		expect(sends()).toBe(1);
		await service.advance(3_700_000);
		expect(outcomes(await failed.retry())).toEqual(['found', requests === 1 ? 'found' : 'created']);
		expect(paidKeys(service)).toEqual(eachOnce(wages(2)));
	});
});

it('a payment is sent again by a later try only once the settle time since the unclear send has passed', async () => {
	// Nothing was carried out, so there is nothing to find.
	service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'before', nth: 1 });
	const started = Date.now();
	const failed = await pay(one(within(0.2)));
	expect(failed.error?.message).toContain('unknown');
	const run = await failed.retry({ parameters: one(within(1.5)) });
	expect(outcomes(run)).toEqual(['created', 'created']);
	expect(Date.now() - started).toBeGreaterThanOrEqual(1_500);
	expect(paidKeys(service)).toEqual(eachOnce(wages(2)));
});

it('a payment that is due later is unknown for ever, because the service may list it by then', async () => {
	const WEEK = 7 * 86_400_000;
	answered(['v2.payouts.list'], () => ({ records: [], total_count: 0, total_page: 0 }));
	lose(0);
	const scheduled = { ...within(0.2), additionalFields: { scheduledAt: new Date(Date.now() + WEEK).toISOString() } };
	const { error } = await pay(one(scheduled), { settings: { retryOnFail: true, maxTries: 3 } });
	expect(error?.message).toBe('It is unknown whether the payment wage-0 was made');
	expect(sends()).toBe(1);
});
