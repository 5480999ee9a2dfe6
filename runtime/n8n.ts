import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import { installedN8n } from './installedN8n';
import { startProcess, untilReady } from './startedProcess';

/** Options for starting n8n. */
interface N8nOptions {
	/** n8n keeps everything in `<userFolder>/.n8n`. Never the user's own home folder. */
	userFolder: string;
	/** Default: a port that is free at the start. */
	port?: number;
	/** Additional environment variables, for example for the database. */
	env?: Record<string, string>;
	/** Which n8n process to start. Queue mode needs all three. */
	command?: 'start' | 'worker' | 'webhook';
	/** Default: the version of the folder runtime. */
	version?: string;
}

/** A running n8n that is ready for requests. */
export interface RunningN8n {
	/** Editor and API, without a slash at the end: `http://127.0.0.1:<port>`. */
	readonly url: string;
	readonly port: number;
	/** Shuts n8n down gracefully. */
	stop(): Promise<void>;
	/** Ends n8n at once, as a power cut would. */
	kill(): Promise<void>;
	/** Resolves when n8n has ended, however that came. */
	readonly ended: Promise<unknown>;
}

const READY_WITHIN_MS = 300_000;
const HOST = '127.0.0.1';
/** Maximum number of starts: another program may take a free port before n8n does. */
const STARTS = 3;
/** Below those that Linux gives outgoing connections: a connection could take n8n's port while it starts again. */
const PORTS = { from: 20_000, to: 32_768, tried: 20 };

/** Environment variables that would point n8n to other folders, other ports or a proxy. */
const NOT_INHERITED =
	/^(N8N_|DB_|EXECUTIONS_|QUEUE_|CREDENTIALS_|WEBHOOK_|EXTERNAL_|NODE_FUNCTION_|GENERIC_TIMEZONE|NODE_OPTIONS|npm_|(https?|all|no)_proxy$)/i;

/** Disables everything for which n8n would access the internet, so that it works offline. */
const ALONE = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_AI_ENABLED: 'false',
};

/** A module that fetches a list from the internet at every start. Versions of n8n that do not know the module would not start. */
const ALONE_IN_PINNED_VERSION = { N8N_DISABLED_MODULES: 'mcp-registry' };

/** What docs/running.md advises for busy sites: n8n then acquires an expression sandbox only when it needs one. */
export const BUSY_SITE = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };

/** The folder whose files workflows may read and write. */
export const filesFolder = (userFolder: string): string => join(userFolder, 'files');

function environment(
	{ userFolder, env }: N8nOptions,
	isPinned: boolean,
	port: number,
	brokerPort: number,
): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(([key]) => !NOT_INHERITED.test(key));
	const url = `http://${HOST}:${port}/`;
	return {
		...Object.fromEntries(inherited),
		...ALONE,
		...(isPinned ? ALONE_IN_PINNED_VERSION : {}),
		// As users run it. With Jest's own value `test`, n8n would not start.
		NODE_ENV: 'production',
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_HOST: HOST,
		N8N_LISTEN_ADDRESS: HOST,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_EDITOR_BASE_URL: url,
		// Every version reads this name; 2.40 and later prefer N8N_WEBHOOK_URL.
		WEBHOOK_URL: url,
		N8N_SECURE_COOKIE: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_RESTRICT_FILE_ACCESS_TO: filesFolder(userFolder),
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		DB_TYPE: 'sqlite',
		// On a busy machine, n8n would take a late answer of the database for a failure and answer requests with 503.
		DB_PING_TIMEOUT_MS: '60000',
		GENERIC_TIMEZONE: 'UTC',
		...env,
	};
}

const freePort = async (): Promise<number> =>
	await getPort({ host: HOST, port: Array.from({ length: PORTS.tried }, () => randomInt(PORTS.from, PORTS.to)) });

async function answersOk(address: string): Promise<boolean> {
	try {
		const response = await fetch(address, { signal: AbortSignal.timeout(5_000) });
		const type = response.headers.get('content-type') ?? '';
		await response.arrayBuffer();
		// While n8n starts, it answers some addresses with a status page instead of JSON.
		return response.ok && type.includes('json');
	} catch {
		return false;
	}
}

/**
 * Starts n8n on the loopback address and waits until it answers. It ends with this process, however that ends.
 * Throws with the end of n8n's log when it does not come up.
 */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const { userFolder, command = 'start', version } = options;
	const { program, isScript, isPinned } = await installedN8n(version);
	mkdirSync(filesFolder(userFolder), { recursive: true });

	for (let attempt = 1; ; attempt += 1) {
		const port = options.port ?? (await freePort());
		const brokerPort = await freePort();
		const n8n = startProcess({
			command: program,
			args: [command],
			// n8n reads a file called .env in the folder it starts in.
			cwd: userFolder,
			env: environment(options, isPinned, port, brokerPort),
			logFile: join(userFolder, 'n8n.log'),
			isScript,
		});
		const url = `http://${HOST}:${port}`;
		const addresses = [`${url}/healthz/readiness`, ...(command === 'start' ? [`${url}/rest/settings`] : [])];
		const isReady = async () => (await Promise.all(addresses.map(answersOk))).every(Boolean);
		try {
			await untilReady('n8n', n8n, isReady, READY_WITHIN_MS);
			return { url, port, stop: n8n.stop, kill: n8n.kill, ended: n8n.ended };
		} catch (failure) {
			const portTaken = /EADDRINUSE|port \d+ is already in use/i.test(n8n.logTail());
			if (portTaken && options.port !== undefined)
				throw new Error(`Port ${port} is in use by another program. Choose another one.`, { cause: failure });
			if (!portTaken || attempt === STARTS) throw failure;
		}
	}
}
