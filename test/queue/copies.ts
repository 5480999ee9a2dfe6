import { setTimeout as pause } from 'node:timers/promises';
import pMap from 'p-map';
import type { Emulator } from '../../emulator/server';
import { outputJson } from '../../runtime/executionOutput';
import type { N8nClient } from '../../runtime/n8nClient';
import type { NamedCredential } from '../../runtime/paymentCredential';
import type { ServiceAccount } from '../../runtime/serviceAccount';
import { until } from '../../runtime/until';
import { paymentsNode, workflow } from '../../runtime/workflows';
import type { Balancer } from './balancer';
import { endedExecutions } from './endedExecutions';
import type { N8nClock } from './n8nClock';

/** The time between the copies of an event. */
export const copyKinds = ['at the same moment', '1 second apart', '15 minutes apart'] as const;
export type CopyKind = (typeof copyKinds)[number];

/** What is needed to deliver and to count. */
export interface Surroundings {
	client: N8nClient;
	account: ServiceAccount;
	emulator: Emulator;
	balancer: Balancer;
	n8nClock: N8nClock;
	credential: NamedCredential;
}

/** What n8n did with the copies of many events. */
export interface CopiesResult {
	kind: string;
	events: number;
	deliveries: number;
	/** Deliveries that went to a different process than the previous copy. */
	toTheOther: number;
	/** Executions that went on after the trigger. */
	executions: number;
	/** Those beyond one for each event. */
	duplicates: number;
	/** Events without an execution. */
	lost: number;
	/** Events delivered per second. */
	rate: number;
	/** Whether no event was lost, and no duplicate got through. */
	isSound: boolean;
}

const EVENTS = 400;
/** Events per second to aim at. */
const RATE = 40;
const AT_ONCE = 50;
const RETRY_MS = 15 * 60_000;
const PATIENCE_MS = 300_000;
const TRIGGER = 'Payments';

/**
 * Makes payins that are paid at a steady rate, so that the service notifies each twice, and counts what n8n does with them.
 * At the same moment and 1 second apart: the service delivers twice, in real time. 15 minutes apart: the first answer is
 * lost, so that the service retries by its own rule. To that end, its clock and that of n8n's webhook processes are moved
 * after the first copies of all events have been delivered.
 */
export async function deliverCopies(kind: CopyKind, surroundings: Surroundings): Promise<CopiesResult> {
	const { client, account, emulator, balancer, n8nClock, credential } = surroundings;
	const { notifications, clock } = emulator.world;
	const path = kind.replaceAll(/[^a-z0-9]+/g, '-');
	const isRetry = kind === '15 minutes apart';
	const id = await client.saveWorkflow(
		workflow(`Copies ${kind}`, [paymentsNode('trigger', TRIGGER, credential, { path })]),
	);
	await client.publish(id);
	const url = `${balancer.url}webhook/${path}`;
	const payins = await pMap(
		Array.from({ length: EVENTS }),
		async (_, number) => await account.createPayin(`${path}-${number}`, url),
		{ concurrency: AT_ONCE },
	);

	const before = balancer.passages.length;
	balancer.loseFirstAnswers = isRetry;
	if (!isRetry) notifications.plan({ duplicate: 1, apartMs: kind === '1 second apart' ? 1_000 : 0 });
	const expected = (isRetry ? 1 : 2) * EVENTS;
	const beginning = Date.now();
	for (const [index, { uuid }] of payins.entries()) {
		await pause(Math.max(0, beginning + (index * 1_000) / RATE - Date.now()));
		await account.simulatePayin(uuid);
	}
	await until(() => balancer.passages.length >= before + expected, {
		withinMs: PATIENCE_MS,
		otherwise: () => `n8n answered ${balancer.passages.length - before} of ${expected} deliveries`,
	});
	await account.delivered();
	// A worker may still be running what the webhook processes have answered.
	if (isRetry) await endedExecutions(client, id);
	notifications.plan(null);
	balancer.loseFirstAnswers = false;
	if (isRetry) {
		await n8nClock.advance(RETRY_MS);
		await clock.advance(RETRY_MS);
		await account.delivered();
	}

	const passages = balancer.passages.slice(before);
	const firsts = [...new Map(passages.map((one) => [one.digest, one] as const).reverse()).values()];
	const times = firsts.map(({ at }) => at);
	const seconds = (Math.max(...times) - Math.min(...times)) / 1_000;
	const refused = passages.filter(({ status }) => status !== 200).length;
	if (refused > 0) throw new Error(`n8n did not accept ${refused} of ${passages.length} deliveries.`);

	// A webhook process answers when it has stored the execution; a worker may still be running it.
	const executions = await endedExecutions(client, id);
	const outputs = executions.map((execution) => outputJson(execution, TRIGGER));
	const told = outputs.flat().map(({ uuid }) => String(uuid));
	await client.unpublish(id);
	const lost = payins.filter(({ uuid }) => !told.includes(uuid)).length;
	const repeated = told.filter((uuid, index) => told.indexOf(uuid) !== index);
	return {
		kind,
		events: EVENTS,
		deliveries: passages.length,
		toTheOther: otherProcess(passages),
		executions: outputs.filter((items) => items.length > 0).length,
		duplicates: repeated.length,
		lost,
		rate: EVENTS / seconds,
		isSound: lost === 0 && passages.length === 2 * EVENTS && repeated.length === 0,
	};
}

/** How many copies reached a different process than the first copy of their event. */
function otherProcess(passages: Balancer['passages']): number {
	const first = new Map<string, number>();
	let count = 0;
	for (const { digest, process } of passages) {
		const known = first.get(digest);
		if (known === undefined) first.set(digest, process);
		else if (known !== process) count += 1;
	}
	return count;
}
