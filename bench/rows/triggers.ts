import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pMap from 'p-map';
import { Pool } from 'undici';
import { deriveAuthorization } from '../../core/authorization';
import { EventMemory } from '../../core/events/memory';
import type { StoredMemory } from '../../core/events/span';
import { BUSY_SITE } from '../../runtime/n8n';
import { end, paymentsNode, workflow, type NodeSketch } from '../../runtime/workflows';
import { figureOf, inTurns } from '../figures';
import type { Kind } from '../jobs';
import { CURRENCY, type Service } from '../stage';
import { inWords, type Bench, type Row } from './row';

/** Deliveries under way at the same time. */
const AT_ONCE = 8;
const HALF_HOUR_MS = 1_800_000;

/** A notification as the service posts it. */
interface Delivery {
	body: string;
	headers: Record<string, string>;
}

function deliveryOf(service: Service): Delivery {
	const { appId, secretKey } = service.emulator.account(CURRENCY);
	const externalId = randomUUID();
	const authorization = deriveAuthorization({ secret: secretKey, appId, externalId });
	const body = JSON.stringify({
		uuid: randomUUID(),
		status: 'received',
		amount: '25.5',
		currency: CURRENCY,
		external_id: externalId,
		payin_method_name: 'au_bank_aud',
		name: 'Ada Byron',
		email: 'ada@shop.example',
		description: 'Order 77',
		refunds: [],
		created_at: '2026-01-01T00:00:00Z',
	});
	return { body, headers: { 'content-type': 'application/json', authorization } };
}

interface Trigger {
	kind: Kind;
	name: string;
	path: string;
	workflowId: string;
}

async function publishTrigger(bench: Bench, kind: Kind, path: string, node: NodeSketch): Promise<Trigger> {
	const { stage } = bench;
	const workflowId = await stage.publish(workflow(path, [node, end('End')]));
	return { kind, name: kind === 'ours' ? 'this trigger' : 'least trigger', path, workflowId };
}

const floorTrigger = (path: string, starts: boolean): NodeSketch => ({
	name: 'Trigger',
	type: 'n8n-nodes-bench-floor.floorTrigger',
	typeVersion: 1.1,
	parameters: { path, starts },
});

const ourTrigger = (path: string, { credential }: Service): NodeSketch =>
	paymentsNode('trigger', 'Trigger', credential, { path });

/** Puts so many events of the last half hour into what n8n has stored of a workflow, as if they had come. */
function remember({ stage }: Bench, { workflowId }: Trigger, count: number): void {
	const [memory, stored] = [new EventMemory(), {} as StoredMemory];
	const span = { hours: 72, atMost: 20_000, askedBy: 'bench' };
	const now = Date.now();
	for (let index = 0; index < count; index += 1) {
		const id = randomUUID();
		// The stored copy is written at the end, once: it costs too much to have it compared for each.
		memory.admit(id, { now: now - HALF_HOUR_MS * (1 - index / count), stored, span });
	}
	const database = new DatabaseSync(join(stage.userFolder, '.n8n', 'database.sqlite'), { timeout: 10_000 });
	database
		.prepare('UPDATE workflow_entity SET staticData = ? WHERE id = ?')
		.run(JSON.stringify({ global: { multiCurrencyPaymentsEvents: stored } }), workflowId);
	database.close();
}

/** Posts deliveries and returns how many n8n answered per second. Throws when it refused one. */
async function rateOf({ stage }: Bench, { path }: Trigger, deliveries: readonly Delivery[]): Promise<number> {
	const pool = new Pool(stage.url, { connections: AT_ONCE });
	try {
		const begun = performance.now();
		await pMap(
			deliveries,
			async ({ body, headers }) => {
				const answer = await pool.request({ path: `/webhook/${path}`, method: 'POST', body, headers });
				await answer.body.dump();
				if (answer.statusCode !== 200) throw new Error(`The trigger at ${path} answered ${answer.statusCode}.`);
			},
			{ concurrency: AT_ONCE },
		);
		return (deliveries.length / (performance.now() - begun)) * 1_000;
	} finally {
		await pool.close();
	}
}

