import { createClock, type Clock } from './clock';
import { createCounters, type Counters } from './counters';
import { createFaults, type Faults } from './faults';
import { createNotifications, type Notifications } from './notifications';
import { createRandom, type Random } from './random';
import type { Settings } from './settings';

/** What all accounts share: clock, random source, faults and notification delivery. It knows nothing about payments. */
export interface Engine {
	readonly clock: Clock;
	readonly random: Random;
	readonly notifications: Notifications;
	readonly settings: Settings;
	readonly faults: Faults;
	readonly counters: Counters;
	/** Address of the emulator without a trailing slash, set once it listens. */
	baseUrl: string;
	/** The full URL of a path on the emulator. */
	addressOf(path: string): string;
	/** Stops timers and deliveries. */
	close(): Promise<void>;
}

/** How an engine starts: `start` is the virtual time (default: now); a frozen clock moves only by `advance`. */
export interface EngineOptions {
	settings: Settings;
	start?: Date;
	frozen?: boolean;
	baseUrl?: string;
}

/** A new engine. The same settings and start give the same ids and the same random choices. */
export function createEngine({ settings, start, frozen, baseUrl = '' }: EngineOptions): Engine {
	const clock = createClock({ start, frozen });
	// Deliveries have their own random stream, so that a delivery plan does not change the ids of payments.
	const notifications = createNotifications({ clock, settings, random: createRandom(settings.seed + 1) });
	const engine: Engine = {
		clock,
		random: createRandom(settings.seed),
		notifications,
		settings,
		faults: createFaults({ seed: settings.seed, now: () => clock.now() }),
		counters: createCounters(),
		baseUrl,
		addressOf: (path) => `${engine.baseUrl}${path}`,
		async close() {
			clock.close();
			await notifications.close();
		},
	};
	return engine;
}
