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

const END = 'Event';

/**
 * Makes payins that are paid while a workflow has both triggers: webhook processes get the notifications, the main process
 * polls every minute, and two workers run what both start. Each event goes on once.
 * @param amid what happens to n8n when half of the events have come: what is running then may be lost, and nothing else
 */
export async function pollBesideWebhooks(
	surroundings: Surroundings,
	amid?: () => Promise<void>,
): Promise<CopiesResult> {
	const { client, account, emulator, balancer, credential } = surroundings;
	const path = amid ? 'polled-beside-killed' : 'polled-beside';
	const pollTimes = { item: [{ mode: 'everyMinute' }] };
	const id = await client.saveWorkflow(
		workflow(`Both triggers ${path}`, [
			paymentsNode('trigger', BY_WEBHOOK, credential, { path }),
			{ ...paymentsNode('pollingTrigger', BY_POLLING, credential, { pollTimes }), isSecondTrigger: true },
			end(END),
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
	let disturbed: Promise<void> | undefined;
	for (const [index, { uuid }] of payins.entries()) {
		if (index === EVENTS / 2) disturbed = amid?.();
		await pause(Math.max(0, beginning + (index * 1_000) / RATE - Date.now()));
		await account.simulatePayin(uuid);
	}
	await account.delivered();
	await disturbed;
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
	const outputs = executions.map((execution) =>
		execution.data?.resultData.runData[END] ? outputJson(execution, END) : [],
	);
	const told = outputs.flat().map(({ uuid }) => String(uuid));
	const killed = executions.filter(({ status }) => status !== 'success').length;
	const lost = payins.filter(({ uuid }) => !told.includes(uuid)).length;
	return {
		kind: `by webhook and by polling${amid ? `, ${killed} executions killed` : ''}`,
		events: EVENTS,
		deliveries: balancer.passages.length - before,
		toTheOther: 0,
		executions: outputs.filter((items) => items.length > 0).length,
		duplicates: told.length - new Set(told).size,
		lost,
		rate: EVENTS / seconds,
		isSound: lost <= killed && told.length === new Set(told).size,
	};
}
