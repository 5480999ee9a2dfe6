import { createHmac } from 'crypto';
import type { DeliveryPlan } from '../../emulator/engine/notifications';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../emulator/server';
import { startReceiver, type Reaction, type Receiver, type Script } from './receiver';

const start = new Date('2031-03-04T00:00:00Z');
const MINUTE = 60_000;

let emulator: Emulator;
let receiver: Receiver;

async function begin(script?: Script, options: EmulatorOptions = {}): Promise<void> {
	receiver = await startReceiver(script);
	emulator = await startEmulator({ start, frozen: true, ...options });
}
afterEach(async () => {
	await emulator.close();
	await receiver.close();
});

/** Sends a gateway link notification, which has the smallest body. */
const notify = (payment_id: number): void =>
	emulator.world.notifications.send(emulator.account('AUD'), {
		source: 'gatewayLink',
		about: `payment-${payment_id}`,
		target: receiver.target,
		body: { payment_id, order_id: 'ord-1', status: 'received' },
	});

const { advance, idle, deliveries } = {
	advance: (milliseconds: number) => emulator.world.clock.advance(milliseconds),
	idle: () => emulator.world.notifications.idle(),
	deliveries: () => emulator.world.notifications.deliveries,
};
const arrived = (): unknown[] => receiver.arrivals.map(({ body }) => body['payment_id']);

describe('one notification', () => {
	it('is a POST of JSON with the authorization value the merchant chose, signed over its raw body', async () => {
		await begin();
		notify(1);
		await idle();
		const [arrival] = receiver.arrivals;
		expect(arrival?.body).toEqual({ payment_id: 1, order_id: 'ord-1', status: 'received' });
		expect(arrival?.headers).toMatchObject({
			'content-type': 'application/json',
			authorization: receiver.target.authorization_header,
			'x-signature': createHmac('sha256', emulator.account('AUD').webhookSecretKey ?? '')
				.update(arrival?.text ?? '')
				.digest('hex'),
		});
		expect(deliveries()).toMatchObject([
			{
				id: '1',
				about: 'payment-1',
				currency: 'AUD',
				state: 'delivered',
				attempts: [{ at: start.toISOString(), status: 200 }],
			},
		]);
	});

	it('is unsigned without a webhook secret key, and keeps the authorization value to itself', async () => {
		await begin(undefined, { webhookSecretKey: null });
		notify(1);
		await idle();
		expect(receiver.arrivals[0]?.headers).not.toHaveProperty('x-signature');
		expect(JSON.stringify(deliveries())).not.toContain(receiver.target.authorization_header);
	});

	it('never breaks the contract', async () => {
		await begin();
		const send = () =>
			emulator.world.notifications.send(emulator.account('AUD'), {
				source: 'payout',
				about: 'P1',
				target: receiver.target,
				body: { uuid: 'P1' },
			});
		expect(send).toThrow('The payout notification of P1 breaks the contract');
		expect(deliveries()).toEqual([]);
	});
});

describe('retries', () => {
	it.each([
		[[500, 200], 'delivered', [0, 15]],
		[[201, 400, 302, 200], 'delivered', [0, 15, 30, 45]],
		[['reset', 401, 'reset', 200], 'delivered', [0, 15, 30, 45]],
		[[500, 500, 500, 500, 200], 'given up', [0, 15, 30, 45]],
	] as [Reaction[], string, number[]][])('after %p it is %s, tried at minutes %p', async (answers, state, minutes) => {
		await begin((nth) => answers[nth - 1] ?? 200);
		notify(1);
		await advance(24 * 60 * MINUTE);
		const [delivery] = deliveries();
		expect(delivery?.state).toBe(state);
		expect(delivery?.attempts.map(({ at }) => (Date.parse(at) - start.getTime()) / MINUTE)).toEqual(minutes);
		expect(delivery?.attempts.map(({ status }) => status ?? 'reset')).toEqual(answers.slice(0, minutes.length));
		expect(receiver.arrivals).toHaveLength(minutes.length);
	});

	it('waits for its time', async () => {
		await begin(() => 500);
		notify(1);
		await advance(15 * MINUTE - 1);
		expect(receiver.arrivals).toHaveLength(1);
		expect(deliveries()[0]?.state).toBe('retrying');
		await advance(1);
		expect(receiver.arrivals).toHaveLength(2);
	});

	it('waits no longer than its limit for a receiver that never answers', async () => {
		await begin(() => 'stall', { notificationTimeoutMs: 20, notificationRetries: 0 });
		notify(1);
		await advance(1);
		expect(deliveries()).toMatchObject([
			{ state: 'given up', attempts: [{ failure: expect.stringContaining('Timeout') as string }] },
		]);
	});

	it('delivers what is due at the same time in parallel, within the bound', async () => {
		let open = 0;
		let most = 0;
		await begin(
			async (nth) => {
				open += 1;
				most = Math.max(most, open);
				// Answers late, so that every delivery that can run in parallel has started.
				for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
				open -= 1;
				return nth <= 20 ? 500 : 200;
			},
			{ notificationConcurrency: 4 },
		);
		for (let payment = 1; payment <= 20; payment++) notify(payment);
		await advance(15 * MINUTE);
		expect(receiver.arrivals).toHaveLength(40);
		expect(most).toBe(4);
		expect(deliveries().every(({ state, attempts }) => state === 'delivered' && attempts.length === 2)).toBe(true);
	});

	it('leaves nothing waiting after the emulator has stopped in the middle of a delivery', async () => {
		await begin(() => 'stall');
		notify(1);
		while (receiver.arrivals.length === 0) await new Promise((resolve) => setImmediate(resolve));
		await emulator.close();
		expect(emulator.world.clock.waiting).toBe(0);
	});
});

describe('a plan for coming deliveries', () => {
	const plan = (next: DeliveryPlan): void => emulator.world.notifications.plan(next);

	it('delivers twice what the service would deliver once', async () => {
		await begin();
		plan({ duplicate: 1, count: 2 });
		for (const payment of [1, 2, 3]) notify(payment);
		await idle();
		expect(arrived().sort()).toEqual([1, 1, 2, 2, 3]);
		expect(deliveries().map(({ copyOf }) => copyOf)).toEqual([undefined, '1', undefined, '3', undefined]);
		expect(new Set(receiver.arrivals.map(({ text }) => text)).size).toBe(3);
	});
});

describe('sending again by hand', () => {
	it('repeats the same bytes, and is told apart from the service’s own tries', async () => {
		await begin();
		notify(1);
		await idle();
		const delivery = await emulator.world.notifications.redeliver('1');
		expect(delivery.attempts.map(({ manual }) => manual)).toEqual([false, true]);
		expect(receiver.arrivals[1]?.text).toBe(receiver.arrivals[0]?.text);
		expect(receiver.arrivals[1]?.headers.authorization).toBe(receiver.target.authorization_header);
	});
});
