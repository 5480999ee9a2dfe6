import type { LedgerEntry } from './entries';
import { negative } from './entries';

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

/** The payment and, where there is one, its fee: together they are what the balance has changed by. */
export function bankRows({ entry, externalId, name }: Line, day: string): Record<string, string>[] {
	const { transaction_type, reference_id, gross, fees } = entry;
	const what = `${transaction_type} ${reference_id}`.trim().replaceAll('_', ' ');
	const rest = { Payee: name, Reference: externalId || reference_id };
	const payment = { Date: day, Amount: gross, Description: what, ...rest };
	return fees === '0'
		? [payment]
		: [payment, { ...rest, Date: day, Amount: negative(fees), Description: `fee of ${what}` }];
}
