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

/** A movement to book. `fees` are deducted from incoming money and added to outgoing money. */
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
	/** The effect of entries 0 to `index` - 1 on the available balance. */
	availableBefore(index: number): Money;
}

/** A source whose entries are all settled, with their totals. */
export interface SettledHistory extends HistorySource {
	readonly moved: { available: Money; fees: Money };
}

/** What the merchant gains or loses by an entry: incoming amounts minus fees, outgoing amounts plus fees. Never negative. */
export const netOf = ({ direction, amount, fees }: Pick<HistoryEntry, 'direction' | 'amount' | 'fees'>): Money =>
	direction === 'money_in' ? amount - fees : amount + fees;

/** Outgoing money leaves the available balance at once; incoming money enters it when the entry is done. */
export function availableEffect(entry: HistoryEntry): Money {
	if (entry.status === 'failed') return 0n;
	if (entry.direction === 'money_out') return -netOf(entry);
	return entry.status === 'done' ? netOf(entry) : 0n;
}
