import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './freePort';
import { installedN8n } from './installedN8n';
import { startProcess, type StartedProcess } from './startedProcess';

/** What an n8n is started with. */
export interface N8nOptions {
	/** n8n keeps everything in `<userFolder>/.n8n`. Never the user's own home folder. */
	userFolder: string;
	/** Left out: a port that is free at the start. */
	port?: number;
	/** Settings on top of the usual ones, for example the database. */
	env?: Record<string, string>;
	/** Left out: `<userFolder>/n8n.log`. */
	logFile?: string;
	/** What to run of n8n; queue mode needs the other two. */
	command?: 'start' | 'worker' | 'webhook';
	/** How long it may take until it answers, in milliseconds. */
	readyWithinMs?: number;
}

/** An n8n that answers. */
export interface RunningN8n {
	/** Editor and API, without a slash at the end: `http://127.0.0.1:<port>`. */
	readonly url: string;
	readonly port: number;
	readonly pid: number;
	readonly userFolder: string;
	readonly logFile: string;
	isRunning(): boolean;
	/** Lets n8n end in order. */
	stop(): Promise<void>;
	/** Ends n8n at once, as a power cut would. */
	kill(): Promise<void>;
	logTail(lines?: number): string;
}

const READY_WITHIN_MS = 300_000;
const POLL_MS = 200;
/** Another program may take a free port between its choice and its use: then the start is repeated with others. */
const STARTS = 3;

/** What would lead n8n out of its folder, to other ports or through a proxy: settings of the machine it runs on. */
const NOT_INHERITED =
	/^(N8N_|DB_|EXECUTIONS_|QUEUE_|CREDENTIALS_|WEBHOOK_|EXTERNAL_|NODE_FUNCTION_|GENERIC_TIMEZONE|NODE_OPTIONS|npm_|(https?|all|no)_proxy$)/i;

/** Everything off by which n8n would speak to the outside world, so that it works without a network. */
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

/** A module of n8n that fetches a list from the outside world at every start. Another version of n8n may not know it, and then would not start. */
const ALONE_IN_PINNED_VERSION = { N8N_DISABLED_MODULES: 'mcp-registry' };

function environment(
	{ userFolder, env }: N8nOptions,
	isPinned: boolean,
	port: number,
	brokerPort: number,
): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(([key]) => !NOT_INHERITED.test(key));
	const url = `http://127.0.0.1:${port}/`;
	return {
		...Object.fromEntries(inherited),
		...ALONE,
		...(isPinned ? ALONE_IN_PINNED_VERSION : {}),
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_EDITOR_BASE_URL: url,
		WEBHOOK_URL: url,
		N8N_SECURE_COOKIE: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		DB_TYPE: 'sqlite',
		GENERIC_TIMEZONE: 'UTC',
		...env,
	};
}

async function answersOk(address: string): Promise<boolean> {
	try {
		const response = await fetch(address, { signal: AbortSignal.timeout(5_000) });
		const type = response.headers.get('content-type') ?? '';
		await response.arrayBuffer();
		// While n8n starts it answers some addresses with a page that says so.
		return response.ok && type.includes('json');
	} catch {
		return false;
	}
}

/** Waits until n8n answers. Returns why it never will, when it has ended or the time is over. */
async function waitUntilReady(n8n: StartedProcess, addresses: string[], withinMs: number): Promise<string | undefined> {
	let how: string | undefined;
	void n8n.ended.then((reason) => (how = reason));
	const deadline = Date.now() + withinMs;
	while (Date.now() < deadline) {
		if (how !== undefined) return `n8n ${how} before it was ready`;
		const answers = await Promise.all(addresses.map(answersOk));
		if (answers.every(Boolean)) return undefined;
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
	return `n8n did not answer within ${Math.round(withinMs / 1000)} seconds`;
}

/**
 * Starts n8n on the loopback address and waits until it answers. It ends with this process, however that ends.
 * Throws with the end of n8n's log when it does not come up.
 */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const { userFolder, command = 'start', readyWithinMs = READY_WITHIN_MS } = options;
	const { program, isScript, isPinned } = await installedN8n();
	mkdirSync(userFolder, { recursive: true });
	const logFile = options.logFile ?? join(userFolder, 'n8n.log');

	for (let attempt = 1; ; attempt += 1) {
		const port = options.port ?? (await freePort());
		const brokerPort = await freePort();
		const n8n = startProcess({
			command: program,
			args: [command],
			// n8n reads a file called .env in the folder it starts in.
			cwd: userFolder,
			env: environment(options, isPinned, port, brokerPort),
			logFile,
			isScript,
		});
		const url = `http://127.0.0.1:${port}`;
		const ready = [`${url}/healthz/readiness`, ...(command === 'start' ? [`${url}/rest/settings`] : [])];
		const reason = await waitUntilReady(n8n, ready, readyWithinMs);
		if (reason === undefined) {
			return {
				url,
				port,
				pid: n8n.pid,
				userFolder,
				logFile,
				isRunning: n8n.isRunning,
				stop: () => n8n.stop(),
				kill: () => n8n.kill(),
				logTail: n8n.logTail,
			};
		}
		await n8n.kill();
		const portTaken = /EADDRINUSE|port \d+ is already in use/i.test(n8n.logTail());
		if (portTaken && options.port !== undefined)
			throw new Error(`Port ${port} is in use by another program. Choose another one.`);
		if (!portTaken || attempt === STARTS)
			throw new Error(`${reason}. The end of its log (${logFile}):\n${n8n.logTail()}`);
	}
}
