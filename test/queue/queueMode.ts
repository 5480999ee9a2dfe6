import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { BUSY_SITE, startN8n, type RunningN8n } from '../../runtime/n8n';
import { installPackage } from '../../runtime/packedPackage';
import { N8nClock } from './n8nClock';
import type { Service } from './services';

/** Options for starting an n8n in queue mode. */
interface QueueModeOptions {
	folder: string;
	tarball: string;
	postgres: Service;
	redis: Service;
	/** Public address of the webhooks, with a slash at the end. */
	webhookUrl: string;
	/** Number of webhook processes and workers. Default: two each. */
	webhooks?: number;
	workers?: number;
	/** Called with the user folder of each process after the package was installed there. */
	prepare?: (userFolder: string) => void;
}

/** An n8n in queue mode: one process for editor and triggers, several each for webhooks and executions. */
export interface QueueMode {
	main: RunningN8n;
	webhooks: RunningN8n[];
	workers: RunningN8n[];
	/** The clock of the webhook processes. */
	clock: N8nClock;
	/**
	 * Kills all workers at once, and starts others as on other machines.
	 * @param atATime how many executions each runs at a time; without it, as many as n8n lets it
	 */
	replaceWorkers(count: number, atATime?: number): Promise<void>;
	/** Kills the main process, and starts it again. */
	restartMain(): Promise<void>;
	stop(): Promise<void>;
}

const names = (kind: string, count: number) => Array.from({ length: count }, (_, index) => `${kind}-${index + 1}`);

/** Starts all processes. Each has a user folder with the package installed, as on a machine of its own. */
export async function startQueueMode(options: QueueModeOptions): Promise<QueueMode> {
	const { folder, tarball, postgres, redis, webhookUrl, prepare } = options;
	const env = {
		// Without it, two cores do not reach the target rate.
		...BUSY_SITE,
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		WEBHOOK_URL: webhookUrl,
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: 'n8n',
		DB_POSTGRESDB_USER: 'n8n',
		DB_POSTGRESDB_PASSWORD: '',
	};
	const clock = new N8nClock(folder);
	const running: RunningN8n[] = [];
	const stop = async () => {
		await Promise.all(running.splice(0).map(async (n8n) => await n8n.stop()));
	};
	let replaced = 0;
	type Command = 'start' | 'worker' | 'webhook';
	const startAt = async (port: number | undefined, name: string, command: Command, more: NodeJS.ProcessEnv = {}) => {
		const own = command === 'webhook' ? clock.environmentFor(name) : {};
		const userFolder = join(folder, name);
		const n8n = await startN8n({ userFolder, command, env: { ...env, ...own, ...more }, port });
		running.push(n8n);
		return n8n;
	};
	const start = async (name: string, command: Command, more?: NodeJS.ProcessEnv) => {
		const userFolder = join(folder, name);
		await installPackage(userFolder, tarball);
		prepare?.(userFolder);
		return await startAt(undefined, name, command, more);
	};
	try {
		// First and alone, because it creates the tables.
		const main = await start('main', 'start');
		const webhooks: RunningN8n[] = [];
		for (const name of names('webhook', options.webhooks ?? 2)) webhooks.push(await start(name, 'webhook'));
		const workers: RunningN8n[] = [];
		for (const name of names('worker', options.workers ?? 2)) workers.push(await start(name, 'worker'));
		const replaceWorkers = async (count: number, atATime?: number) => {
			const killed = workers.splice(0);
			for (const one of killed) running.splice(running.indexOf(one), 1);
			await Promise.all(killed.map(async (one) => await one.kill()));
			const limit = atATime === undefined ? {} : { N8N_CONCURRENCY_PRODUCTION_LIMIT: String(atATime) };
			for (let each = 0; each < count; each++)
				workers.push(await start(`replacing-worker-${++replaced}`, 'worker', limit));
		};
		let current = main;
		const restartMain = async () => {
			running.splice(running.indexOf(current), 1);
			await current.kill();
			current = await startAt(main.port, 'main', 'start');
		};
		return { main, webhooks, workers, clock, replaceWorkers, restartMain, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
