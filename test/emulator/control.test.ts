import { startEmulator, type Emulator } from '../../emulator/server';
import { startReceiver, type Receiver } from './receiver';

const start = new Date('2031-03-04T00:00:00Z');

let emulator: Emulator;
let receiver: Receiver;

beforeEach(async () => {
	receiver = await startReceiver();
	emulator = await startEmulator({ start, frozen: true, payoutDelayMs: 1_000 });
});
afterEach(async () => {
	await emulator.close();
	await receiver.close();
});

interface Answer {
	status: number;
	body: Record<string, unknown>;
}

async function control(method: string, command: string, body?: unknown): Promise<Answer> {
	const answer = await fetch(`${emulator.controlUrl}/${command}`, {
		method,
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

async function pay(externalId: string): Promise<string> {
	const { appId, secretKey } = emulator.account('AUD');
	const answer = await fetch(`${emulator.apiUrl}/v2/payouts`, {
		method: 'POST',
		headers: { 'app-id': appId, 'secret-key': secretKey, 'content-type': 'application/json' },
		body: JSON.stringify({
			payout_method_name: 'au_payid_npp_aud',
			currency: 'AUD',
			description: 'March wages',
			webhook_notification: receiver.target,
			external_id: externalId,
			payout_transaction_details: [
				{
					first_name: 'Ada',
					last_name: 'Byron',
					email: 'ada@shop.example',
					amount: 12.5,
					payout_method_params: { pay_id: 'ada@shop.example', pay_id_type: 'EMAIL' },
				},
			],
		}),
	});
	expect(answer.status).toBe(200);
	return ((await answer.json()) as { uuid: string }).uuid;
}

it('reports its health', async () => {
	expect(await control('GET', 'health')).toEqual({
		status: 200,
		body: { status: 'ok', now: start.toISOString(), baseUrl: emulator.url },
	});
});

it('gives the credentials of every currency, and changes what was agreed with a merchant', async () => {
	const { body } = await control('GET', 'accounts');
	const accounts = body['accounts'] as Record<string, unknown>[];
	const { appId, secretKey, webhookSecretKey } = emulator.account('AUD');
	expect(body['apiUrl']).toBe(emulator.apiUrl);
	expect(accounts[0]).toEqual({
		currency: 'AUD',
		appId,
		secretKey,
		webhookSecretKey,
		approvals: false,
		australian: true,
	});
	expect(accounts).toHaveLength(27);
	expect(new Set(accounts.map((account) => account['appId'])).size).toBe(27);
	expect(
		accounts.every(
			(account) =>
				/^app-[0-9a-f]{32}$/.test(String(account['appId'])) &&
				/^sandbox_[0-9a-f]{64}$/.test(String(account['secretKey'])),
		),
	).toBe(true);

	await control('POST', 'accounts', { currency: 'AUD', approvals: true, webhookSecretKey: null });
	expect(emulator.account('AUD')).toMatchObject({ approvals: true, webhookSecretKey: null });
});

it('moves the clock by a time and to a time, running what is due and waiting for its notifications', async () => {
	await pay('wages-1');
	expect(await control('POST', 'clock', { advance: 1_000 })).toMatchObject({
		status: 200,
		body: { now: '2031-03-04T00:00:01.000Z', frozen: true },
	});
	expect(receiver.arrivals.at(-1)?.body).toMatchObject({ status: 'processing' });
	await control('POST', 'clock', { to: '2031-03-05T00:00:00+00:00' });
	expect(receiver.arrivals.at(-1)?.body).toMatchObject({ status: 'completed' });
	expect((await control('GET', 'clock')).body).toMatchObject({ now: '2031-03-05T00:00:00.000Z', waiting: 0 });
});

it('changes settings that take effect at once', async () => {
	expect((await control('POST', 'settings', { payoutDelayMs: 60_000 })).body).toMatchObject({ payoutDelayMs: 60_000 });
	await pay('wages-1');
	await control('POST', 'clock', { advance: 59_999 });
	expect(receiver.arrivals).toEqual([]);
	await control('POST', 'clock', { advance: 1 });
	expect(receiver.arrivals).toHaveLength(1);
});

it('lists deliveries with their answers, plans them and sends them again', async () => {
	await control('POST', 'deliveries/plan', { duplicate: 1, source: 'payout' });
	const uuid = await pay('wages-1');
	await control('POST', 'clock', { advance: 1_000 });
	await control('POST', 'deliveries/idle');
	const { body } = await control('GET', `deliveries?about=${uuid}`);
	expect(body).toMatchObject({
		plan: { duplicate: 1, source: 'payout' },
		total: 2,
		deliveries: [
			{
				id: '1',
				source: 'payout',
				about: uuid,
				url: receiver.target.endpoint_url,
				state: 'delivered',
				attempts: [{ status: 200 }],
			},
			{ id: '2', copyOf: '1', attempts: [{ status: 200 }] },
		],
	});
	expect(await control('POST', 'deliveries/1/redeliver')).toMatchObject({
		status: 200,
		body: { attempts: [{ manual: false }, { manual: true }] },
	});
	expect(receiver.arrivals).toHaveLength(3);
	expect(await control('POST', 'deliveries/99/redeliver')).toMatchObject({
		status: 422,
		body: { error: 'There is no delivery 99' },
	});
	expect((await control('GET', 'deliveries?source=payin')).body['total']).toBe(0);
	expect((await control('DELETE', 'deliveries/plan')).body).toEqual({ plan: null });
});

it('adds, lists and removes faults', async () => {
	const { body: rule } = await control('POST', 'faults', {
		id: 'storm',
		endpoint: '*',
		fault: 'status',
		status: 503,
		probability: 0.5,
	});
	expect(rule).toMatchObject({ id: 'storm', when: 'before', probability: 0.5 });
	expect((await control('GET', 'faults')).body).toEqual({ rules: [rule], firings: [] });
	expect((await control('DELETE', 'faults/storm')).body).toEqual({ removed: 1 });
	expect((await control('DELETE', 'faults')).body).toEqual({ removed: 0 });
});

it('counts calls and keeps books that agree with what was paid', async () => {
	for (const id of ['wages-1', 'wages-2']) await pay(id);
	await control('POST', 'clock', { advance: 10_000 });
	expect((await control('GET', 'counters')).body).toEqual({
		'v2.payouts.create': { calls: 2, handled: 2, byStatus: { 200: 2 } },
	});
	expect((await control('GET', 'books')).body).toMatchObject({
		AUD: { currency: 'AUD', balanced: true, payments: { payouts: { count: 2, sum: '25', byStatus: { settled: 2 } } } },
		JPY: { payments: { payouts: { count: 0, sum: '0' } }, balances: { available: '10000000' } },
	});
	await control('DELETE', 'counters');
	expect((await control('GET', 'counters')).body).toEqual({});
});

it('decides on payouts that approvals hold; the first decision stands', async () => {
	await control('POST', 'accounts', { currency: 'AUD', approvals: true });
	const [paid, refused] = [await pay('wages-1'), await pay('wages-2')];
	await control('POST', 'clock', { advance: 60_000 });
	expect(receiver.arrivals).toEqual([]);

	expect((await control('POST', 'approvals', { uuid: paid, decision: 'approve' })).status).toBe(200);
	expect((await control('POST', 'approvals', { uuid: refused, decision: 'reject' })).status).toBe(200);
	expect((await control('POST', 'approvals', { uuid: refused, decision: 'approve' })).status).toBe(409);
	expect(await control('POST', 'approvals', { uuid: 'NOBODY', decision: 'approve' })).toEqual({
		status: 422,
		body: { error: 'There is no payout NOBODY' },
	});
	await control('POST', 'clock', { advance: 60_000 });
	const last = (uuid: string) => receiver.arrivals.filter(({ body }) => body['uuid'] === uuid).at(-1)?.body['status'];
	expect([last(paid), last(refused)]).toEqual(['completed', 'Rejected']);
});

it('seeds a history and returns its sums', async () => {
	const seed = { currency: 'AUD', count: 500, from: '2031-01-01T00:00:00Z', to: '2031-02-01T00:00:00Z', seed: 7 };
	const { status, body } = await control('POST', 'seed/history', seed);
	expect(status).toBe(200);
	expect(body).toMatchObject({
		currency: 'AUD',
		count: 500,
		moneyIn: expect.stringMatching(/^\d+(\.\d+)?$/) as string,
	});
	expect((await control('GET', 'books')).body).toMatchObject({ AUD: { balanced: true } });
});

it('starts over with the same credentials, and forgets everything else', async () => {
	const credentials = (await control('GET', 'accounts')).body;
	const first = await pay('wages-1');
	await control('POST', 'faults', { endpoint: 'v2.cards.list', fault: 'reset' });
	await control('POST', 'clock', { advance: 500 });

	expect((await control('POST', 'reset')).body).toEqual({ now: start.toISOString(), seed: 1 });
	expect((await control('GET', 'accounts')).body).toEqual(credentials);
	expect((await control('GET', 'counters')).body).toEqual({});
	expect((await control('GET', 'faults')).body).toEqual({ rules: [], firings: [] });
	expect((await control('GET', 'books')).body).toMatchObject({ AUD: { payments: { payouts: { count: 0 } } } });
	await control('POST', 'clock', { advance: 60_000 });
	expect(receiver.arrivals).toEqual([]);
	expect(await pay('wages-1')).toBe(first);

	expect((await control('POST', 'reset', { seed: 2, start: '2032-01-01T00:00:00Z' })).body).toEqual({
		now: '2032-01-01T00:00:00.000Z',
		seed: 2,
	});
	expect((await control('GET', 'accounts')).body).not.toEqual(credentials);
});

describe('a command that makes no sense', () => {
	it.each([
		['POST', 'clock', {}, 'give either advance'],
		['POST', 'clock', { advance: -1 }, 'advance'],
		['POST', 'clock', { to: '2030-01-01T00:00:00Z' }, 'Time moves forward only'],
		['POST', 'reset', { start: 'tomorrow' }, 'start'],
		['POST', 'settings', { payoutDelay: 1 }, 'payoutDelay'],
		['POST', 'deliveries/plan', { source: 'payrun' }, 'source'],
		['POST', 'accounts', { currency: 'XXX' }, 'No account holds XXX'],
		['POST', 'approvals', { uuid: 'P1', decision: 'perhaps' }, 'decision'],
		[
			'POST',
			'seed/history',
			{ currency: 'AUD', count: 0, from: '2031-01-01T00:00:00Z', to: '2031-01-02T00:00:00Z' },
			'count',
		],
	])('%s %s %p is refused with the reason', async (method, command, body, reason) => {
		const answer = await control(method, command, body);
		expect(answer.status).toBe(422);
		expect(answer.body['error']).toContain(reason);
	});

	it('answers what it cannot read with 400, and what it does not know with 404', async () => {
		const broken = await fetch(`${emulator.controlUrl}/clock`, { method: 'POST', body: '{"advance":' });
		expect([broken.status, await broken.json()]).toEqual([400, { error: 'The body is not JSON' }]);
		expect(await control('GET', 'nothing')).toEqual({
			status: 404,
			body: { error: 'There is no GET /_control/nothing' },
		});
	});
});
