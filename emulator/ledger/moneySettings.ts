import type { World } from '../world';

/** How payments behave in time, beside what every room shares. All times are virtual milliseconds. */
export interface MoneySettings {
	/** Records appear in lists only this long after they were made; their detail answers at once. */
	listLagMs: number;
	/** A received payment stays in the incoming balance this long before it is settled into the available one. */
	settlementDelayMs: number;
	/** A payout that finds no funds for this long expires. */
	payoutWindowMs: number;
	/** A prompt on the handset that nobody answers for this long makes the payment fail. */
	promptLifetimeMs: number;
}

export const defaultMoneySettings: MoneySettings = {
	listLagMs: 0,
	settlementDelayMs: 0,
	payoutWindowMs: 5 * 24 * 60 * 60_000,
	promptLifetimeMs: 2 * 60_000,
};

/** The settings of a world, defaults filled in. */
export const moneySettings = (world: World): MoneySettings => ({ ...defaultMoneySettings, ...world.settings });
