import pMap from 'p-map';
import { outputJson } from '../../runtime/executionOutput';
import { BUSY_SITE } from '../../runtime/n8n';
import type { Execution } from '../../runtime/n8nRecords';
import type { Stage } from '../../runtime/stage';
import { storedExecutions } from '../../runtime/storedExecutions';
import { until } from '../../runtime/until';
import { paymentsNode, workflow } from '../../runtime/workflows';

const EVENTS = 1_000;
const AT_ONCE = { concurrency: 50 };
const PATIENCE_MS = 240_000;
/** Time over which the copies of notifications are spread, in milliseconds. */
const SPREAD_MS = 5_000;

const shuffled = <T>(list: readonly T[]): T[] =>
	list
		.map((one) => ({ one, place: Math.random() }))
		.sort((a, b) => a.place - b.place)
		.map(({ one }) => one);

/** The events of 1,000 payments, each delivered at least twice, in any order, many at a time. */
export function deliveryTests(stage: () => Stage): void {
	describe(`deliveries of ${EVENTS.toLocaleString('en')} events`, () => {
		beforeAll(async () => {
			await stage().stopN8n();
			await stage().startN8n(BUSY_SITE);
		});

		async function publishTrigger(path: string): Promise<{ id: string; url: string }> {
			const { client, credential, n8n } = stage();
			const id = await client.saveWorkflow(
				workflow(`Events at ${path}`, [paymentsNode('trigger', 'Payments', credential, { path })]),
			);
			await client.publish(id);
			return { id, url: `${n8n.url}/webhook/${path}` };
		}

		/**
		 * Makes payins that are paid, so that the service notifies each of them. Returns their uuids.
		 * @param duplicate how many copies of each notification the service sends
		 * @param meanwhile what to do during delivery
		 */
		async function takePayins(url: string, duplicate: number, meanwhile?: () => Promise<void>): Promise<string[]> {
			const { account, emulator } = stage();
			const numbers = Array.from({ length: EVENTS }, (_, index) => index);
			const payins = await pMap(numbers, (number) => account.createPayin(`order-${number}`, url), AT_ONCE);
			const { notifications, clock } = emulator.world;
			notifications.plan({ duplicate, reorder: true, spreadMs: SPREAD_MS });
			await pMap(payins, ({ uuid }) => account.simulatePayin(uuid), AT_ONCE);
			await Promise.all([clock.advance(SPREAD_MS * (duplicate + 1)), meanwhile?.()]);
			await account.delivered();
			notifications.plan(null);
			return payins.map(({ uuid }) => uuid);
		}

		function attemptsTo(url: string) {
			return stage()
				.emulator.world.notifications.deliveries.filter((delivery) => delivery.url === url)
				.flatMap(({ attempts }) => attempts);
		}

		/** The sorted uuids of the payments in executions. Expects each to hold one event, and no event twice. */
		function paymentsIn(executions: readonly Execution[]): string[] {
			const items = executions.flatMap((execution) => outputJson(execution, 'Payments'));
			expect(items).toHaveLength(executions.length);
			expect(new Set(items.map(({ event_id }) => event_id)).size).toBe(items.length);
			expect(new Set(items.map(({ event_type }) => event_type))).toEqual(new Set(['payin.received']));
			return items.map(({ uuid }) => String(uuid)).sort();
		}

		test('each delivered twice and shuffled, 50 at a time: one execution per event', async () => {
			const { client } = stage();
			const { id, url } = await publishTrigger('twice-and-shuffled');
			const uuids = await takePayins(url, 1);
			const attempts = attemptsTo(url);
			expect(attempts.length).toBe(2 * EVENTS);
			expect(new Set(attempts.map(({ status, failure }) => failure ?? status))).toEqual(new Set([200]));

			// All were answered, and n8n answers 200 only after it has stored the execution, so no others will follow.
			expect((await storedExecutions(client, id)).length).toBe(EVENTS);
			const executions = await client.waitForExecutions(EVENTS, { workflowId: id, includeData: true }, PATIENCE_MS);
			expect(executions.length).toBe(EVENTS);
			expect(paymentsIn(executions)).toEqual([...uuids].sort());
			await client.unpublish(id);
		});

		test('n8n killed between the first and the second deliveries: still one execution per event', async () => {
			const { client, emulator, killN8n, startN8n } = stage();
			const { id, url } = await publishTrigger('killed-between');
			const uuids = await takePayins(url, 0);
			await killN8n();
			expect(attemptsTo(url).map(({ status }) => status)).toEqual(Array(EVENTS).fill(200));

			await startN8n(BUSY_SITE);
			const { notifications } = emulator.world;
			const first = notifications.deliveries.filter((delivery) => delivery.url === url);
			await pMap(shuffled(first), async (delivery) => await notifications.redeliver(delivery.id), AT_ONCE);
			expect(attemptsTo(url).map(({ status }) => status)).toEqual(Array(2 * EVENTS).fill(200));

			expect((await storedExecutions(client, id)).length).toBe(EVENTS);
			// n8n marks interrupted executions as crashed. Among the others, no payment may appear twice.
			const ended = await client.executions({ workflowId: id, status: 'success', includeData: true });
			expect(uuids).toEqual(expect.arrayContaining(paymentsIn(ended)));
			await client.unpublish(id);
		});

		test('n8n killed in the midst of the deliveries: none lost, and none accepted twice', async () => {
			const { client, emulator, killN8n, startN8n } = stage();
			const { id, url } = await publishTrigger('killed-in-the-midst');
			const accepted = () => attemptsTo(url).filter(({ status }) => status === 200).length;
			const uuids = await takePayins(url, 0, async () => {
				await until(() => accepted() >= EVENTS / 2, {
					everyMs: 20,
					otherwise: 'n8n did not accept half of the events',
				});
				await killN8n();
			});
			const { notifications } = emulator.world;
			const deliveries = notifications.deliveries.filter((delivery) => delivery.url === url);
			const unanswered = deliveries.filter(({ state }) => state !== 'delivered');
			const inFlight = unanswered.length;
			expect(inFlight).toBeGreaterThan(0);
			expect(accepted()).toBe(EVENTS - inFlight);

			// The service redelivers what was not accepted, and may redeliver what was.
			await startN8n(BUSY_SITE);
			await pMap(shuffled(deliveries), async (delivery) => await notifications.redeliver(delivery.id), AT_ONCE);
			expect(accepted()).toBe(EVENTS - inFlight + EVENTS);

			const count = (await storedExecutions(client, id)).length;
			const executions = await client.waitForExecutions(count, { workflowId: id, includeData: true }, PATIENCE_MS);
			const timesOf = (uuid: string) =>
				executions.filter((execution) => JSON.stringify(execution).includes(uuid)).length;
			const beforeKill = new Set(unanswered.map(({ about }) => about));
			expect(uuids.filter((uuid) => timesOf(uuid) === 0)).toEqual([]);
			// n8n may have stored an execution and died before it could answer. Only those few may start twice.
			expect(uuids.filter((uuid) => timesOf(uuid) > (beforeKill.has(uuid) ? 2 : 1))).toEqual([]);
			await client.unpublish(id);
		});
	});
}
