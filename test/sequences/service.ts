import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import axios, { AxiosError } from 'axios';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { AudPayout } from '../../contract';
import type { Account } from '../../emulator/account';
import { createApp } from '../../emulator/http/app';
import { defaultSettings } from '../../emulator/engine/settings';
import { accountOf, createWorld, type World } from '../../emulator/world';
import type { N8nProcess } from './n8nProcess';
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
] as const;

/** Statuses which mean that nothing was carried out. */
const WITHOUT_EFFECT: readonly string[] = ['429', '401'];

/** Milliseconds from the caller's time limit, or its death, until a straggler is carried out all the same. */
const STRAGGLES = 4_000;

/** Something that happens at the n-th write, or at the n-th read, of an execution. */
export interface Incident {
	at: 'write' | 'read';
	nth: number;
	when: 'before' | 'after';
	what: (typeof MISHAPS)[number] | 'kill' | 'stop';
}

/** A request that could move money, as the service met it. */
export interface Send {
	execution: RunningExecution;
	path: string;
	body: Record<string, unknown>;
	/** Whether it was carried out, so far. */
	effect: boolean;
	/** What its caller got: a proper answer, a refusal which means that nothing was done, or nothing reliable. */
	outcome: 'answered' | 'refused' | 'unclear';
	afterStop: boolean;
	/** The External IDs that lists and records had shown before it left. */
	shown: ReadonlySet<string>;
	/** When it left n8n. Milliseconds since 1970. */
	at: number;
	/** When its answer came. Its caller had no time to read it if it was stopped at that moment. */
	answeredAt?: number;
}

/** An execution under way, with what will happen to it. */
export interface RunningExecution {
	process: N8nProcess;
	lineage: number;
	incidents: Incident[];
	stop: AbortController;
	stoppedAt?: number;
	count: Record<'write' | 'read', number>;
}

export interface Service {
	readonly sends: Send[];
	/** AUD payouts as returned on creation, because the books show less of them. */
	readonly audPayouts: Record<Where, AudPayout[]>;
	account(where: Where): Account;
	credentials(where: Where): ICredentialDataDecryptedObject;
	/** Runs an execution, so that its requests can be attributed to it. */
	within<T>(execution: RunningExecution, work: () => Promise<T>): Promise<T>;
	/** How late records appear in lists from now on, in milliseconds. */
	lag(milliseconds: number): void;
	/** The service finishes its pending work. */
	settle(): Promise<void>;
	/** How long each step of a payment takes from now on, in milliseconds. */
	process(milliseconds: number): void;
	/** New worlds. */
	restart(seed: number, start: number): Promise<void>;
	close(): Promise<void>;
}

/** Longer than any sequence waits. So payments end only when a sequence says so, unless it has said {@link Service.process}. */
const PROCESSING = 3_600_000;

const ORIGINS: Record<Where, string> = { A: 'http://127.0.0.1:2', B: 'http://127.0.0.1:3' };

