import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import axios, { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Account } from '../../emulator/account';
import { createApp } from '../../emulator/http/app';
import { defaultSettings } from '../../emulator/engine/settings';
import { accountOf, createWorld, type World } from '../../emulator/world';
import type { N8nProcess } from './n8nProcess';
import { identifierIn, paymentsIn, type Asked } from './requests';
import type { VirtualTime } from './virtualTime';

/**
 * The emulated service without a network: n8n's HTTP helper passes each request straight to the emulator's application. So
 * there are no sockets, and a lost answer, a kill or a stop can happen at a chosen request.
 */

export type Where = 'A' | 'B';

/** What becomes of a request. `straggler` is carried out only after the caller has given up on it. */
export const MISHAPS = [
	'500',
	'502',
	'reset',
	'stall',
	'cut',
	'emptyObject',
	'emptyArray',
	'errorObject',
	'429',
	'401',
	'straggler',
	'kill',
	'stop',
] as const;
export type Mishap = (typeof MISHAPS)[number];

/** Something that happens at the n-th write, or at the n-th read, of an execution. */
export interface Incident {
	at: 'write' | 'read';
	nth: number;
	when: 'before' | 'after';
	what: Mishap;
}

/** An execution under way, with what will happen to it. */
export interface RunningExecution {
	process: N8nProcess;
	incidents: readonly Incident[];
	stop: AbortController;
	count: Record<'write' | 'read', number>;
	/** The workflow with whose claims n8n keeps its own; undefined where it keeps none. */
	claimsIn: 'own' | 'called' | undefined;
}

/** A request for payments, as the service met it. */
export interface Send {
	execution: RunningExecution;
	where: Where;
	asked: Asked[];
	/**
	 * What its caller got: a proper answer, a refusal which means that nothing was done, or nothing reliable. `either`: it was
	 * stopped at the moment of the answer, and had perhaps no time to read it.
	 */
	outcome: 'answered' | 'refused' | 'unclear' | 'either';
	isAfterStop: boolean;
	/** The External IDs that answers to reads had shown before it left. */
	shown: ReadonlySet<string>;
	/** When it left n8n, and when an answer came or none. Milliseconds since 1970. */
	at: number;
	endedAt?: number;
}

/** A payment that the service has made. */
export interface Payment extends Asked {
	send: Send;
	where: Where;
	identifier: string;
	at: number;
}

export interface Service {
	readonly sends: Send[];
	/** In the order in which they were made. */
	readonly payments: Payment[];
	account(where: Where): Account;
	credentials(where: Where): ICredentialDataDecryptedObject;
	/** Runs an execution, so that its requests can be attributed to it. */
	within<T>(execution: RunningExecution, work: () => Promise<T>): Promise<T>;
	/** How late records appear in lists from now on, in milliseconds. */
	lag(milliseconds: number): void;
	/** The service finishes its pending work. */
	settle(): Promise<void>;
	/** New worlds. */
	restart(seed: number, start: number): Promise<void>;
	close(): Promise<void>;
}

/** Statuses which mean that nothing was carried out. */
const WITHOUT_EFFECT: readonly string[] = ['429', '401'];

/** Milliseconds from the caller's time limit, or its death, until a straggler is carried out all the same. */
const STRAGGLES = 4_000;

/** Longer than any sequence waits, so that payments end only when a sequence says so. */
const PROCESSING = 3_600_000;

const ORIGINS: Record<Where, string> = { A: 'http://127.0.0.1:2', B: 'http://127.0.0.1:3' };

const failure = (message: string) => JSON.stringify({ errors: { code: 'FAILED', message } });

/** Answers that come instead of the right one. */
const ANSWERS: Partial<Record<Mishap, [status: number, body: string]>> = {
	'500': [500, failure('Something went wrong')],
	'502': [502, failure('Something went wrong')],
	'429': [429, failure('Too many requests')],
	'401': [401, failure('Not Authorised')],
	emptyObject: [200, '{}'],
	emptyArray: [200, '[]'],
	errorObject: [200, failure('Something went wrong')],
};

