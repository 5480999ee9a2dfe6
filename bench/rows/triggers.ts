import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { IDataObject } from 'n8n-workflow';
import pMap from 'p-map';
import { Pool } from 'undici';
import { EventMemory, type StoredMemory } from '../../core/events/memory';
import { BUSY_SITE } from '../../runtime/n8n';
import type { NamedCredential } from '../../runtime/paymentCredential';
import { end, paymentsNode, workflow, type NodeSketch } from '../../runtime/workflows';
import { deliveryOf, type Delivery } from '../deliveries';
import { figureOf, inTurns } from '../figures';
import type { Kind } from '../jobs';
import { CURRENCY, type Service } from '../stage';
import { inWords, type Bench, type Row } from './row';

/** Number of concurrent deliveries. */
const AT_ONCE = 8;
const HALF_HOUR_MS = 1_800_000;

interface Trigger {
	kind: Kind;
	name: string;
	path: string;
	workflowId: string;
}

async function publishTrigger(
	{ stage }: Bench,
	trigger: Omit<Trigger, 'workflowId'>,
	node: NodeSketch,
): Promise<Trigger> {
	return { ...trigger, workflowId: await stage.publish(workflow(trigger.path, [node, end('End')])) };
}

const floorTrigger = (path: string, parameters: IDataObject, credential?: NamedCredential): NodeSketch => ({
	name: 'Trigger',
	type: 'n8n-nodes-bench-floor.floorTrigger',
	typeVersion: 1.1,
	parameters: { path, ...parameters },
	credential,
});

/**
 * Publishes three triggers to compare: the least one; the least one that does what n8n must do for any trigger that verifies
 * and remembers, which is to read a credential and to store as much static data as ours; and ours with `count` events
 * remembered.
 */
async function threeTriggers(bench: Bench, path: string, service: Service, count: number, starts: boolean) {
	const paths = { floor: `${path}-floor`, limit: `${path}-limit`, ours: `${path}-ours` };
	const floor = await publishTrigger(
		bench,
		{ kind: 'floor', name: 'least trigger', path: paths.floor },
		floorTrigger(paths.floor, { starts }),
	);
	const limit = await publishTrigger(
		bench,
		{ kind: 'floor', name: 'least trigger that reads a credential and stores as much', path: paths.limit },
		floorTrigger(paths.limit, { starts, reads: true, stores: starts }, service.credential),
	);
	const ours = await publishTrigger(
		bench,
		{ kind: 'ours', name: 'this trigger', path: paths.ours },
		paymentsNode('trigger', 'Trigger', service.credential, { path: paths.ours }),
	);
	const stored = memoryOf(count);
	store(bench, limit, stored);
	store(bench, ours, stored);
	return { floor, limit, ours };
}

/** The stored memory of a workflow that has received `count` events in the last half hour. */
function memoryOf(count: number): StoredMemory {
	const [memory, stored] = [new EventMemory(), {} as StoredMemory];
	const now = Date.now();
	for (let index = 0; index < count; index += 1)
		memory.admit(randomUUID(), { now: now - HALF_HOUR_MS * (1 - index / count), stored });
	return stored;
}

/** Writes the memory into n8n's database, as if n8n had saved it. */
function store({ stage }: Bench, { workflowId }: Trigger, memory: StoredMemory): void {
	const database = new DatabaseSync(join(stage.userFolder, '.n8n', 'database.sqlite'), { timeout: 10_000 });
	database
		.prepare('UPDATE workflow_entity SET staticData = ? WHERE id = ?')
		.run(JSON.stringify({ global: { multiCurrencyPaymentsEvents: memory } }), workflowId);
	database.close();
}

/** Posts deliveries and returns how many n8n answered per second. Throws when it refuses one. */
async function rateOf({ stage }: Bench, { path }: Trigger, deliveries: readonly Delivery[]): Promise<number> {
	const pool = new Pool(stage.url, { connections: AT_ONCE });
	try {
		const begun = performance.now();
		await pMap(
			deliveries,
			async ({ body, headers }) => {
				const answer = await pool.request({ path: `/webhook/${path}`, method: 'POST', body, headers });
				const told = await answer.body.text();
				if (answer.statusCode !== 200)
					throw new Error(`The trigger at ${path} answered ${answer.statusCode}: ${told.slice(0, 300)}`);
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
	triggers: { floor: Trigger; limit: Trigger; ours: Trigger };
	/** The deliveries posted to each trigger in a repetition. */
	deliveries: (repetition: number) => readonly Delivery[];
}

/** Measures the triggers in turns. Returns the rate of ours relative to those of the least ones. */
async function race(bench: Bench, { title, triggers, deliveries }: Race): Promise<{ ratio: number; atLimit: number }> {
	const { floor, limit, ours } = triggers;
	const all = [floor, limit, ours];
	const warmUp = deliveries(0).slice(0, 10);
	for (const trigger of all) await rateOf(bench, trigger, warmUp);
	const rates = await inTurns(all, bench.sizes.repetitions, async (trigger, repetition) => {
		return await rateOf(bench, trigger, deliveries(repetition + 1));
	});
	const figure = ({ name }: Trigger) => figureOf(rates.get(name) ?? []);
	for (const trigger of all)
		bench.book.line({
			job: title,
			kind: trigger.kind,
			way: trigger.name,
			figure: figure(trigger),
			unit: 'per second',
		});
	const rate = figure(ours).median;
	return { ratio: rate / figure(floor).median, atLimit: rate / figure(limit).median };
}

const many = (count: number, service: Service) =>
	Array.from({ length: count }, () => deliveryOf(service.emulator.account(CURRENCY)));

/** n8n's expression engine as configured by default, and as docs/running.md advises for busy sites. */
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
				const { ratio, atLimit } = await race(bench, {
					title: `events accepted, ${name} engine, ${inWords(count)} remembered`,
					triggers: await threeTriggers(bench, `${name}-${count}`, service, count, true),
					deliveries: () => many(sizes.events[name], service),
				});
				const isBusiest = name === 'lazy' && count > 10_000;
				book.verdict(isBusiest ? 'accepts/lazyFull' : goal, `${inWords(count)} remembered`, ratio, { atLimit });
				book.point('trigger', `${name} engine`, 'ours', count, ratio);
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
			const triggers = await threeTriggers(bench, `known-${count}`, service, count, false);
			const known = deliveryOf(service.emulator.account(CURRENCY));
			await rateOf(bench, triggers.ours, [known]);
			const { ratio, atLimit } = await race(bench, {
				title: `known copies, lazy engine, ${inWords(count)} remembered`,
				triggers,
				deliveries: () => Array.from({ length: sizes.events.known }, () => known),
			});
			book.verdict(count > 10_000 ? 'duplicates/many' : 'duplicates/few', `${inWords(count)} remembered`, ratio, {
				atLimit,
			});
			book.point('trigger', 'known copies', 'ours', count, ratio);
		}
	},
};
