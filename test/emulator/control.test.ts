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
