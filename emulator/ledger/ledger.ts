import type { Clock } from '../engine/clock';
import type { Merchant } from '../engine/merchant';
import type { Random } from '../engine/random';
import type { Settings } from '../engine/settings';
import { createDoubleEntry } from './doubleEntry';
import { availableEffect, type HistoryEntry, type HistorySource, type Posting, type SettledHistory } from './entries';
import { parseMoney, type Money } from './money';

/** What the ledger needs of the account it belongs to. */
interface Needs {
	clock: Pick<Clock, 'now'>;
	random: Pick<Random, 'balanceId'>;
	merchant: Pick<Merchant, 'appId'>;
	settings: Pick<Settings, 'openingBalance'>;
}

export type Ledger = ReturnType<typeof createLedger>;

/** Entries booked at run time, oldest first. */
function createJournal() {
	const inOrder: HistoryEntry[] = [];
	const byId = new Map<string, HistoryEntry>();

	function entry(index: number): HistoryEntry {
		const found = inOrder[index];
		if (!found) throw new RangeError(`No history entry at ${index}`);
		return found;
	}

	const source: HistorySource = {
		get length() {
			return inOrder.length;
		},
		createdAt: (index) => entry(index).createdAt,
		entry,
		availableBefore(index) {
			let sum = 0n;
			for (let position = 0; position < index; position++) sum += availableEffect(entry(position));
			return sum;
		},
	};

	return {
		source,
		add(booked: HistoryEntry): void {
			inOrder.push(booked);
			byId.set(booked.id, booked);
		},
		find: (entryId: string): HistoryEntry | undefined => byId.get(entryId),
	};
}

/** The double-entry books of one account, the source of balances and both histories. */
export function createLedger({ clock, random, merchant, settings }: Needs) {
	const accounts = createDoubleEntry();
	const journal = createJournal();
	const seeded: SettledHistory[] = [];
	const creditListeners: (() => void)[] = [];

	function close(entry: HistoryEntry, outcome: 'done' | 'failed'): void {
		entry.status = outcome;
		accounts.close(entry, outcome);
		const credited = (entry.direction === 'money_in') === (outcome === 'done');
		if (credited) for (const listener of creditListeners) listener();
	}

	const ledger = {
		/** Books a movement now. Does not check outgoing money against the balance: call `covers` first. */
		post(posting: Posting): HistoryEntry {
			if (posting.amount < 0n || posting.fees < 0n)
				throw new RangeError('Amounts and fees are never negative: the direction says where money goes');
			const { description = '', status, ...rest } = posting;
			const entry: HistoryEntry = {
				id: random.balanceId(),
				createdAt: clock.now().getTime(),
				...rest,
				status: 'waiting',
				description,
			};
			journal.add(entry);
			accounts.open(entry);
			if (status !== 'waiting') close(entry, status);
			return entry;
		},
		/** Ends a waiting entry. Throws when no entry has this Balance ID or when it has already ended. */
		settle(entryId: string, outcome: 'done' | 'failed'): HistoryEntry {
			const entry = journal.find(entryId);
			if (!entry) throw new RangeError(`No history entry ${entryId}`);
			if (entry.status !== 'waiting') throw new RangeError(`History entry ${entryId} is ${entry.status}, not waiting`);
			close(entry, outcome);
			return entry;
		},
		/** Whether the available balance covers an amount that includes its fees. */
		covers: (amount: Money): boolean => accounts.balances().available >= amount,
		balances: accounts.balances,
		/** Every ledger account; they always sum to zero. */
		accounts: accounts.all,
		/** Sets the security reserve, the part of the available balance that cannot be withdrawn. */
		setRollingReserve: accounts.setReserve,
		/** Calls `listener` after every increase of the available balance, so that what waits for funds can retry. */
		onCredit(listener: () => void): void {
			creditListeners.push(listener);
		},
		/** Adds a history that is computed on demand. */
		attach(source: SettledHistory): void {
			const { available, fees } = source.moved;
			accounts.move(available + fees, 'external', 'free');
			accounts.move(fees, 'free', 'fees');
			seeded.push(source);
		},
		/** All sources of entries. The journal comes first, so that each source keeps its place. */
		sources: (): readonly HistorySource[] => [journal.source, ...seeded],
		/** Compares the balance with the sum of all entries. */
		audit() {
			const history = ledger.sources().reduce((sum, source) => sum + source.availableBefore(source.length), 0n);
			const total = Object.values(accounts.all()).reduce((sum, amount) => sum + amount, 0n);
			const { available } = accounts.balances();
			return { balanced: total === 0n && history === available, available, history };
		},
	};

	const opening = parseMoney(settings.openingBalance);
	if (opening > 0n) {
		ledger.post({
			type: 'topup',
			direction: 'money_in',
			amount: opening,
			fees: 0n,
			status: 'done',
			referenceId: merchant.appId,
			paymentMethod: 'opening_balance',
		});
	}
	return ledger;
}
