import { netOf, type HistoryEntry } from './entries';
import type { Money } from './money';

/** The five amounts of section "Balance (v1 and v2 detail)". */
export interface Balances {
	available: Money;
	incoming: Money;
	outgoing: Money;
	rollingReserve: Money;
	withdrawable: Money;
}

/** `free` plus `reserve` is the available balance; `external` stands for everybody outside the service. */
export type LedgerAccount = 'external' | 'incoming' | 'free' | 'reserve' | 'outgoing' | 'fees';

/** Double-entry accounts. Whatever leaves one enters another, so they always sum to zero. */
export function createDoubleEntry() {
	const accounts: Record<LedgerAccount, Money> = {
		external: 0n,
		incoming: 0n,
		free: 0n,
		reserve: 0n,
		outgoing: 0n,
		fees: 0n,
	};

	/** The only way money moves. */
	function move(amount: Money, from: LedgerAccount, to: LedgerAccount): void {
		accounts[from] -= amount;
		accounts[to] += amount;
	}

	return {
		move,
		/** Opens a waiting entry. */
		open(entry: HistoryEntry): void {
			if (entry.direction === 'money_in') move(entry.amount, 'external', 'incoming');
			else move(netOf(entry), 'free', 'outgoing');
		},
		/** Closes a waiting entry: its money arrives, or returns to where it came from. */
		close(entry: HistoryEntry, outcome: 'done' | 'failed'): void {
			const done = outcome === 'done';
			if (entry.direction === 'money_in') {
				move(done ? netOf(entry) : entry.amount, 'incoming', done ? 'free' : 'external');
				if (done) move(entry.fees, 'incoming', 'fees');
			} else {
				move(done ? entry.amount : netOf(entry), 'outgoing', done ? 'external' : 'free');
				if (done) move(entry.fees, 'outgoing', 'fees');
			}
		},
		/** Sets the security reserve, the part of the available balance that cannot be withdrawn. */
		setReserve(amount: Money): void {
			move(amount - accounts.reserve, 'free', 'reserve');
		},
		balances: (): Balances => ({
			available: accounts.free + accounts.reserve,
			incoming: accounts.incoming,
			outgoing: accounts.outgoing,
			rollingReserve: accounts.reserve,
			withdrawable: accounts.free,
		}),
		all: (): Readonly<Record<LedgerAccount, Money>> => ({ ...accounts }),
	};
}
