import { cpus } from 'node:os';
import { join } from 'node:path';
import pMap from 'p-map';
import { Pool } from 'undici';
import { until } from '../../runtime/until';
import type { Service } from '../../test/queue/services';
import { run, type Programs } from '../../test/queue/programs';

const PATIENCE_MS = 600_000;
const POLL_MS = 200;

/** A rate, and how busy the machine was meanwhile. */
export interface Rate {
	perSecond: number;
	/** From 0 to 1, over all cores. */
	busy: number;
}

interface Load {
	total: number;
	idle: number;
}

function load(): Load {
	const times = cpus().map(({ times: one }) => one);
	return {
		total: times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0),
		idle: times.reduce((sum, { idle }) => sum + idle, 0),
	};
}

/** Measures the rate at which `work` gets `count` things done. */
export async function rateOf(count: number, work: () => Promise<void>): Promise<Rate> {
	const [before, begun] = [load(), performance.now()];
	await work();
	const [after, seconds] = [load(), (performance.now() - begun) / 1_000];
	return { perSecond: count / seconds, busy: 1 - (after.idle - before.idle) / (after.total - before.total) };
}

/** What is posted to a webhook. */
export interface Posted {
	body: string;
	headers: Record<string, string>;
}

/** Posts to several processes in turn, with limited concurrency. Throws when one request is refused. */
export async function post(
	urls: readonly string[],
	path: string,
	posted: readonly Posted[],
	atOnce: number,
): Promise<void> {
	const pools = urls.map((url) => new Pool(url, { connections: Math.ceil(atOnce / urls.length) }));
	try {
		await pMap(
			posted,
			async ({ body, headers }, index) => {
				const pool = pools[index % pools.length];
				const answer = await pool?.request({ path: `/webhook/${path}`, method: 'POST', body, headers });
				await answer?.body.dump();
				if (answer?.statusCode !== 200) throw new Error(`${path} answered ${answer?.statusCode}.`);
			},
			{ concurrency: atOnce },
		);
	} finally {
		await Promise.all(pools.map(async (pool) => await pool.close()));
	}
}

/** Waits until enough executions of a workflow have succeeded. Queries the database, to put no extra load on n8n. */
export async function executed(
	{ postgres }: Programs,
	{ port }: Service,
	workflowId: string,
	count: number,
): Promise<void> {
	const question = `SELECT count(*) FROM execution_entity WHERE "workflowId" = '${workflowId}' AND status = 'success'`;
	const address = ['-h', '127.0.0.1', '-p', String(port), '-U', 'n8n', '-d', 'n8n'];
	let done = 0;
	await until(
		async () => {
			const { stdout } = await run(join(postgres, 'psql'), [...address, '-At', '-c', question]);
			done = Number(stdout);
			return done >= count;
		},
		{ withinMs: PATIENCE_MS, everyMs: POLL_MS, otherwise: () => `${done} of ${count} executions succeeded` },
	);
}