interface Race {
	title: string;
	triggers: readonly Trigger[];
	/** What is posted in each repetition, the same to each trigger. */
	deliveries: (repetition: number) => readonly Delivery[];
}

/** Lets triggers take turns. Returns the rate of ours against that of the least one: the middle of their ratios. */
async function race(bench: Bench, { title, triggers, deliveries }: Race): Promise<number> {
	const warmUp = deliveries(0).slice(0, 10);
	for (const trigger of triggers) await rateOf(bench, trigger, warmUp);
	const rates = await inTurns(triggers, bench.sizes.repetitions, async (trigger, repetition) => {
		return await rateOf(bench, trigger, deliveries(repetition + 1));
	});
	for (const { name, kind } of triggers)
		bench.book.line({ job: title, kind, way: name, figure: figureOf(rates.get(name) ?? []), unit: 'per second' });
	const [floor, ours] = triggers.map(({ name }) => figureOf(rates.get(name) ?? []).median);
	if (floor === undefined || ours === undefined) throw new Error('Two triggers take turns.');
	return ours / floor;
}

const many = (count: number, service: Service) => Array.from({ length: count }, () => deliveryOf(service));

/** Each engine of n8n: by default, and as the README advises busy sites. */
const ENGINES = [
	{ name: 'default', env: {}, goal: 'accepts/default' },
	{ name: 'lazy', env: BUSY_SITE, goal: 'accepts/lazy' },
] as const;

export const accepts: Row = {
	name: 'accepts',
	title: 'Events that the trigger accepts',
	async run(bench) {
		const { stage, sizes, book } = bench;
		for (const { name, env, goal } of ENGINES) {
			await stage.restart(env);
			const service = await stage.service(0);
			for (const count of sizes.remembered) {
				const [floorPath, ourPath] = [`floor-${name}-${count}`, `ours-${name}-${count}`];
				const floor = await publishTrigger(bench, 'floor', floorPath, floorTrigger(floorPath, true));
				const ours = await publishTrigger(bench, 'ours', ourPath, ourTrigger(ourPath, service));
				remember(bench, ours, count);
				const ratio = await race(bench, {
					title: `events accepted, ${name} engine, ${inWords(count)} remembered`,
					triggers: [floor, ours],
					deliveries: () => many(sizes.events[name], service),
				});
				const isBusiest = name === 'lazy' && count > 10_000;
				book.verdict(isBusiest ? 'accepts/lazyFull' : goal, `${inWords(count)} remembered`, ratio);
				book.point('Trigger', `${name} engine`, 'ours', count, ratio);
			}
		}
	},
};

export const duplicates: Row = {
	name: 'duplicates',
	title: 'Copies of events that the trigger knows',
	async run(bench) {
		const { stage, sizes, book } = bench;
		await stage.restart(BUSY_SITE);
		const service = await stage.service(0);
		for (const count of sizes.remembered) {
			const [floorPath, ourPath] = [`floor-known-${count}`, `ours-known-${count}`];
			const floor = await publishTrigger(bench, 'floor', floorPath, floorTrigger(floorPath, false));
			const ours = await publishTrigger(bench, 'ours', ourPath, ourTrigger(ourPath, service));
			remember(bench, ours, count);
			const known = deliveryOf(service);
			await rateOf(bench, ours, [known]);
			const ratio = await race(bench, {
				title: `known copies, lazy engine, ${inWords(count)} remembered`,
				triggers: [floor, ours],
				deliveries: () => Array.from({ length: sizes.events.known }, () => known),
			});
			book.verdict(count > 10_000 ? 'duplicates/many' : 'duplicates/few', `${inWords(count)} remembered`, ratio);
			book.point('Trigger', 'known copies', 'ours', count, ratio);
		}
	},
};
