import pMap from 'p-map';
import type { Emulator } from '../../emulator/server';
import { PATIENT_SERVICE, startEmulatorInPast } from '../../runtime/emulator';
import { outputJson } from '../../runtime/executionOutput';
import { savePaymentCredential } from '../../runtime/paymentCredential';
import { ServiceAccount, type CreatedPayment } from '../../runtime/serviceAccount';
import { storedExecutions } from '../../runtime/storedExecutions';
import { until } from '../../runtime/until';
import type { Stage } from '../../runtime/stage';
import { end, paymentsNode, workflow } from '../../runtime/workflows';

const HOUR_MS = 3_600_000;
const PAYINS = 300;
const PAYOUTS = 200;
/** Number of payins that are notified before n8n is stopped. */
const BEFORE = 20;
const AT_ONCE = { concurrency: 50 };
const PATIENCE_MS = 180_000;

const BY_WEBHOOK = 'Notified';
const BY_POLLING = 'Looked up';

/** A day without n8n: the service gives up on every notification, and the polling trigger finds what was missed. */
export function outageTests(stage: () => Stage): void {
	describe(`n8n is down for a day while ${PAYINS + PAYOUTS} payments finish`, () => {
		let emulator: Emulator;
		let account: ServiceAccount;

		beforeAll(async () => {
			// A separate service, because the day passes on its clock.
			emulator = await startEmulatorInPast(27 * HOUR_MS, { ...PATIENT_SERVICE, payoutDelayMs: 6 * HOUR_MS });
			account = new ServiceAccount(emulator, 'AUD');
		});

		afterAll(async () => await emulator.close());

		/** Every event that the workflow received, by either trigger. */
		async function told(workflowId: string): Promise<{ by: string; eventId: string; uuid: string; status: string }[]> {
			const executions = await stage().client.executions({ workflowId, status: 'success', includeData: true });
			return executions.flatMap((execution) => {
				const by = execution.mode === 'webhook' ? BY_WEBHOOK : BY_POLLING;
				return outputJson(execution, by).map(({ event_id, uuid, status }) => ({
					by,
					eventId: String(event_id),
					uuid: String(uuid),
					status: String(status),
				}));
			});
		}

		test('after the restart each is emitted once, and none again, by either trigger', async () => {
			const { client, n8n, stopN8n, startN8n } = stage();
			const credential = await savePaymentCredential(client, 'Before the outage', emulator.apiUrl, account);
			const path = 'outage';
			const id = await client.saveWorkflow(
				workflow('Both triggers', [
					paymentsNode('trigger', BY_WEBHOOK, credential, { path }),
					{ ...paymentsNode('pollingTrigger', BY_POLLING, credential, {}), isSecondTrigger: true },
					end('Event'),
				]),
			);
			await client.publish(id);

			const url = `${n8n.url}/webhook/${path}`;
			const create = async (count: number, make: (number: number) => Promise<CreatedPayment>) =>
				await pMap(Array.from({ length: count }), async (_, index) => (await make(index)).uuid, AT_ONCE);
			const early = await create(BEFORE, (number) => account.createPayin(`early-${number}`, url));
			const payins = await create(PAYINS, (number) => account.createPayin(`late-${number}`, url));
			const payouts = await create(PAYOUTS, (number) => account.createPayout(`wage-${number}`, url));
			await pMap(early, (uuid) => account.simulatePayin(uuid), AT_ONCE);
			await account.delivered();
			await client.waitForExecutions(BEFORE, { workflowId: id });

			await stopN8n();
			for (let hour = 0; hour < 24; hour += 1) {
				const now = payins.filter((_, index) => index % 24 === hour);
				await pMap(now, (uuid) => account.simulatePayin(uuid), AT_ONCE);
				await emulator.world.clock.advance(HOUR_MS);
			}
			await account.delivered();
			const missed = emulator.world.notifications.deliveries.filter(({ about }) => !early.includes(about));
			expect(missed).toHaveLength(PAYINS + 2 * PAYOUTS);
			expect(new Set(missed.map(({ state, attempts }) => `${state} after ${attempts.length}`))).toEqual(
				new Set(['given up after 4']),
			);

			await startN8n();
			const wanted = [
				...early.map((uuid) => `${BY_WEBHOOK} ${uuid} received`),
				...payins.map((uuid) => `${BY_POLLING} ${uuid} received`),
				...payouts.map((uuid) => `${BY_POLLING} ${uuid} completed`),
			].sort();
			const seen = async () => (await told(id)).map(({ by, uuid, status }) => `${by} ${uuid} ${status}`).sort();
			await until(async () => (await seen()).length >= wanted.length, {
				withinMs: PATIENCE_MS,
				everyMs: 1_000,
				otherwise: 'The workflow did not get every event',
			});
			expect(await seen()).toEqual(wanted);
			expect(new Set((await told(id)).map(({ eventId }) => eventId)).size).toBe(wanted.length);

			// Republishing polls at once, and the service may redeliver what it had given up on.
			await client.unpublish(id);
			await client.publish(id);
			const final = missed.filter(({ body }) => (body as { status?: string }).status?.toLowerCase() !== 'processing');
			expect(final).toHaveLength(PAYINS + PAYOUTS);
			const { notifications } = emulator.world;
			await pMap(final, async (delivery) => await notifications.redeliver(delivery.id), AT_ONCE);
			expect(new Set(final.map(({ attempts }) => attempts.at(-1)?.status))).toEqual(new Set([200]));
			expect(await seen()).toEqual(wanted);
			const ends = (await storedExecutions(client, id)).map(({ status }) => status);
			expect(new Set(ends)).toEqual(new Set(['success']));
			await client.unpublish(id);
		});
	});
}
