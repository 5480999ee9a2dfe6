import type { INodeParameters } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { unprocessable } from '../../../emulator/engine/serviceError';
import { startProcess } from '../../sequences/n8nProcess';
import { operation, payin, payout } from '../action/orders';
import { runNode, type NodeRunOptions } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { goOn } from '../resources/resourceRun';
import { endless, pass, startWire } from '../transport/wire';
import { eachOnce, list, one, outcomes, paidKeys, wages } from './payroll';
import { paidPayin } from './refundedPayins';

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

	it('is found when the answer to the payment is too large to be read', async () => {
		const { apiUrl } = service.emulator;
		const proxy = await startWire((answer, request, number) => {
			void pass(request, apiUrl).then(({ status, text }) => {
				if (request.method === 'POST' && sends() === 1) endless(answer, request, number);
				else answer.writeHead(status, { 'content-type': 'application/json' }).end(text);
			});
		});
		const credentials = { ...service.credentials(), baseUrl: `${proxy.address}/api` };
		const run = await pay(parameters({ options: { ...within(30).options, requestTimeout: 60 } }), { credentials });
		await proxy.close();
		expect(outcomes(run)).toEqual(['created', 'created']);
		expect(paidKeys(service)).toEqual(eachOnce(wages(2)));
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

	it('is found by the repeat of n8n when its record has appeared meanwhile', async () => {
		lose(1_500);
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1_300 };
		const run = await pay(parameters(within(0.3)), { settings });
		expect(outcomes(run)[0]).toBe('found');
		expect(paidKeys(service)).toEqual(eachOnce(wages(2)));
	});

	it('is sent again by a later try only once the settle time since the unclear send has passed', async () => {
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

	it('is unknown for ever where it is due later, because the service may list it by then', async () => {
		const WEEK = 7 * 86_400_000;
		const { answerOtherwise } = wire;
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((world, endpoint, answer) => {
			const told = answerOtherwise(world, endpoint, answer);
			return endpoint === 'v2.payouts.list' ? { records: [], total_count: 0, total_page: 0 } : told;
		});
		const additionalFields = { scheduledAt: new Date(Date.now() + WEEK).toISOString() };
		lose(0);
		const settings = { retryOnFail: true, maxTries: 3 };
		const { error } = await pay(parameters({ ...within(0.2), additionalFields }), { settings });
		expect(error?.message).toBe('It is unknown whether the payment wage-0 was made');
		expect(sends()).toBe(1);
	});
});

it('leaves an unknown outcome to the item that has it, when the node goes on', async () => {
	lose(3_600_000);
	const run = await pay(payout(within(0)), { settings: goOn });
	expect(outcomes(run)).toEqual(['unknown', 'created']);
	expect(run.items[0]?.json).toMatchObject({ outcome: 'unknown', external_id: 'wage-0' });
});

it('the error that stops the node names another payment of which nobody knows whether it was made', async () => {
	service.emulator.world.settings.listLagMs = 3_600_000;
	jest.spyOn(service.emulator.account('AUD').payins, 'create').mockImplementationOnce(() => {
		throw unprocessable({ email: 'is blocked' });
	});
	service.fault({ endpoint: 'v2.payins.create', when: 'after', fault: 'reset', nth: 2 });
	const options = { requestTimeout: 5, timeLimit: 10, settleSeconds: 0.3 };
	const { error } = await pay(payin({ options }), {
		nodeTypes: startProcess().nodeTypes,
		items: [
			{ key: 'order-1', amount: 10 },
			{ key: 'order-2', amount: 11 },
		],
	});
	expect(error?.message).toContain('is blocked');
	expect(error?.description).toContain('What became of others is not certain (1): order-2.');
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
	expect(outcomes(run)).toEqual(['created', 'created']);
	expect(service.emulator.account('AUD').payins.payments().payins).toHaveLength(2);
});

it('a refund whose outcome is unknown is called a refund', async () => {
	const uuid = await paidPayin(service);
	service.fault({ endpoint: 'v2.payins.refund', when: 'before', fault: 'reset' });
	const refund = { uuid, refundType: 'full', reason: 'Parcel came late', externalId: 'refund-1', ...within(0.3) };
	const { error } = await pay(operation('payin', 'refund', refund), { items: [{}] });
	expect(error?.message).toBe('It is unknown whether the refund refund-1 was made');
	expect(error?.description).toContain('may refund twice');
});
