import { subtractAmounts, sumAmounts } from '../money';
import { addedTo, negative, NOTHING, type LedgerEntry, type Sums } from './entries';

/** What a period has moved in one currency. */
export interface Movement extends Sums {
	currency: string;
	/** Entries that have changed the balance. */
	entries: number;
	/** Entries that have not: failed ones, and incoming ones that have not settled. */
	entries_not_in_balance: number;
	/** Those of them that have not settled, and what they will add to the balance. */
	entries_waiting: number;
	waiting_net: string;
	/** Outgoing entries that are counted and may still fail, and what would come back. */
	entries_set_aside: number;
	set_aside_net: string;
	opening_balance: string;
	closing_balance: string;
}

export type Place = 'before' | 'within' | 'after';

/** Where an entry lies in time: a period has its start and not its end, so that the next one may begin there. */
export function placeIn({ from, to }: Readonly<Record<'from' | 'to', Date>>, { created_at }: LedgerEntry): Place {
	const time = Date.parse(created_at);
	return time < from.getTime() ? 'before' : time < to.getTime() ? 'within' : 'after';
}

const MINUTE = 60_000;

/** Where a period ends: one that ends in the last second of a minute, such as 23:59:59, has all of it. */
export const endOfBooks = (to: Date): Date =>
	to.getUTCSeconds() === 59 ? new Date(Math.ceil((to.getTime() + 1) / MINUTE) * MINUTE) : to;

interface Count {
	entries: number;
	net: string;
}

interface Account {
	sums: Sums;
	entries: number;
	others: number;
	waiting: Count;
	setAside: Count;
	/** What was moved after the period. */
	later: string;
}

const empty = (): Account => ({
	...{ sums: NOTHING, entries: 0, others: 0, later: '0' },
	...{ waiting: { entries: 0, net: '0' }, setAside: { entries: 0, net: '0' } },
});

function count(counted: Count, { net }: LedgerEntry, one: number): void {
	counted.entries += one;
	counted.net = sumAmounts([counted.net, net]);
}

/**
 * Adds up the history of an account from the start of a period until now. The service tells only the balance of now: those of
 * the period follow from it.
 */
export class Books {
	private readonly accounts = new Map<string, Account>();

	/** @param period its start belongs to it, its end does not */
	constructor(private readonly period: Readonly<Record<'from' | 'to', Date>>) {}

	get currencies(): string[] {
		return [...this.accounts.keys()];
	}

	/** Takes back an entry as it was before it changed. */
	remove(entry: LedgerEntry): void {
		const [gross, fees, net] = [negative(entry.gross), negative(entry.fees), negative(entry.net)];
		this.add({ ...entry, gross, fees, net }, -1);
	}

	/** @returns where the entry lies in time */
	add(entry: LedgerEntry, one = 1): Place {
		const place = placeIn(this.period, entry);
		if (place === 'before') return place;
		const account = this.accounts.get(entry.currency) ?? empty();
		this.accounts.set(entry.currency, account);
		const isWithin = place === 'within';
		if (!entry.in_balance && isWithin) {
			account.others += one;
			if (entry.status !== 'failed') count(account.waiting, entry, one);
		} else if (!entry.in_balance) return place;
		else if (!isWithin) account.later = sumAmounts([account.later, entry.net]);
		else {
			account.sums = addedTo(account.sums, entry);
			account.entries += one;
			if (entry.status !== 'done') count(account.setAside, entry, one);
		}
		return place;
	}

	/** @param now the available balance when the last entry was read, as a decimal text */
	movement(currency: string, now: string): Movement {
		const { sums, entries, others, waiting, setAside, later } = this.accounts.get(currency) ?? empty();
		const closing = subtractAmounts(now, [later]);
		return {
			...{ currency, opening_balance: subtractAmounts(closing, [sums.net]), ...sums },
			...{ closing_balance: closing, entries, entries_not_in_balance: others },
			...{ entries_waiting: waiting.entries, waiting_net: waiting.net },
			...{ entries_set_aside: setAside.entries, set_aside_net: setAside.net },
		};
	}
}

/** The balance of a currency at a time within the period, in milliseconds since 1970. */
export type BalanceAt = (time: number) => string;

/** What a movement has come to at each time, by the entries of its period in any order. Yields after each of them. */
export function* balancesOf(movement: Movement, entries: readonly LedgerEntry[]): Generator<undefined, BalanceAt> {
	const steps: { time: number; balance: string }[] = [];
	for (const { currency, in_balance, net, created_at } of entries) {
		yield;
		if (in_balance && currency === movement.currency) steps.push({ time: Date.parse(created_at), balance: net });
	}
	steps.sort((one, other) => one.time - other.time);
	let balance = movement.opening_balance;
	for (const step of steps) {
		yield;
		balance = step.balance = sumAmounts([balance, step.balance]);
	}
	return (at) => steps.findLast(({ time }) => time <= at)?.balance ?? movement.opening_balance;
}
