import type { Account } from '../account';
import type { Money } from './money';
import { parseMoney } from './money';
import type { World } from '../world';

export type TransactionType =
	| 'payment'
	| 'payout'
	| 'settlement'
	| 'refund'
	| 'topup'
	| 'withdrawal'
	| 'dispute'
	| 'dispute_fee'
	| 'cashback_payout'
	| 'transfer_in'
	| 'transfer_out';

export type Direction = 'money_in' | 'money_out';
export type EntryStatus = 'waiting' | 'done' | 'failed';

/** One movement as the balance history shows it (section "Balance history entry"). */
export interface HistoryEntry {
	/** The Balance ID. */
	readonly id: string;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly direction: Direction;
	readonly type: TransactionType;
	/** Excluding fees. */
	readonly amount: Money;
	readonly fees: Money;
	status: EntryStatus;
	readonly referenceId: string;
	readonly paymentMethod: string;
	readonly description: string;
}

/** What a room books. `fees` come off money that comes in and on top of money that goes out. */
export interface Posting {
	type: TransactionType;
	direction: Direction;
	amount: Money;
	fees: Money;
	status: EntryStatus;
	referenceId: string;
	paymentMethod: string;
	description?: string;
}

/** Entries in time order, index 0 the oldest; a source may compute them on demand. */
export interface HistorySource {
	readonly length: number;
	/** Milliseconds; never falls as the index rises. */
	createdAt(index: number): number;
	entry(index: number): HistoryEntry;
	/** What entries 0 to `index` - 1 together did to the available balance. */
	availableBefore(index: number): Money;
}

/** A source whose entries are all settled, with what they moved in all. */
export interface SettledHistory extends HistorySource {
	readonly moved: { available: Money; fees: Money };
}

/** The five numbers of section "Balance (v1 and v2 detail)". */
export interface Balances {
	available: Money;
	incoming: Money;
	outgoing: Money;
	rollingReserve: Money;
	withdrawable: Money;
}

/** `free` and `reserve` together are the available balance; `external` is everybody outside the service. */
export type LedgerAccount = 'external' | 'incoming' | 'free' | 'reserve' | 'outgoing' | 'fees';

/** What the merchant gains or loses by an entry: net of fees coming in, fees on top going out; never negative. */
export const netOf = ({ direction, amount, fees }: Pick<HistoryEntry, 'direction' | 'amount' | 'fees'>): Money =>
	direction === 'money_in' ? amount - fees : amount + fees;

/** Money that goes out leaves the available balance at once; money that comes in arrives there when it is done. */
export function availableEffect(entry: HistoryEntry): Money {
	if (entry.status === 'failed') return 0n;
	if (entry.direction === 'money_out') return -netOf(entry);
	return entry.status === 'done' ? netOf(entry) : 0n;
}

export type Ledger = ReturnType<typeof createLedger>;

