import type { Emulator } from '../../emulator/server';
import { inParallel } from '../e2e/inParallel';
import type { ServiceAccount } from '../e2e/serviceAccount';
import type { NamedCredential } from '../e2e/stage';
import { paymentsNode, workflow } from '../e2e/workflows';
import { outputJson } from '../../runtime/executionOutput';
import { storedExecutions } from '../../runtime/storedExecutions';
import type { N8nClient } from '../../runtime/n8nClient';
import type { Balancer } from './balancer';
import type { N8nClock } from './n8nClock';

/** How far the copies of an event are apart. */
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

/** What n8n made of the copies of many events. */
export interface CopiesResult {
	kind: CopyKind;
	events: number;
	deliveries: number;
	/** Deliveries that went to another process than the copy before. */
	toTheOther: number;
	executions: number;
	/** Executions beyond one for each event. */
	duplicates: number;
	/** Events of which n8n has no execution. */
	lost: number;
	/** Events a second, as they were delivered. */
	rate: number;
	/** Whether copies so far apart are promised to be held back. Copies that race between processes are not. */
	isPromised: boolean;
	/** Whether it is as promised: none lost, and no duplicate where that is promised. */
	isSound: boolean;
}

const EVENTS = 400;
/** Events a second that are aimed at; the promise is for less than 50. */
const RATE = 40;
const AT_ONCE = 50;
const RETRY_MS = 15 * 60_000;
const PATIENCE_MS = 300_000;

const TRIGGER = 'Payments';

const pause = async (milliseconds: number) =>
	await new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));

/**
 * Takes payins to received at a steady rate, so that the service notifies them, and each notification once more.
 * At the same moment and 1 second apart: the service delivers twice, and the clocks of both sides are real. 15 minutes
 * apart: the first answer is lost on the way, so that the service's own rule delivers again; its clock and that of n8n's
 * webhook processes are moved for that, as soon as the first copies of all events are through.
 */
export async function deliverCopies(kind: CopyKind, surroundings: Surroundings): Promise<CopiesResult> {
	const { client, account, emulator, balancer, n8nClock, credential } = surroundings;
	const { notifications, clock } = emulator.world;
	const path = kind.replaceAll(' ', '-');
	const id = await client.saveWorkflow(
		workflow(`Copies ${kind}`, [paymentsNode('trigger', TRIGGER, credential, { path })]),
	);
	await client.publish(id);
	const url = `${balancer.url}webhook/${path}`;
	const payins = await inParallel(
		Array.from({ length: EVENTS }, (_, index) => index),
		AT_ONCE,
		async (number) => await account.createPayin(`${path}-${number}`, url),
	);

	const before = balancer.passages.length;
	balancer.loseFirstAnswers = kind === '15 minutes apart';
	if (kind !== '15 minutes apart') notifications.plan({ duplicate: 1, apartMs: kind === '1 second apart' ? 1_000 : 0 });
	const beginning = Date.now();
	for (const [index, { uuid }] of payins.entries()) {
		await pause(beginning + (index * 1_000) / RATE - Date.now());
		await account.simulatePayin(uuid);
	}
	await untilPassed(balancer, before + (kind === '15 minutes apart' ? EVENTS : 2 * EVENTS));
	await account.delivered();
	notifications.plan(null);
	balancer.loseFirstAnswers = false;
	if (kind === '15 minutes apart') {
		await n8nClock.move(RETRY_MS);
		await clock.advance(RETRY_MS);
		await account.delivered();
	}

	const passages = balancer.passages.slice(before);
	const firsts = [...new Map(passages.map((one) => [one.digest, one] as const).reverse()).values()];
	const times = firsts.map(({ at }) => at);
	const seconds = (Math.max(...times) - Math.min(...times)) / 1_000;
	const refused = passages.filter(({ status }) => status !== 200).length;
	if (refused > 0) throw new Error(`n8n did not accept ${refused} of ${passages.length} deliveries.`);

	// A webhook process answers when the execution is stored; the workers may still be at it.
	const stored = await storedExecutions(client, id);
	const executions = await client.waitForExecutions(stored.length, { workflowId: id, includeData: true }, PATIENCE_MS);
	const told = executions.flatMap((execution) => outputJson(execution, TRIGGER).map(({ uuid }) => String(uuid)));
	await client.unpublish(id);
	const lost = payins.filter(({ uuid }) => !told.includes(uuid)).length;
	const duplicates = told.length - new Set(told).size;
	const rate = EVENTS / seconds;
	const isPromised = kind !== 'at the same moment';
	return {
		kind,
		events: EVENTS,
		deliveries: passages.length,
		toTheOther: otherProcess(passages),
		executions: executions.length,
		duplicates,
		lost,
		rate,
		isPromised,
		isSound: lost === 0 && passages.length === 2 * EVENTS && rate < 50 && (duplicates === 0 || !isPromised),
	};
}

async function untilPassed(balancer: Balancer, count: number): Promise<void> {
	const deadline = Date.now() + PATIENCE_MS;
	while (balancer.passages.length < count) {
		if (Date.now() > deadline)
			throw new Error(`Only ${balancer.passages.length} of ${count} deliveries were answered in time.`);
		await pause(50);
	}
}

/** Copies that reached another process than the first one of their event. */
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
