import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pMap from 'p-map';
import type { Emulator } from '../../emulator/server';
import { PATIENT_SERVICE, startEmulatorInPast } from '../../runtime/emulator';
import { outputJson } from '../../runtime/executionOutput';
import { savePaymentCredential, type NamedCredential } from '../../runtime/paymentCredential';
import { ServiceAccount } from '../../runtime/serviceAccount';
import type { Stage } from '../../runtime/stage';
import { storedExecutions } from '../../runtime/storedExecutions';
import { until } from '../../runtime/until';
import { end, paymentsNode, workflow } from '../../runtime/workflows';

const HOUR_MS = 3_600_000;
/** Number of payins that end while n8n is down. The poll after the start emits them together. */
const PAYINS = 20;
/** When n8n is killed: around each of the statements that it writes when a poll emits, in their order. */
const MOMENTS = [
	{ when: 'before', statement: '^UPDATE "workflow_entity" SET "staticData"' },
	{ when: 'after', statement: '^UPDATE "workflow_entity" SET "staticData"' },
	{ when: 'after', statement: '^INSERT INTO "execution_entity"' },
	{ when: 'after', statement: '^INSERT INTO "execution_data"' },
];
/** Delay of the last answer that a poll waits for, in milliseconds. It gives the test time to arm the kill. */
const SLOW_MS = 5_000;
const BY_WEBHOOK = 'Notified';
const BY_POLLING = 'Looked up';

/** The polling trigger in a real n8n, in the hardest cases: killed as it emits, tested manually, first event after a start. */
export function pollingTests(stage: () => Stage): void {
	describe('polling', () => {
		let emulator: Emulator;
		let account: ServiceAccount;
		let credential: NamedCredential;

		beforeAll(async () => {
			emulator = await startEmulatorInPast(3 * HOUR_MS, PATIENT_SERVICE);
			account = new ServiceAccount(emulator, 'AUD');
			credential = await savePaymentCredential(stage().client, 'Polled', emulator.apiUrl, account);
		});
		afterAll(async () => await emulator.close());

		/** A published workflow with both triggers, and the address of its webhook. */
		async function publishBoth(path: string): Promise<{ id: string; url: string }> {
			const { client, n8n } = stage();
			const id = await client.saveWorkflow(
				workflow(`Polls: ${path}`, [
					paymentsNode('trigger', BY_WEBHOOK, credential, { path }),
					{ ...paymentsNode('pollingTrigger', BY_POLLING, credential, {}), isSecondTrigger: true },
					end('Event'),
				]),
			);
			await client.publish(id);
			return { id, url: `${n8n.url}/webhook/${path}` };
		}

		/** How many executions received each payin, including those that a kill cut short. */
		async function timesStarted(workflowId: string): Promise<Map<string, number>> {
			const { client } = stage();
			const stored = await storedExecutions(client, workflowId);
			const times = new Map<string, number>();
			for (const { id } of stored) {
				const text = JSON.stringify((await client.execution(id))?.data ?? {});
				for (const uuid of new Set([...text.matchAll(/"uuid":"([A-Z0-9]+)"/g)].map(([, found]) => found ?? '')))
					times.set(uuid, (times.get(uuid) ?? 0) + 1);
			}
			return times;
		}

		const payinsAt = async (name: string, url: string, count: number) =>
			await pMap(
				Array.from({ length: count }, (_, index) => index),
				async (index) => {
					const { uuid } = await account.createPayin(`${name}-${index}`, url);
					return uuid;
				},
			);

		test('n8n killed as a poll emits: every event starts an execution, by the next poll or by its notification', async () => {
			const { startN8n, stopN8n, userFolder } = stage();
			const killAt = join(userFolder, 'kill-at');
			const env = { NODE_OPTIONS: `--require ${join(__dirname, 'killAtStatement.cjs')}`, KILL_AT: killAt };
			const { faults } = emulator.world;
			const { id, url } = await publishBoth('killed-as-it-emits');
			const all: string[] = [];
			await stopN8n();
			for (const [index, moment] of MOMENTS.entries()) {
				const payins = await payinsAt(`killed-${index}`, url, PAYINS);
				all.push(...payins);
				await pMap(payins, async (uuid) => await account.simulatePayin(uuid));
				await account.delivered();
				// A poll emits after its last answer.
				const firings = faults.firings.length;
				faults.add({ endpoint: 'v2.payouts.list', when: 'after', fault: 'slow', delayMs: SLOW_MS, times: 1 });
				const killed = startN8n(env).then(
					async () => await stage().n8n.ended,
					() => 'before it was ready',
				);
				await until(() => faults.firings.length > firings, {
					everyMs: 1,
					withinMs: 240_000,
					otherwise: 'n8n did not poll',
				});
				writeFileSync(killAt, JSON.stringify(moment));
				await until(() => !existsSync(killAt), {
					withinMs: 120_000,
					otherwise: `n8n did not write ${moment.statement}`,
				});
				await killed;
			}
			await startN8n();
			// The service redelivers what was not acknowledged.
			const { notifications } = emulator.world;
			const open = notifications.deliveries.filter(({ about, state }) => all.includes(about) && state !== 'delivered');
			await pMap(open, async (delivery) => await notifications.redeliver(delivery.id));
			await until(
				async () => [...(await timesStarted(id)).keys()].filter((uuid) => all.includes(uuid)).length === all.length,
				{
					withinMs: 120_000,
					everyMs: 1_000,
					otherwise: 'Events were lost',
				},
			);
			const times = [...(await timesStarted(id)).entries()].filter(([uuid]) => all.includes(uuid));
			const twice = times.filter(([, count]) => count > 1).length;
			console.log(
				`Killed ${MOMENTS.length} times as a poll emitted: ${all.length} events, 0 lost, ${twice} started more than once.`,
			);
			await stage().client.unpublish(id);
		});

		test('tried by hand it shows recent events, and the run ends', async () => {
			const { client } = stage();
			const id = await client.saveWorkflow(
				workflow('Polls: by hand', [paymentsNode('pollingTrigger', BY_POLLING, credential, {}), end('Event')]),
			);
			const [uuid = ''] = await payinsAt('by-hand', 'https://shop.example/nobody', 1);
			await account.simulatePayin(uuid);
			const execution = await client.waitForEnd(await client.run(id, BY_POLLING));
			expect([execution.status, execution.mode]).toEqual(['success', 'manual']);
			expect(outputJson(execution, BY_POLLING)).toEqual(
				expect.arrayContaining([expect.objectContaining({ uuid, status: 'received', source: 'payin' })]),
			);
		});

		test('the first event after a start is handed on once, and known after the next one', async () => {
			const { client, killN8n, startN8n, stopN8n } = stage();
			const { id, url } = await publishBoth('first-event');
			await stopN8n();
			await startN8n();
			const [uuid = ''] = await payinsAt('first', url, 1);
			await account.simulatePayin(uuid);
			await account.delivered();
			await client.waitForExecutions(1, { workflowId: id });
			await killN8n();
			await startN8n();
			const { notifications } = emulator.world;
			const [delivery] = notifications.deliveries.filter(({ about }) => about === uuid);
			await notifications.redeliver(delivery?.id ?? '');
			expect(delivery?.attempts.map(({ status }) => status)).toEqual([200, 200]);
			expect((await timesStarted(id)).get(uuid)).toBe(1);
			await client.unpublish(id);
		});
	});
}
