import { Agent, request } from 'undici';
import type { FaultRequest } from '../../emulator/engine/faults';
import { startEmulator, type Emulator } from '../../emulator/server';

let emulator: Emulator;
// No connection is used twice, so that a fault of one call cannot affect the next.
let agent: Agent;

beforeEach(async () => {
	emulator = await startEmulator({ frozen: true, start: new Date('2031-03-04T00:00:00Z') });
	agent = new Agent({ pipelining: 0 });
});
afterEach(async () => {
	await agent.destroy();
	await emulator.close();
});

type Answer = { status: number; text: string; retryAfter?: string };

async function ask(path: string, body?: object, signal?: AbortSignal): Promise<Answer> {
	const { appId, secretKey } = emulator.account('AUD');
	const answer = await request(`${emulator.apiUrl}${path}`, {
		dispatcher: agent,
		signal,
		method: body === undefined ? 'GET' : 'POST',
		headers: { 'app-id': appId, 'secret-key': secretKey, 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const retryAfter = answer.headers['retry-after'];
	return {
		status: answer.statusCode,
		text: await answer.body.text(),
		...(typeof retryAfter === 'string' ? { retryAfter } : {}),
	};
}

const pay = (externalId = 'wages-1', signal?: AbortSignal): Promise<Answer> =>
	ask(
		'/v2/payouts',
		{
			payout_method_name: 'au_payid_npp_aud',
			currency: 'AUD',
			description: 'March wages',
			webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'x' },
			payout_transaction_details: [
				{
					first_name: 'Ada',
					last_name: 'Byron',
					email: 'ada@shop.example',
					amount: 12.5,
					payout_method_params: { pay_id: 'ada@shop.example', pay_id_type: 'EMAIL' },
					external_id: externalId,
				},
			],
		},
		signal,
	);

const methods = (): Promise<Answer> => ask('/v2/payouts/payout_methods');
const payoutsMade = (): number | undefined => emulator.account('AUD').payouts.summary()['payouts']?.count;
const counts = () => emulator.world.counters.counts()['v2.payouts.create'];

/** What the caller of a payout got: a status, or the error code of the broken connection. */
async function outcome(call: Promise<Answer>): Promise<string> {
	try {
		const { status, text } = await call;
		try {
			JSON.parse(text);
			return String(status);
		} catch {
			return `${status} with a body that is not JSON`;
		}
	} catch (error) {
		return String((error as NodeJS.ErrnoException).code);
	}
}

const struck: [FaultRequest['fault'], Partial<FaultRequest>, string][] = [
	['reset', {}, 'ECONNRESET'],
	['truncate', {}, 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
	['invalid-json', {}, '200 with a body that is not JSON'],
	['status', { status: 429, retryAfter: '7' }, '429'],
	['status', { status: 500 }, '500'],
	['status', { status: 502 }, '502'],
	['status', { status: 503 }, '503'],
];

describe.each(struck)('%s %p', (fault, rule, met) => {
	it.each([
		['before', 0],
		['after', 1],
	] as const)('%s the effect leaves %i payouts', async (when, made) => {
		emulator.world.faults.add({ endpoint: 'v2.payouts.create', when, fault, nth: 1, ...rule });
		expect(await outcome(pay())).toBe(met);
		expect(payoutsMade()).toBe(made);
		expect(emulator.world.faults.firings).toEqual([
			expect.objectContaining({
				endpoint: 'v2.payouts.create',
				fault,
				when,
				call: 1,
				externalIds: ['wages-1'],
				effect: made === 1,
			}),
		]);
		expect(counts()).toEqual({ calls: 1, handled: made, byStatus: { [rule.status ?? fault]: 1 } });

		expect(await outcome(pay('wages-2'))).toBe('200');
		expect(payoutsMade()).toBe(made + 1);
	});
});

describe('an answer that does not come in time', () => {
	it.each([
		['before', 0],
		['after', 1],
	] as const)('stalls %s the effect until the caller gives up: %i payouts', async (when, made) => {
		emulator.world.faults.add({ endpoint: 'v2.payouts.create', when, fault: 'stall' });
		const patience = new AbortController();
		const call = pay('wages-1', patience.signal);
		while (counts()?.byStatus['stall'] !== 1) await new Promise((resolve) => setImmediate(resolve));
		patience.abort();
		await expect(call).rejects.toThrow('aborted');
		expect(payoutsMade()).toBe(made);
	});

	it('stalls no longer than the emulator runs', async () => {
		emulator.world.faults.add({ endpoint: '*', fault: 'stall' });
		const call = outcome(methods());
		while (emulator.world.faults.firings.length === 0) await new Promise((resolve) => setImmediate(resolve));
		await emulator.close();
		expect(await call).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
	});

	it.each(['before', 'after'] as const)('is slow %s the effect, and right in the end', async (when) => {
		emulator.world.faults.add({ endpoint: 'v2.payouts.create', when, fault: 'slow', delayMs: 30 });
		const started = performance.now();
		expect(await outcome(pay())).toBe('200');
		expect(performance.now() - started).toBeGreaterThanOrEqual(28);
		expect(payoutsMade()).toBe(1);
	});

	it('pays although the caller has gone away during a slow answer', async () => {
		emulator.world.faults.add({ endpoint: 'v2.payouts.create', fault: 'slow', delayMs: 20 });
		const patience = new AbortController();
		const call = pay('wages-1', patience.signal);
		while (emulator.world.faults.firings.length === 0) await new Promise((resolve) => setImmediate(resolve));
		patience.abort();
		await expect(call).rejects.toThrow('aborted');
		while (payoutsMade() === 0) await new Promise((resolve) => setImmediate(resolve));
		expect(payoutsMade()).toBe(1);
	});
});

describe('which calls a rule strikes', () => {
	const refuse = { fault: 'status', status: 503 } as const;

	async function statuses(calls: number): Promise<number[]> {
		const met: number[] = [];
		for (let call = 0; call < calls; call++) met.push((await methods()).status);
		return met;
	}

	it.each([
		[2, [200, 503, 200, 200]],
		[
			[1, 4],
			[503, 200, 200, 503],
		],
		[{ from: 2, to: 3 }, [200, 503, 503, 200]],
	] as const)('nth %p', async (nth, met) => {
		emulator.world.faults.add({ endpoint: 'v2.payouts.methods', nth: nth as FaultRequest['nth'], ...refuse });
		expect(await statuses(4)).toEqual(met);
	});

	it('stops after so many times', async () => {
		emulator.world.faults.add({ endpoint: '*', times: 2, ...refuse });
		expect(await statuses(4)).toEqual([503, 503, 200, 200]);
	});

	it('leaves other endpoints alone, and counts only the calls it concerns', async () => {
		emulator.world.faults.add({ endpoint: ['v2.payouts.methods', 'v3.methods'], nth: 2, ...refuse });
		expect((await ask('/v2/payins/payin_methods')).status).toBe(200);
		expect((await methods()).status).toBe(200);
		expect((await ask('/v3/payin_methods')).status).toBe(503);
	});

	it('strikes one external_id, on the request or within a batch', async () => {
		emulator.world.faults.add({ endpoint: '*', match: { external_id: 'wages-2' }, ...refuse });
		expect(await outcome(pay('wages-1'))).toBe('200');
		expect(await outcome(pay('wages-2'))).toBe('503');
		expect((await ask('/v2/payouts/all?from_date=2031-03-01&to_date=2031-03-05&external_id=wages-2')).status).toBe(503);
	});

	it('strikes the same calls by chance whenever the seed is the same', async () => {
		const run = async (): Promise<number[]> => {
			await emulator.reset();
			emulator.world.faults.add({ endpoint: '*', probability: 0.3, ...refuse });
			return await statuses(60);
		};
		const first = await run();
		const share = first.filter((status) => status === 503).length / first.length;
		expect(share).toBeGreaterThan(0.1);
		expect(share).toBeLessThan(0.5);
		expect(await run()).toEqual(first);
	});

	it('ends with its removal', async () => {
		const { id } = emulator.world.faults.add({ endpoint: '*', ...refuse });
		emulator.world.faults.add({ endpoint: '*', ...refuse });
		expect(emulator.world.faults.remove(id)).toBe(1);
		expect(await statuses(1)).toEqual([503]);
		expect(emulator.world.faults.remove()).toBe(1);
		expect(await statuses(1)).toEqual([200]);
	});
});

it.each([['7'], ['Tue, 04 Mar 2031 00:00:30 GMT']])('sends Retry-After %s as it is given', async (retryAfter) => {
	emulator.world.faults.add({ endpoint: '*', fault: 'status', status: 429, retryAfter });
	const answer = await methods();
	expect(answer).toMatchObject({ status: 429, retryAfter });
	expect(JSON.parse(answer.text)).toEqual({ errors: { code: 'TOO_MANY_REQUESTS', message: 'Too many requests' } });
});
