import { negative, type LedgerEntry } from './entries';

/** An entry of a statement, with what the payment's record says of it. Texts are empty where it says nothing. */
export interface Line {
	entry: LedgerEntry;
	externalId: string;
	/** The payer or payee. */
	name: string;
	/** The tax within the gross amount, with its sign; "0" for none, empty where it is not known. */
	tax: string;
}

/** The columns of a statement as CSV. The first row is the opening balance, the last one the closing balance, or what has not settled. */
export const STATEMENT_COLUMNS = [
	'line',
	'created_at',
	'id',
	'transaction_type',
	'payment_method',
	'reference_id',
	'external_id',
	'name',
	'currency',
	'gross',
	'fees',
	'tax',
	'net',
	'balance',
] as const;

/** A row of the statement. The tax is part of the gross amount. */
export function statementRow({ entry, externalId, name, tax }: Line): Record<string, string> {
	const { id, created_at, transaction_type, payment_method, reference_id, currency, gross, fees, net } = entry;
	return {
		...{ line: 'entry', created_at, id, transaction_type, payment_method, reference_id, external_id: externalId, name },
		...{ currency, gross, fees, tax, net },
	};
}

/** @param name `opening_balance`, `closing_balance`, or `waiting` for what has not settled */
export const balanceRow = (name: string, at: Date, currency: string, balance: string): Record<string, string> => ({
	...{ line: name, created_at: at.toISOString(), currency, balance },
});

/** The columns that accounting software reads from a bank statement as CSV. */
export const BANK_COLUMNS = ['Date', 'Amount', 'Payee', 'Description', 'Reference'] as const;

/**
 * Writes entries as rows of a bank statement: the payment and, where there is one, its fee. Together they are what the balance
 * has changed by. Software drops a row that equals another one of its day, so a row that would names its entry, and if need be
 * its place among those that are still equal.
 */
export class BankRows {
	private day = '';
	private readonly written = new Map<string, number>();

	/** @param day of the entry, in the time zone of the books */
	rowsOf({ entry, externalId, name }: Line, day: string): Record<string, string>[] {
		const { id, transaction_type, reference_id, gross, fees } = entry;
		const what = `${transaction_type} ${reference_id}`.trim().replaceAll('_', ' ');
		const rest = { Payee: name, Reference: externalId || reference_id || id };
		const payment = { Date: day, Amount: gross, Description: what, ...rest };
		const fee = { Date: day, Amount: negative(fees), Description: `fee of ${what}`.trim(), ...rest };
		return (fees === '0' ? [payment] : [payment, fee]).map((row) => this.apart(row, id));
	}

	private apart<T extends { Date: string; Description: string }>(row: T, id: string): T {
		// Entries come by time, so that no more than a day has to be remembered.
		if (row.Date !== this.day) this.written.clear();
		this.day = row.Date;
		if (this.count(row) === 1) return row;
		const named = { ...row, Description: `${row.Description} ${id}`.trim() };
		const place = this.count(named);
		return place === 1 ? named : { ...named, Description: `${named.Description} (${place})` };
	}

	/** How many rows of the day are like this one, with it. */
	private count(row: object): number {
		const key = JSON.stringify(Object.values(row));
		const count = (this.written.get(key) ?? 0) + 1;
		this.written.set(key, count);
		return count;
	}
}
