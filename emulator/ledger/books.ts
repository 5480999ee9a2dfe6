import { formatMoney, type Money } from './money';
import type { Ledger } from './ledger';
import type { Moves } from './moves';

/** Count and sum of one kind of payment. `sum` is a decimal string in the account's currency. */
export interface BookLine {
	count: number;
	sum: string;
	byStatus: Record<string, number>;
}

/** A payment as the overview page lists it. */
export interface RecentPayment {
	kind: string;
	uuid: string;
	status: string;
	amount: string;
	externalId?: string | null;
	createdAt: Date;
	/** Those of a batch. */
	payees?: readonly { payee: string; externalId: string | null; amount: string; status: string }[];
}

/** What a domain reports to the books and the overview. */
export interface Reporting {
	/** By kind: `{ payins: …, refunds: … }`. */
	summary(): Record<string, BookLine>;
	/** Newest first, at most `limit`. */
	recent?(limit: number): RecentPayment[];
	/** What may happen to a listed payment now; none when the domain does not know it. */
	moves?(uuid: string): Moves;
}

/** What one account has paid and received, and its balances. */
export interface Books {
	currency: string;
	/** By kind: payins, refunds, payouts, … */
	payments: Record<string, BookLine>;
	/** Decimal strings in the currency's base unit. */
	balances: Record<string, string>;
	/** Whether the sum of all entries equals the balance. */
	balanced: boolean;
}

/** Counts and sums payments of one kind. */
export function bookLine(payments: Iterable<{ status: string; amount?: Money }>): BookLine {
	const byStatus: Record<string, number> = {};
	let count = 0;
	let sum = 0n;
	for (const { status, amount = 0n } of payments) {
		count += 1;
		sum += amount;
		byStatus[status] = (byStatus[status] ?? 0) + 1;
	}
	return { count, sum: formatMoney(sum, 0), byStatus };
}

/** The newest `limit` records of a list in creation order, newest first. */
export const newestOf = <T>(records: Iterable<T>, limit: number): T[] => [...records].slice(-limit).reverse();

/** The books of one account. */
export function booksOf(account: { currency: string; ledger: Ledger; reporting: readonly Reporting[] }): Books {
	const { currency, ledger, reporting } = account;
	const payments: Record<string, BookLine> = {};
	for (const domain of reporting) Object.assign(payments, domain.summary());
	const balances = Object.fromEntries(
		Object.entries(ledger.balances()).map(([name, amount]) => [name, formatMoney(amount, 0)]),
	);
	return { currency, payments, balances, balanced: ledger.audit().balanced };
}
