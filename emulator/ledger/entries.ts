import type { RequestType, TransactionType } from '../../contract/balances';
import type { BalanceFlowStatus } from '../../contract/statuses';
import type { Money } from './money';

export type { TransactionType } from '../../contract/balances';
export type Direction = RequestType;
export type EntryStatus = BalanceFlowStatus;

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

/** A movement to book. `fees` are taken off money that comes in and added to money that goes out. */
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

/** A source whose entries are all settled, with the sum of what they moved. */
export interface SettledHistory extends HistorySource {
	readonly moved: { available: Money; fees: Money };
}

/** What the merchant gains or loses by an entry: net of fees coming in, fees on top going out; never negative. */
export const netOf = ({ direction, amount, fees }: Pick<HistoryEntry, 'direction' | 'amount' | 'fees'>): Money =>
	direction === 'money_in' ? amount - fees : amount + fees;

/** Money that goes out leaves the available balance at once; money that comes in arrives there when it is done. */
export function availableEffect(entry: HistoryEntry): Money {
	if (entry.status === 'failed') return 0n;
	if (entry.direction === 'money_out') return -netOf(entry);
	return entry.status === 'done' ? netOf(entry) : 0n;
}
