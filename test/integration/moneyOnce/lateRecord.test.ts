import type { INodeParameters } from 'n8n-workflow';
import { batch, payin, payout } from '../action/orders';
import { runNode, type NodeRunOptions } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { endless, pass, startWire } from '../transport/wire';
import { startProcess } from '../../sequences/n8nProcess';
import { eachOnce, outcomes, paidKeys, wages } from './payroll';

/** The answer to a payment is lost, and its record appears in the service's list only later. */

let service: Service;
beforeAll(async () => {
	// The node's settle time runs in real time, so records must appear in real time too.
	service = await startService({ frozen: false, payoutDelayMs: 3_600_000 });
});
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());

const within = (settleSeconds: number) => ({
	options: { requestTimeout: 5, timeLimit: 10, settleSeconds, concurrency: 1 },
});

const ways: [string, (changes: INodeParameters) => INodeParameters][] = [
	['one request per item', (changes) => payout(changes)],
	['all items in one request', (changes) => batch({ additionalFields: { batchExternalId: 'payroll-3' }, ...changes })],
];

const pay = async (parameters: INodeParameters, more: Partial<NodeRunOptions> = {}) =>
	await runNode({ credentials: service.credentials(), parameters, items: wages(2), ...more });

/** Loses the answer to the first request. Its record appears after `listLagMs`. */
function lose(listLagMs: number): void {
	service.emulator.world.settings.listLagMs = listLagMs;
	service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'after', nth: 1 });
}

const sends = () => service.calls()['v2.payouts.create'];

describe.each(ways)('%s', (_, parameters) => {
	it('is found when its record appears within the settle time', async () => {
		lose(600);
		const run = await pay(parameters(within(30)));
		expect(run.status).toBe('success');
		expect(outcomes(run)[0]).toBe('found');
		expect(paidKeys(service)).toEqual(eachOnce(wages(2)));
		// The node looks before the send, right after it, then with growing pauses. It stops once the record appears.
		expect(service.calls()['v2.payouts.list']).toBeLessThan(12);
	});

	it('is found when the answer to the payment is too large to be read', async () => {
		const { apiUrl } = service.emulator;
		const wire = await startWire((answer, request, number) => {
			void pass(request, apiUrl).then(({ status, text }) => {
				const isPayment = request.method === 'POST' && service.calls()['v2.payouts.create'] === 1;
				if (isPayment) endless(answer, request, number);
				else answer.writeHead(status, { 'content-type': 'application/json' }).end(text);
			});
		});
		const credentials = { ...service.credentials(), baseUrl: wire.credentials.baseUrl };
		const run = await pay(parameters({ options: { ...within(30).options, requestTimeout: 60 } }), { credentials });
		await wire.close();
		expect(run.status).toBe('success');
		expect(outcomes(run)[0]).toBe('found');
		expect(paidKeys(service)).toEqual(eachOnce(wages(2)));
	});

	it('is reported as unknown when it appears later, and is not sent again in that attempt', async () => {
		lose(3_600_000);
		const run = await pay(parameters(within(0.5)));
		expect(run.error?.message).toMatch(/^It is unknown whether the payment (wage-0|payroll-3) was made/);
		expect(run.error?.description).toContain('sending it again without looking may pay twice');
		expect(sends()).toBe(1);
	});

	it('is found by the repeat of n8n when its record has appeared meanwhile', async () => {
		lose(1_500);
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1_300 };
		const run = await pay(parameters(within(0.3)), { settings });
		expect(run.status).toBe('success');
		expect(outcomes(run)[0]).toBe('found');
		expect(paidKeys(service)).toEqual(eachOnce(wages(2)));
	});

	it('is found by the retry of the execution, however late it appears', async () => {
		lose(3_600_000);
		const failed = await pay(parameters(within(0)));
		await service.advance(3_700_000);
		const run = await failed.retry();
		expect(outcomes(run)[0]).toBe('found');
		expect(paidKeys(service)).toEqual(eachOnce(wages(2)));
	});

	it('is sent again by a later attempt only once the settle time since the unclear send has passed', async () => {
		// Nothing was carried out, so there is nothing to find.
		service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'before', nth: 1 });
		const started = Date.now();
		const failed = await pay(parameters(within(0.2)));
		expect(failed.error?.message).toContain('unknown');
		const run = await failed.retry({ parameters: parameters(within(1.5)) });
		expect(outcomes(run)).toEqual(['created', 'created']);
		expect(Date.now() - started).toBeGreaterThanOrEqual(1_500);
		expect(paidKeys(service)).toEqual(eachOnce(wages(2)));
	});
});

it('is found by the retry of a list where another execution has paid it by itself since', async () => {
	service.fault({ endpoint: 'v2.payouts.create', fault: 'status', status: 502, when: 'before', nth: 1 });
	const together = payout({ batchMode: 'allItems', ...within(2) });
	const failed = await pay(together, { nodeTypes: startProcess().nodeTypes });
	expect(failed.error?.message).toContain('It is unknown');
	service.emulator.world.settings.listLagMs = 1500;
	await pay(payout(within(2)));
	const again = await failed.retry({ nodeTypes: startProcess().nodeTypes });
	expect(again.error).toBeUndefined();
	expect(paidKeys(service)).toEqual(eachOnce(wages(2)));
}, 30_000);

it('leaves an unknown outcome to the item that has it, when the node goes on', async () => {
	lose(3_600_000);
	const run = await pay(payout(within(0)), { settings: { onError: 'continueRegularOutput' } });
	expect(outcomes(run)).toEqual(['unknown', 'created']);
	expect(run.items[0]?.json.message).toMatchObject({ outcome: 'unknown', external_id: 'wage-0' });
});

it('ends the looking when the execution is stopped', async () => {
	lose(3_600_000);
	const stop = new AbortController();
	const looking = setInterval(() => {
		if ((sends() ?? 0) > 0) stop.abort();
	}, 20);
	const started = Date.now();
	await pay(payout(within(600)), { stop: stop.signal });
	clearInterval(looking);
	expect(Date.now() - started).toBeLessThan(60_000);
	expect(sends()).toBe(1);
});

it('looks for payins, too', async () => {
	service.emulator.world.settings.listLagMs = 400;
	service.fault({ endpoint: 'v2.payins.create', fault: 'truncate', when: 'after', nth: 1 });
	const run = await pay(payin(within(30)));
	expect(outcomes(run)).toEqual(['found', 'created']);
	expect(service.emulator.account('AUD').payins.payments().payins).toHaveLength(2);
});
