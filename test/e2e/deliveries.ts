import { outputJson } from '../runtime/executionOutput';
import type { Execution } from '../runtime/n8nRecords';
import { storedExecutions } from '../runtime/storedExecutions';
import { inParallel } from './inParallel';
import type { Stage } from './stage';
import { paymentsNode, workflow } from './workflows';

const EVENTS = 1_000;
const AT_ONCE = 50;
const PATIENCE_MS = 240_000;
/** How far the copies of the service's notifications are spread, in milliseconds. */
const SPREAD_MS = 5_000;

/** The switch that the README offers to busy sites. */
const BUSY_SITE = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };

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

		/** Payins that are received: one notification each, delivered by the service as its plan says. Gives their uuids. */
		async function takePayins(url: string, duplicate: number): Promise<string[]> {
			const { account, emulator } = stage();
			const numbers = Array.from({ length: EVENTS }, (_, index) => index);
			const payins = await inParallel(numbers, AT_ONCE, (number) => account.createPayin(`order-${number}`, url));
			const { notifications, clock } = emulator.world;
			notifications.plan({ duplicate, reorder: true, spreadMs: SPREAD_MS });
			await inParallel(payins, AT_ONCE, ({ uuid }) => account.simulatePayin(uuid));
			await clock.advance(SPREAD_MS * (duplicate + 1));
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
	});
}
