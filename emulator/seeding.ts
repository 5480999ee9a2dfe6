import { currencyRules } from './ledger/currencies';
import {
	availableEffect,
	type Direction,
	type EntryStatus,
	type HistoryEntry,
	type SettledHistory,
	type TransactionType,
} from './ledger/entries';
import type { Ledger } from './ledger/ledger';
import type { Money } from './ledger/money';
import { methodsOf } from './methods/catalogue';

/** A history to seed: `count` entries, evenly spread over a period (milliseconds, both ends included). */
export interface HistorySeed {
	count: number;
	from: number;
	to: number;
	seed: number;
}

/** The totals that a reader of a seeded history must find. */
export interface SeededTotals {
	count: number;
	moneyIn: Money;
	moneyOut: Money;
	fees: Money;
	byStatus: Record<EntryStatus, number>;
}

interface Kind {
	type: TransactionType;
	direction: Direction;
	/** Share of entries in a thousand. */
	weight: number;
	feeBasisPoints: number;
}

const kinds: readonly Kind[] = [
	{ type: 'payment', direction: 'money_in', weight: 640, feeBasisPoints: 250 },
	{ type: 'payout', direction: 'money_out', weight: 240, feeBasisPoints: 50 },
	{ type: 'refund', direction: 'money_out', weight: 60, feeBasisPoints: 0 },
	{ type: 'settlement', direction: 'money_out', weight: 30, feeBasisPoints: 0 },
	{ type: 'topup', direction: 'money_in', weight: 20, feeBasisPoints: 0 },
	{ type: 'dispute_fee', direction: 'money_out', weight: 10, feeBasisPoints: 0 },
];

const FAILED_IN_A_THOUSAND = 20;
/** A running balance starts from the sum kept every this many entries, not from the first entry. */
const MILESTONE = 1024;

// Local copies, because a test runner makes access to globals slow, and a million entries need a hundred million calls.
const { imul, floor } = Math;

/** Mixes 32 bits (the finaliser of MurmurHash3). Different inputs give different outputs. */
function scatter(value: number): number {
	let mixed = value >>> 0;
	mixed = imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	mixed = imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return (mixed ^ (mixed >>> 16)) >>> 0;
}

const hexWord = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');

/** Computes entry `index` from the seed. Amounts are counted in steps, as numbers far below 2^53, so that sums are exact. */
function createEntries(currency: string, { count, from, to, seed }: HistorySeed) {
	const names = {
		money_in: methodsOf(currency, 'payin').map(({ name }) => name),
		money_out: methodsOf(currency, 'payout').map(({ name }) => name),
	};
	// A step is a whole unit, or a hundredth.
	const step = currencyRules(currency).decimals === 0 ? 1_000_000n : 10_000n;
	const inMoney = (steps: number): Money => BigInt(steps) * step;
	const salt = scatter(seed);

	const draw = (index: number, purpose: number): number => scatter(scatter(index + imul(purpose, 0x9e3779b1)) ^ salt);
	const kindOf = (index: number): Kind => {
		let rest = draw(index, 1) % 1000;
		return kinds.find(({ weight }) => (rest -= weight) < 0) ?? (kinds[0] as Kind); // the list is not empty
	};
	const stepsOf = (index: number, { direction }: Kind): number =>
		100 + (draw(index, 2) % (direction === 'money_in' ? 100_000 : 50_000));
	const feeStepsOf = (steps: number, { feeBasisPoints }: Kind): number =>
		floor((steps * feeBasisPoints + 5_000) / 10_000);
	const hasFailed = (index: number): boolean => draw(index, 3) % 1000 < FAILED_IN_A_THOUSAND;

	function createdAt(index: number): number {
		const start = from + floor((index * (to - from + 1)) / count);
		const end = from + floor(((index + 1) * (to - from + 1)) / count);
		return start + (end > start ? draw(index, 6) % (end - start) : 0);
	}

	function entry(index: number): HistoryEntry {
		const kind = kindOf(index);
		const methods = names[kind.direction];
		const steps = stepsOf(index, kind);
		return {
			// The second half maps the index one to one, so no id repeats within a history.
			id: `${hexWord(scatter(salt ^ 0x5eed))}-${hexWord(scatter(index))}`,
			createdAt: createdAt(index),
			direction: kind.direction,
			type: kind.type,
			amount: inMoney(steps),
			fees: inMoney(feeStepsOf(steps, kind)),
			status: hasFailed(index) ? 'failed' : 'done',
			referenceId: hexWord(draw(index, 4)),
			paymentMethod: methods[draw(index, 5) % methods.length] ?? 'bank_transfer',
			description: '',
		};
	}

	return { kindOf, stepsOf, feeStepsOf, hasFailed, createdAt, entry, inMoney };
}

/**
 * A history that is not stored: each entry is computed on request. One pass at the start computes the totals.
 * The same seed, count and period give the same entries.
 */
export function createSeededHistory(
	currency: string,
	plan: HistorySeed,
): SettledHistory & { readonly totals: SeededTotals } {
	const { count } = plan;
	const { kindOf, stepsOf, feeStepsOf, hasFailed, createdAt, entry, inMoney } = createEntries(currency, plan);

	const milestones: number[] = [];
	const sums = { money_in: 0, money_out: 0, fees: 0, failed: 0 };
	for (let index = 0; index < count; index++) {
		if (index % MILESTONE === 0) milestones.push(sums.money_in - sums.money_out - sums.fees);
		if (hasFailed(index)) {
			sums.failed++;
			continue;
		}
		const kind = kindOf(index);
		const steps = stepsOf(index, kind);
		sums[kind.direction] += steps;
		sums.fees += feeStepsOf(steps, kind);
	}
	const available = inMoney(sums.money_in - sums.money_out - sums.fees);

	return {
		length: count,
		createdAt,
		entry,
		availableBefore(index) {
			if (index >= count) return available;
			const milestone = floor(index / MILESTONE);
			let sum = inMoney(milestones[milestone] ?? 0);
			for (let position = milestone * MILESTONE; position < index; position++) sum += availableEffect(entry(position));
			return sum;
		},
		moved: { available, fees: inMoney(sums.fees) },
		totals: {
			count,
			moneyIn: inMoney(sums.money_in),
			moneyOut: inMoney(sums.money_out),
			fees: inMoney(sums.fees),
			byStatus: { waiting: 0, done: count - sums.failed, failed: sums.failed },
		},
	};
}

/** Adds a history to an account's books and balances. Returns the totals that a reader must find. */
export function seedHistory(account: { currency: string; ledger: Ledger }, plan: HistorySeed): SeededTotals {
	if (!Number.isInteger(plan.count) || plan.count < 1)
		throw new RangeError('count must be a whole number of at least 1');
	if (plan.to < plan.from) throw new RangeError('to must not be before from');
	const history = createSeededHistory(account.currency, plan);
	account.ledger.attach(history);
	return history.totals;
}
