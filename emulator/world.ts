import { createAccounts, type Account } from './account';
import { createClock, type Clock } from './engine/clock';
import { createCounters, type Counters } from './engine/counters';
import { createFaults, type Faults } from './engine/faults';
import { createNotifications, type Notifications } from './engine/notifications';
import { createRandom, type Random } from './engine/random';
import type { Settings } from './engine/settings';

/** Everything one run of the emulated service knows. A reset replaces it as a whole. */
export interface World {
	readonly clock: Clock;
	readonly random: Random;
	/** By app-id. */
	readonly accounts: ReadonlyMap<string, Account>;
	readonly notifications: Notifications;
	readonly settings: Settings;
	readonly faults: Faults;
	readonly counters: Counters;
	/** Address of the emulator without a trailing slash; known once it listens. */
	baseUrl: string;
	/** Stops its timers and deliveries. */
	close(): Promise<void>;
}

/** A new world; the same settings and start give the same credentials and ids. */
export function createWorld(options: { settings: Settings; start?: Date; frozen?: boolean; baseUrl?: string }): World {
	const { settings } = options;
	const clock = createClock({ start: options.start, frozen: options.frozen });
	// A stream of its own for deliveries, so that a plan for them leaves the ids of payments as they were.
	const notifications = createNotifications({ clock, settings, random: createRandom(settings.seed + 1) });
	const accounts = new Map<string, Account>();
	const world: World = {
		clock,
		random: createRandom(settings.seed),
		accounts,
		notifications,
		settings,
		faults: createFaults({ seed: settings.seed, now: () => clock.now() }),
		counters: createCounters(),
		baseUrl: options.baseUrl ?? '',
		async close() {
			clock.close();
			await notifications.close();
		},
	};
	for (const account of createAccounts(world)) accounts.set(account.appId, account);
	return world;
}

/** The account that holds a currency; each currency has exactly one. */
export function accountOf(world: World, currency: string): Account {
	for (const account of world.accounts.values()) if (account.currency === currency) return account;
	throw new RangeError(`No account holds ${currency}`);
}
