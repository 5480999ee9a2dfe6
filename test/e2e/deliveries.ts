import { outputJson } from '../../runtime/executionOutput';
import type { Execution } from '../../runtime/n8nRecords';
import { storedExecutions } from '../../runtime/storedExecutions';
import { inParallel } from './inParallel';
import type { Stage } from './stage';
import { until } from './until';
import { paymentsNode, workflow } from './workflows';

const EVENTS = 1_000;
const AT_ONCE = 50;
const PATIENCE_MS = 240_000;
/** How far the copies of the service's notifications are spread, in milliseconds. */
const SPREAD_MS = 5_000;

/** The switch that the README offers to busy sites. */
const BUSY_SITE = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };

const shuffled = <T>(list: readonly T[]): T[] =>
	list
		.map((one) => ({ one, place: Math.random() }))
		.sort((a, b) => a.place - b.place)
		.map(({ one }) => one);

/** 1,000 real payments, delivered twice and more, in any order, many at a time. */
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
		 * Payins that are received: one notification each, delivered by the service as its plan says. Gives their uuids.
		 * @param meanwhile what is done while they are delivered
		 */
		async function takePayins(url: string, duplicate: number, meanwhile?: () => Promise<void>): Promise<string[]> {
			const { account, emulator } = stage();
			const numbers = Array.from({ length: EVENTS }, (_, index) => index);
			const payins = await inParallel(numbers, AT_ONCE, (number) => account.createPayin(`order-${number}`, url));
			const { notifications, clock } = emulator.world;
			notifications.plan({ duplicate, reorder: true, spreadMs: SPREAD_MS });
			await inParallel(payins, AT_ONCE, ({ uuid }) => account.simulatePayin(uuid));
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

		/** Which payments the executions of a workflow tell of, in order; each execution is read, and has ended well. */
		async function paymentsIn(executions: readonly Execution[]): Promise<string[]> {
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

			// All were answered, and n8n answers 200 only when it holds the execution: there is nothing left to come.
			expect((await storedExecutions(client, id)).length).toBe(EVENTS);
			const executions = await client.waitForExecutions(EVENTS, { workflowId: id, includeData: true }, PATIENCE_MS);
			expect(executions.length).toBe(EVENTS);
			expect(await paymentsIn(executions)).toEqual([...uuids].sort());
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
			await inParallel(shuffled(first), AT_ONCE, async (delivery) => await notifications.redeliver(delivery.id));
			expect(attemptsTo(url).map(({ status }) => status)).toEqual(Array(2 * EVENTS).fill(200));

			expect((await storedExecutions(client, id)).length).toBe(EVENTS);
			// Whatever the kill interrupted is marked as crashed; what had ended tells its payment, none twice.
			const ended = await client.executions({ workflowId: id, status: 'success', includeData: true });
			const told = await paymentsIn(ended);
			expect(uuids).toEqual(expect.arrayContaining(told));
			await client.unpublish(id);
		});

		test('n8n killed in the midst of the deliveries: none lost, and none accepted twice', async () => {
			const { client, emulator, killN8n, startN8n } = stage();
			const { id, url } = await publishTrigger('killed-in-the-midst');
			const accepted = () => attemptsTo(url).filter(({ status }) => status === 200).length;
			const uuids = await takePayins(url, 0, async () => {
				await until(() => accepted() >= EVENTS / 2);
				await killN8n();
			});
			const { notifications } = emulator.world;
			const deliveries = notifications.deliveries.filter((delivery) => delivery.url === url);
			const unanswered = deliveries.filter(({ state }) => state !== 'delivered');
			const inFlight = unanswered.length;
			expect(inFlight).toBeGreaterThan(0);
			expect(accepted()).toBe(EVENTS - inFlight);

			// As the service does: what was not accepted is delivered again, and some of the rest, too.
			await startN8n(BUSY_SITE);
			await inParallel(shuffled(deliveries), AT_ONCE, async ({ id: delivery }) => {
				await notifications.redeliver(delivery);
			});
			expect(accepted()).toBe(EVENTS - inFlight + EVENTS);

			const count = (await storedExecutions(client, id)).length;
			const executions = await client.waitForExecutions(count, { workflowId: id, includeData: true }, PATIENCE_MS);
			const timesOf = (uuid: string) =>
				executions.filter((execution) => JSON.stringify(execution).includes(uuid)).length;
			const beforeKill = new Set(unanswered.map(({ about }) => about));
			expect(uuids.filter((uuid) => timesOf(uuid) === 0)).toEqual([]);
			// n8n may have held an execution and died before it could say so: those few may start twice, nothing else may.
			expect(uuids.filter((uuid) => timesOf(uuid) > (beforeKill.has(uuid) ? 2 : 1))).toEqual([]);
			await client.unpublish(id);
		});
	});
}