export function openService(time: VirtualTime): Service {
	const inside = new AsyncLocalStorage<RunningExecution>();
	let worlds: Partial<Record<Where, World>> = {};
	const world = (where: Where): World => {
		const there = worlds[where];
		if (!there) throw new Error('The service was not started');
		return there;
	};
	const reset = () => {
		throw new Error('Sequences reset by restarting');
	};
	const appOf = (where: Where) =>
		createApp({ world: () => world(where), reset, stopped: new AbortController().signal }, []);
	const apps = { A: appOf('A'), B: appOf('B') };
	const sends: Send[] = [];
	const payments: Payment[] = [];
	const shown = new Set<string>();
	const adapterBefore = axios.defaults.adapter;

	const never = async () => await new Promise<never>(() => undefined);
	const whereOf = (config: InternalAxiosRequestConfig): Where =>
		axios.getUri(config).startsWith(ORIGINS.A) ? 'A' : 'B';
	const lost = (config: InternalAxiosRequestConfig, code: string) => new AxiosError(`Lost: ${code}`, code, config);

	async function carryOut(config: InternalAxiosRequestConfig, send: Send | undefined) {
		return await time.busy(async () => {
			const answer = await apps[whereOf(config)].fetch(
				new Request(axios.getUri(config), {
					method: (config.method ?? 'get').toUpperCase(),
					headers: Object.fromEntries(
						Object.entries(config.headers.toJSON()).flatMap(([name, value]) =>
							typeof value === 'string' ? [[name, value]] : [],
						),
					),
					body: config.data as string | Buffer<ArrayBuffer> | undefined,
				}),
			);
			const text = await answer.text();
			if (send && answer.ok)
				for (const one of send.asked) {
					const identifier = identifierIn(JSON.parse(text) as Record<string, unknown>, one.key);
					payments.push({ ...one, send, where: send.where, identifier, at: time.now() });
				}
			return { status: answer.status, headers: Object.fromEntries(answer.headers), text };
		});
	}

	function answerOf(config: InternalAxiosRequestConfig, status: number, data: string, headers = {}): AxiosResponse {
		// The node reads every answer as a stream.
		const body = config.responseType === 'stream' ? Readable.from([Buffer.from(data)]) : data;
		return { data: body, status, statusText: '', headers, config };
	}

	/** The answer to a request that was struck. @param right the right one, if it was carried out */
	async function spoilt(
		config: InternalAxiosRequestConfig,
		what: Mishap,
		right = { status: 200, text: '{"status":"processing your request"}' },
	): Promise<AxiosResponse> {
		const answer = ANSWERS[what];
		if (answer) return answerOf(config, ...answer, what === '429' ? { 'retry-after': '1' } : {});
		if (what === 'cut') return answerOf(config, right.status, right.text.slice(0, Math.ceil(right.text.length / 2)));
		if (what === 'reset') throw lost(config, 'ECONNRESET');
		await time.sleep(config.timeout ?? 30_000);
		throw lost(config, 'ECONNABORTED');
	}

	async function exchange(
		execution: RunningExecution,
		config: InternalAxiosRequestConfig,
		send: Send | undefined,
	): Promise<AxiosResponse> {
		const kind = send ? 'write' : 'read';
		const nth = ++execution.count[kind];
		const { what, when } = execution.incidents.find((each) => each.at === kind && each.nth === nth) ?? {};
		const strike = () => {
			if (what === 'kill') execution.process.kill();
			if (what === 'stop') stop(execution);
			return what === 'kill' || what === 'stop';
		};
		// Nobody can tell whether a cancelled request had already left.
		const struck = async () =>
			execution.process.killed ? await never() : Promise.reject(lost(config, 'ERR_CANCELED'));
		const isRefused = what !== undefined && WITHOUT_EFFECT.includes(what);
		if (what && (when === 'before' || isRefused)) {
			if (strike()) return await struck();
			if (send && isRefused) send.outcome = 'refused';
			if (what === 'straggler') void carryOutLate(execution, config, send);
			return await spoilt(config, what);
		}
		const answer = await carryOut(config, send);
		if (strike() || execution.process.killed) return await struck();
		if (what) return await spoilt(config, what, answer);
		if (send) send.outcome = answer.status < 300 ? 'answered' : 'refused';
		else for (const [, key = ''] of answer.text.matchAll(/"external_id":"([^"]+)"/g)) shown.add(key);
		return answerOf(config, answer.status, answer.text, answer.headers);
	}

	function stop(execution: RunningExecution): void {
		execution.stop.abort();
		const isAnswered = (send: Send) => send.execution === execution && send.endedAt === time.now();
		for (const send of sends.filter(isAnswered)) markStopped(send);
	}

	function markStopped(send: Send): void {
		if (send.outcome !== 'unclear') send.outcome = 'either';
	}

	/** What a killed process had sent is on its way no longer than what it gave up. */
	async function carryOutLate({ process }: RunningExecution, config: InternalAxiosRequestConfig, send?: Send) {
		await Promise.race([time.sleep(config.timeout ?? 30_000), process.death]);
		await time.sleep(STRAGGLES);
		await carryOut(config, send);
	}

	function noteSend(execution: RunningExecution, config: InternalAxiosRequestConfig): Send {
		const send: Send = {
			execution,
			where: whereOf(config),
			asked: paymentsIn(axios.getUri(config).replace(/^.*\/api/, ''), String(config.data)),
			outcome: 'unclear',
			isAfterStop: execution.stop.signal.aborted,
			shown: new Set(shown),
			at: time.now(),
		};
		sends.push(send);
		return send;
	}

	axios.defaults.adapter = async (config) => {
		const execution = inside.getStore();
		if (!execution) throw new Error('A request came from outside every execution');
		if (execution.process.killed) return await never();
		const send = config.method?.toUpperCase() === 'POST' ? noteSend(execution, config) : undefined;
		const answer = await exchange(execution, config, send).finally(() => {
			if (!send) return;
			send.endedAt = time.now();
			if (execution.stop.signal.aborted) markStopped(send);
		});
		if (execution.process.killed) return await never();
		if (!config.validateStatus || config.validateStatus(answer.status)) return answer;
		throw new AxiosError(`Status ${answer.status}`, undefined, config, undefined, answer);
	};

	return {
		sends,
		payments,
		account: (where) => accountOf(world(where), 'AUD'),
		credentials: (where) => {
			const { appId, secretKey } = accountOf(world(where), 'AUD');
			return { environment: 'sandbox', baseUrl: `${ORIGINS[where]}/api`, appId, secretKey };
		},
		within: async (execution, work) => await inside.run(execution, work),
		lag(milliseconds) {
			for (const { settings } of Object.values(worlds)) settings.listLagMs = milliseconds;
		},
		settle: async () => await time.pass(3 * PROCESSING),
		async restart(seed, start) {
			const old = Object.values(worlds);
			sends.length = 0;
			payments.length = 0;
			shown.clear();
			const made = (where: Where) => {
				const settings = {
					...defaultSettings,
					seed: 2 * seed + (where === 'A' ? 0 : 1),
					payoutDelayMs: PROCESSING,
					refundDelayMs: PROCESSING,
				};
				const fresh = createWorld({ settings, start: new Date(start), frozen: true, baseUrl: ORIGINS[where] });
				// Nobody listens, and deliveries would only take time.
				fresh.notifications.send = () => undefined;
				return fresh;
			};
			worlds = { A: made('A'), B: made('B') };
			const current = Object.values(worlds);
			time.restart(start, async (milliseconds) => {
				for (const { clock } of current) await clock.advance(milliseconds);
			});
			for (const each of old) await each.close();
		},
		async close() {
			axios.defaults.adapter = adapterBefore;
			for (const each of Object.values(worlds)) await each.close();
			worlds = {};
		},
	};
}
