import { randomInt } from 'node:crypto';
import { startEmulator, type Emulator } from '../../emulator/server';
import { outputJson } from '../../runtime/executionOutput';
import { storedExecutions } from '../../runtime/storedExecutions';
import { inParallel } from './inParallel';
import { ServiceAccount, type CreatedPayment } from './serviceAccount';
import type { Stage } from './stage';
import { end, paymentsNode, workflow } from './workflows';

const HOUR_MS = 3_600_000;
const PAYINS = 300;
const PAYOUTS = 200;
/** Payins that come before n8n is stopped, by webhook. */
const BEFORE = 20;
const AT_ONCE = 50;

const BY_WEBHOOK = 'Notified';
const BY_POLLING = 'Looked up';

/** A day without n8n: every try of the service fails, and the polling trigger finds what was missed. */
export function outageTests(stage: () => Stage): void {
	describe(`n8n is down for a day while ${PAYINS + PAYOUTS} payments finish`, () => {
		let emulator: Emulator;
		let account: ServiceAccount;

		beforeAll(async () => {
			// A service of its own, a day and some hours back: the day passes on its clock alone.
			emulator = await startEmulator({
				seed: randomInt(2 ** 32),
				start: new Date(Date.now() - 27 * HOUR_MS),
				payoutDelayMs: 6 * HOUR_MS,
				notificationTimeoutMs: 120_000,
			});
			account = new ServiceAccount(emulator, 'AUD');
		});

		afterAll(async () => await emulator.close());

		/** What the workflow was told, by whichever trigger: event id and payment. */
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
			const { client, credentialWith, n8n, stopN8n, startN8n } = stage();
			const { appId, secretKey, webhookSecretKey } = account;
			const credential = await credentialWith('Before the outage', {
				baseUrl: emulator.apiUrl,
				appId,
				secretKey,
				webhookSecretKey,
			});
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
				(
					await inParallel(
						Array.from({ length: count }, (_, index) => index),
						AT_ONCE,
						make,
					)
				).map(({ uuid }) => uuid);
			const early = await create(BEFORE, (number) => account.createPayin(`early-${number}`, url));
			const payins = await create(PAYINS, (number) => account.createPayin(`late-${number}`, url));
			const payouts = await create(PAYOUTS, (number) => account.createPayout(`wage-${number}`, url));
			await inParallel(early, AT_ONCE, (uuid) => account.simulatePayin(uuid));
			await account.delivered();
			await client.waitForExecutions(BEFORE, { workflowId: id });

			await stopN8n();
			for (let hour = 0; hour < 24; hour += 1) {
				const now = payins.filter((_, index) => index % 24 === hour);
				await inParallel(now, AT_ONCE, (uuid) => account.simulatePayin(uuid));
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
			const deadline = Date.now() + 180_000;
			while ((await seen()).length < wanted.length && Date.now() < deadline)
				await new Promise((resolve) => setTimeout(resolve, 1_000));
			expect(await seen()).toEqual(wanted);
			expect(new Set((await told(id)).map(({ eventId }) => eventId)).size).toBe(wanted.length);

			// Published anew it polls at once; and the service may deliver again what it had given up.
			await client.unpublish(id);
			await client.publish(id);
			const final = missed.filter(({ body }) => (body as { status?: string }).status?.toLowerCase() !== 'processing');
			expect(final).toHaveLength(PAYINS + PAYOUTS);
			const { notifications } = emulator.world;
			await inParallel(final, AT_ONCE, async (delivery) => await notifications.redeliver(delivery.id));
			expect(new Set(final.map(({ attempts }) => attempts.at(-1)?.status))).toEqual(new Set([200]));
			expect(await seen()).toEqual(wanted);
			const ends = (await storedExecutions(client, id)).map(({ status }) => status);
			expect(new Set(ends)).toEqual(new Set(['success']));
			await client.unpublish(id);
		});
	});
}
