import { setTimeout as pause } from 'node:timers/promises';
import pMap from 'p-map';
import { outputJson } from '../../runtime/executionOutput';
import { until } from '../../runtime/until';
import { end, paymentsNode, workflow } from '../../runtime/workflows';
import type { CopiesResult, Surroundings } from './copies';
import { endedExecutions } from './endedExecutions';

const EVENTS = 200;
/** Events per second. */
const RATE = 4;
const AT_ONCE = 20;
const PATIENCE_MS = 300_000;
/** Polls to wait for after the last event. The second must not emit again what the first emitted. */
const POLLS_AFTER = 2;

const BY_WEBHOOK = 'Notified';
const BY_POLLING = 'Looked up';

/**
 * Makes payins that are paid while a workflow has both triggers: webhook processes get the notifications, and the main
 * process polls every minute. They share only the workflow's static data, which the main process reads at its start. So the
 * package promises nothing here, and the test counts duplicates.
 */
export async function pollBesideWebhooks(surroundings: Surroundings): Promise<CopiesResult> {
	const { client, account, emulator, balancer, credential } = surroundings;
	const path = 'polled-beside';
	const pollTimes = { item: [{ mode: 'everyMinute' }] };
	const id = await client.saveWorkflow(
		workflow('Both triggers', [
			paymentsNode('trigger', BY_WEBHOOK, credential, { path }),
			{ ...paymentsNode('pollingTrigger', BY_POLLING, credential, { pollTimes }), isSecondTrigger: true },
			end('Event'),
		]),
	);
	await client.publish(id);
	const payins = await pMap(
		Array.from({ length: EVENTS }),
		async (_, number) => await account.createPayin(`${path}-${number}`, `${balancer.url}webhook/${path}`),
		{ concurrency: AT_ONCE },
	);
	const before = balancer.passages.length;
	const beginning = Date.now();
	for (const [index, { uuid }] of payins.entries()) {
		await pause(Math.max(0, beginning + (index * 1_000) / RATE - Date.now()));
		await account.simulatePayin(uuid);
	}
	await account.delivered();
	const seconds = (Date.now() - beginning) / 1_000;
	const looks = () => emulator.world.counters.counts()['v2.payouts.list']?.calls ?? 0;
	const last = looks();
	await until(() => looks() >= last + POLLS_AFTER, {
		withinMs: PATIENCE_MS,
		everyMs: 1_000,
		otherwise: 'n8n did not poll',
	});

	const executions = await endedExecutions(client, id);
	await client.unpublish(id);
	const told = executions.flatMap((execution) =>
		outputJson(execution, execution.mode === 'webhook' ? BY_WEBHOOK : BY_POLLING).map(({ uuid }) => String(uuid)),
	);
	const lost = payins.filter(({ uuid }) => !told.includes(uuid)).length;
	return {
		kind: 'by webhook and by polling',
		events: EVENTS,
		deliveries: balancer.passages.length - before,
		toTheOther: 0,
		executions: executions.length,
		duplicates: told.length - new Set(told).size,
		lost,
		rate: EVENTS / seconds,
		promised: 0,
		isSound: lost === 0,
	};
}