export function openService(time: VirtualTime): Service {
	const inside = new AsyncLocalStorage<RunningExecution>();
	let worlds: Partial<Record<Where, World>> = {};
	const stopped = new AbortController().signal;
	const world = (where: Where): World => {
		const there = worlds[where];
		if (!there) throw new Error('The service was not started');
		return there;
	};
	const reset = () => {
		throw new Error('Sequences reset by restarting');
	};
	const apps = {
		A: createApp({ world: () => world('A'), reset, stopped }, []),
		B: createApp({ world: () => world('B'), reset, stopped }, []),
	};
	const sends: Send[] = [];
	const shown = new Set<string>();
	const audPayouts: Record<Where, AudPayout[]> = { A: [], B: [] };
	const adapterBefore = axios.defaults.adapter;

	const never = async () => await new Promise<never>(() => undefined);

	async function carryOut(
		config: InternalAxiosRequestConfig,
	): Promise<{ status: number; headers: Record<string, string>; text: string }> {
		return await time.busy(async () => {
			const url = axios.getUri(config);
			const where = url.startsWith(ORIGINS.A) ? 'A' : 'B';
			const answer = await apps[where].fetch(
				new Request(url, {
					method: (config.method ?? 'get').toUpperCase(),
					headers: Object.fromEntries(
						Object.entries(config.headers.toJSON()).flatMap(([name, value]) =>
							typeof value === 'string' ? [[name, value]] : [],
						),
					),
					body: config.data as string | undefined,
				}),
			);
			return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
		});
	}

	function answerOf(config: InternalAxiosRequestConfig, status: number, data: string, headers = {}): AxiosResponse {
		// The node reads every answer as a stream.
		const body = config.responseType === 'stream' ? Readable.from([Buffer.from(data)]) : data;
		return { data: body, status, statusText: '', headers, config };
	}

	function lost(config: InternalAxiosRequestConfig, code: string): AxiosError {
		return new AxiosError(`Lost: ${code}`, code, config);
	}

	/** The answer of a request that was struck. */
	async function spoilt(
		config: InternalAxiosRequestConfig,
		what: Incident['what'],
		answer: { status: number; text: string } | undefined,
	): Promise<AxiosResponse> {
		switch (what) {
			case '500':
			case '502':
				return answerOf(
					config,
					Number(what),
					JSON.stringify({ errors: { code: 'FAILED', message: 'Something went wrong' } }),
				);
			case '429':
				return answerOf(
					config,
					429,
					JSON.stringify({ errors: { code: 'TOO_MANY_REQUESTS', message: 'Too many requests' } }),
					{ 'retry-after': '1' },
				);
			case '401':
				return answerOf(config, 401, JSON.stringify({ errors: { code: 'REQUIRE_LOGIN', message: 'Not Authorised' } }));
			case 'reset':
				throw lost(config, 'ECONNRESET');
			case 'stall':
				await time.sleep(config.timeout ?? 30_000);
				throw lost(config, 'ECONNABORTED');
			case 'cut': {
				const { text } = answer ?? { text: '{"status":"processing your request"}' };
				return answerOf(config, answer?.status ?? 200, text.slice(0, Math.ceil(text.length / 2)));
			}
			case 'emptyObject':
				return answerOf(config, 200, '{}');
			case 'emptyArray':
				return answerOf(config, 200, '[]');
			case 'errorObject':
				return answerOf(config, 200, JSON.stringify({ errors: { code: 'FAILED', message: 'Something went wrong' } }));
			default:
				throw new Error(`${what} is no answer`);
		}
	}

	async function exchange(config: InternalAxiosRequestConfig): Promise<AxiosResponse> {
		const execution = inside.getStore();
		if (!execution) throw new Error('A request came from outside every execution');
		if (execution.process.killed) return await never();
		const kind = config.method?.toUpperCase() === 'POST' ? 'write' : 'read';
		const nth = ++execution.count[kind];
		const incident = execution.incidents.find((each) => each.at === kind && each.nth === nth);
		const send = kind === 'write' ? noteSend(execution, config) : undefined;
		const strike = async () => {
			if (incident?.what === 'kill') {
				execution.process.kill();
				return await never();
			}
			if (incident?.what === 'stop') {
				execution.stop.abort();
				execution.stoppedAt = time.now();
			}
			return undefined;
		};
		if (incident?.when === 'before' || WITHOUT_EFFECT.includes(incident?.what ?? '')) {
			await strike();
			// Nobody can tell whether a cancelled request had already left.
			if (send && WITHOUT_EFFECT.includes(incident?.what ?? '')) send.outcome = 'refused';
			if (incident && incident.what !== 'stop') return await beforeEffect(config, incident.what, send);
			// It had not left when the execution was stopped.
			throw lost(config, 'ERR_CANCELED');
		}
		const answer = await carryOut(config);
		if (send) send.effect = answer.status < 300;
		if (incident) await strike();
		if (execution.stop.signal.aborted && incident?.what === 'stop') throw lost(config, 'ERR_CANCELED');
		if (execution.process.killed) return await never();
		if (incident) return await spoilt(config, incident.what === 'straggler' ? 'stall' : incident.what, answer);
		if (send) Object.assign(send, { outcome: 'answered', answeredAt: time.now() });
		else for (const [, key] of answer.text.matchAll(/"external_id":"([^"]+)"/g)) shown.add(String(key));
		return answerOf(config, answer.status, answer.text, answer.headers);
	}

	async function beforeEffect(
		config: InternalAxiosRequestConfig,
		what: Incident['what'],
		send: Send | undefined,
	): Promise<AxiosResponse> {
		if (what !== 'straggler') return await spoilt(config, what, undefined);
		const givenUp = time.sleep(config.timeout ?? 30_000);
		// What a killed process had sent is on its way no longer than what it gave up.
		const isOver = Promise.race([givenUp, inside.getStore()?.process.death]);
		void isOver.then(async () => {
			await time.sleep(STRAGGLES);
			const { status } = await carryOut(config);
			if (send) send.effect = status < 300;
		});
		await givenUp;
		throw lost(config, 'ECONNABORTED');
	}

	function noteSend(execution: RunningExecution, config: InternalAxiosRequestConfig): Send {
		const send: Send = {
			execution,
			path: axios.getUri(config).replace(/^.*\/api/, ''),
			body: JSON.parse(String(config.data)) as Record<string, unknown>,
			effect: false,
			outcome: 'unclear',
			afterStop: execution.stop.signal.aborted,
			shown: new Set(shown),
			at: time.now(),
		};
		sends.push(send);
		return send;
	}

	axios.defaults.adapter = async (config) => {
		const answer = await exchange(config);
		if (inside.getStore()?.process.killed) return await never();
		if (!config.validateStatus || config.validateStatus(answer.status)) return answer;
		throw new AxiosError(`Status ${answer.status}`, undefined, config, undefined, answer);
	};

	return {
		sends,
		audPayouts,
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
		process(milliseconds) {
			for (const { settings } of Object.values(worlds))
				Object.assign(settings, { payoutDelayMs: milliseconds, refundDelayMs: milliseconds });
		},
		async restart(seed, start) {
			const old = Object.values(worlds);
			sends.length = 0;
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
				const room = accountOf(fresh, 'AUD').audPayouts;
				const { create } = room;
				audPayouts[where] = [];
				room.create = (order) => {
					const made = create(order);
					audPayouts[where].push(made);
					return made;
				};
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