/** The double-entry books of one account. Balances and both histories are read from here. */
export function createLedger(world: World, account: Account) {
	const accounts: Record<LedgerAccount, Money> = {
		external: 0n,
		incoming: 0n,
		free: 0n,
		reserve: 0n,
		outgoing: 0n,
		fees: 0n,
	};
	const live: HistoryEntry[] = [];
	const byId = new Map<string, HistoryEntry>();
	const settled: SettledHistory[] = [];
	const creditListeners: (() => void)[] = [];

	/** The only way money moves: what leaves one account enters the other. */
	function move(amount: Money, from: LedgerAccount, to: LedgerAccount): void {
		accounts[from] -= amount;
		accounts[to] += amount;
	}

	/** Out of nowhere, into waiting. */
	function open(entry: HistoryEntry): void {
		if (entry.direction === 'money_in') move(entry.amount, 'external', 'incoming');
		else move(netOf(entry), 'free', 'outgoing');
	}

	function close(entry: HistoryEntry, outcome: 'done' | 'failed'): void {
		entry.status = outcome;
		if (entry.direction === 'money_in') {
			move(outcome === 'done' ? netOf(entry) : entry.amount, 'incoming', outcome === 'done' ? 'free' : 'external');
			if (outcome === 'done') move(entry.fees, 'incoming', 'fees');
		} else {
			move(outcome === 'done' ? entry.amount : netOf(entry), 'outgoing', outcome === 'done' ? 'external' : 'free');
			if (outcome === 'done') move(entry.fees, 'outgoing', 'fees');
		}
		const credited = (entry.direction === 'money_in') === (outcome === 'done');
		if (credited) for (const listener of creditListeners) listener();
	}

	const liveSource: HistorySource = {
		get length() {
			return live.length;
		},
		createdAt: (index) => entryAt(index).createdAt,
		entry: entryAt,
		availableBefore(index) {
			let sum = 0n;
			for (let position = 0; position < index; position++) sum += availableEffect(entryAt(position));
			return sum;
		},
	};

	function entryAt(index: number): HistoryEntry {
		const entry = live[index];
		if (!entry) throw new RangeError(`No history entry at ${index}`);
		return entry;
	}

	const ledger = {
		/** Books a movement now and returns its history entry. Money going out is not checked against the balance: ask `covers` first. */
		post(posting: Posting): HistoryEntry {
			if (posting.amount < 0n || posting.fees < 0n)
				throw new RangeError('Amounts and fees are never negative: the direction says where money goes');
			const { description = '', status, ...facts } = posting;
			const entry: HistoryEntry = {
				id: world.random.balanceId(),
				createdAt: world.clock.now().getTime(),
				...facts,
				status: 'waiting',
				description,
			};
			live.push(entry);
			byId.set(entry.id, entry);
			open(entry);
			if (status !== 'waiting') close(entry, status);
			return entry;
		},
		/** Ends a waiting entry; throws when there is none with this Balance ID or it has ended before. */
		settle(entryId: string, outcome: 'done' | 'failed'): HistoryEntry {
			const entry = byId.get(entryId);
			if (!entry) throw new RangeError(`No history entry ${entryId}`);
			if (entry.status !== 'waiting') throw new RangeError(`History entry ${entryId} is ${entry.status}, not waiting`);
			close(entry, outcome);
			return entry;
		},
		/** A booked (not seeded) entry by its Balance ID. */
		find: (entryId: string): HistoryEntry | undefined => byId.get(entryId),
		/** Whether the available balance suffices for an amount with its fees. */
		covers: (amount: Money): boolean => accounts.free + accounts.reserve >= amount,
		balances: (): Balances => ({
			available: accounts.free + accounts.reserve,
			incoming: accounts.incoming,
			outgoing: accounts.outgoing,
			rollingReserve: accounts.reserve,
			withdrawable: accounts.free,
		}),
		/** Every ledger account; they always sum to zero. */
		accounts: (): Readonly<Record<LedgerAccount, Money>> => ({ ...accounts }),
		/** Sets the security reserve, a part of the available balance that cannot be withdrawn. */
		setRollingReserve(amount: Money): void {
			move(amount - accounts.reserve, 'free', 'reserve');
		},
		/** Called after the available balance has grown: payouts and refunds that wait for funds try again. */
		onCredit(listener: () => void): void {
			creditListeners.push(listener);
		},
		/** Takes over a history that is computed on demand. */
		attach(source: SettledHistory): void {
			const { available, fees } = source.moved;
			move(available + fees, 'external', 'free');
			move(fees, 'free', 'fees');
			settled.push(source);
		},
		/** Everything that ever moved; what is booked as it happens comes first, so that a source keeps its place. */
		sources: (): readonly HistorySource[] => [liveSource, ...settled],
		/** Adds every entry up again and compares: the balance by the accounts, the balance by the history. */
		audit() {
			const history = ledger.sources().reduce((sum, source) => sum + source.availableBefore(source.length), 0n);
			const total = Object.values(accounts).reduce((sum, amount) => sum + amount, 0n);
			const { available } = ledger.balances();
			return { balanced: total === 0n && history === available, available, history };
		},
	};

	const opening = parseMoney(world.settings.openingBalance);
	if (opening > 0n) {
		ledger.post({
			type: 'topup',
			direction: 'money_in',
			amount: opening,
			fees: 0n,
			status: 'done',
			referenceId: account.appId,
			paymentMethod: 'opening_balance',
		});
	}
	return ledger;
}
