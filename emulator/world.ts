import { accountCurrencies, createAccount, type Account } from './account';
import { createEngine, type Engine, type EngineOptions } from './engine/engine';

/** One run of the emulated service: the engine and the accounts. A reset replaces it completely. */
export interface World extends Engine {
	/** By app-id. */
	readonly accounts: ReadonlyMap<string, Account>;
}

/** A new world. The same settings and start give the same credentials and ids. */
export function createWorld(options: EngineOptions): World {
	const engine = createEngine(options);
	const accounts = accountCurrencies.map((currency) => createAccount(engine, currency));
	return Object.assign(engine, { accounts: new Map(accounts.map((account) => [account.appId, account])) });
}

/** The account that holds a currency; each currency has exactly one. */
export function accountOf(world: World, currency: string): Account {
	for (const account of world.accounts.values()) if (account.currency === currency) return account;
	throw new RangeError(`No account holds ${currency}`);
}
