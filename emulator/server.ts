import { createServer, type Server } from 'http';
import type { AddressInfo } from 'net';
import { getRequestListener } from '@hono/node-server';
import { derivedWebhookSecretKey, type Account } from './account';
import { defaultSettings, type Settings } from './engine/settings';
import { createApp } from './http/app';
import type { ResetRequest } from './http/context';
import { mountSettlementFiles } from './http/settlementFiles';
import { settingsOf } from './otherwise';
import { pages } from './pages';
import { accountOf, createWorld, type World } from './world';

/** How to start: the address, the time, and any setting. */
export interface EmulatorOptions extends Partial<Settings> {
	/** Default 0, which picks a free port. */
	port?: number;
	/** Default 127.0.0.1. Whatever the host, /_control answers only this machine. */
	host?: string;
	/** Virtual time at the start. Default: the real time. */
	start?: Date;
	/** Only `clock.advance` moves the time. */
	frozen?: boolean;
}

/** A running emulator. `world` is replaced by a reset, so do not keep it. */
export interface Emulator {
	readonly url: string;
	/** Base address for clients; ends with /api. */
	readonly apiUrl: string;
	readonly controlUrl: string;
	readonly world: World;
	account(currency: string): Account;
	/** A new world. Anything not given is as at the start; the same seed gives the same credentials. */
	reset(changes?: ResetRequest): Promise<void>;
	/** Ends open requests, deliveries and timers. Nothing keeps the process alive afterwards. */
	close(): Promise<void>;
}

const listen = (server: Server, port: number, host: string): Promise<AddressInfo> =>
	new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			server.off('error', reject);
			resolve(server.address() as AddressInfo); // a TCP server has one as soon as it listens
		});
	});

/** Starts the emulator. Rejects with a readable message when the port is taken. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const { port = 0, host = '127.0.0.1', start, frozen, ...chosen } = options;
	const stopping = new AbortController();
	const settingsFor = (seed: number): Settings => ({
		...defaultSettings,
		webhookSecretKey: derivedWebhookSecretKey(seed),
		...settingsOf(chosen.wrongGuesses ?? []),
		...chosen,
		seed,
	});
	const initialSeed = chosen.seed ?? defaultSettings.seed;
	let world = createWorld({ settings: settingsFor(initialSeed), start, frozen });

	async function reset(changes: ResetRequest): Promise<World> {
		const old = world;
		world = createWorld({
			settings: settingsFor(changes.seed ?? initialSeed),
			start: changes.start ?? start,
			frozen: changes.frozen ?? frozen,
			baseUrl: old.baseUrl,
		});
		await old.close();
		return world;
	}

	const context = { world: () => world, reset, stopped: stopping.signal };
	const app = createApp(context, [...pages, mountSettlementFiles]);
	// By default the package replaces the global Request and Response, which the code under test may use in this process.
	const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
	const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
	// Long enough that no kept-alive connection closes just as a client reuses it, which would look like a fault.
	server.keepAliveTimeout = 120_000;

	let address: AddressInfo;
	try {
		address = await listen(server, port, host);
	} catch (error) {
		await world.close();
		if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
			throw new Error(
				`Port ${port} of ${host} is taken by another program: stop that program, or choose another port with --port (0 takes a free one)`,
				{ cause: error },
			);
		}
		throw error;
	}
	const url = `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
	world.baseUrl = url;

	let closing: Promise<void> | undefined;
	async function stop(): Promise<void> {
		stopping.abort();
		const closed = new Promise<void>((resolve) => server.close(() => resolve()));
		server.closeAllConnections();
		await Promise.all([closed, world.close()]);
	}

	return {
		url,
		apiUrl: `${url}/api`,
		controlUrl: `${url}/_control`,
		get world() {
			return world;
		},
		account: (currency) => accountOf(world, currency),
		async reset(changes = {}) {
			await reset(changes);
		},
		close: () => (closing ??= stop()),
	};
}
