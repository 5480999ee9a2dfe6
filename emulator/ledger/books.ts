import { roomsOf, type Account, type BookLine } from '../account';
import { formatMoney } from './money';
import type { World } from '../world';

/** One account's side of the story: what was paid, and what is left. */
export interface Books {
	currency: string;
	/** By kind: payins, refunds, payouts, … */
	payments: Record<string, BookLine>;
	/** Decimal strings in the currency's base unit. */
	balances: Record<string, string>;
	/** Every entry added up again gives the balance. */
	balanced: boolean;
}

/** The books of one account. */
export function booksOf(account: Account): Books {
	const payments: Record<string, BookLine> = {};
	for (const room of roomsOf(account)) Object.assign(payments, room.summary?.());
	const balances = Object.fromEntries(
		Object.entries(account.ledger.balances()).map(([name, amount]) => [name, formatMoney(amount, 0)]),
	);
	return { currency: account.currency, payments, balances, balanced: account.ledger.audit().balanced };
}

/** The books of every account, by currency. */
export function allBooks(world: World): Record<string, Books> {
	return Object.fromEntries([...world.accounts.values()].map((account) => [account.currency, booksOf(account)]));
}
