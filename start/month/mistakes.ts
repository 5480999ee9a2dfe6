import { paidInAdvance, payees, type Payee } from './sheet';

/** A mistake that somebody has made in the sheet, and what the preview has to say about it. */
export interface Mistake {
	/** Index of the row, from 0. */
	row: number;
	/** What was done, in a few words. */
	what: string;
	change: (payee: Payee, sheet: readonly Payee[]) => Partial<Payee>;
	verdict: 'stop' | 'check' | 'paid_before';
	/** With what the reasons of the preview begin. */
	says: string;
}

/** One of each kind, spread over the sheet and its currencies. */
export const MISTAKES: readonly Mistake[] = [
	{
		row: 0,
		what: 'Paid in advance already',
		change: (_, sheet) => ({ ...paidInAdvance(sheet)[0] }),
		verdict: 'paid_before',
		says: 'The payment advance-001 exists already',
	},
	{
		row: 21,
		what: 'External ID of another payment',
		change: (_, sheet) => ({ external_id: paidInAdvance(sheet)[1]?.external_id }),
		verdict: 'stop',
		says: 'The External ID advance-002 belongs to another payment',
	},
	{
		row: 45,
		what: 'Amount that can be read in two ways',
		change: () => ({ amount: '1,215' }),
		verdict: 'stop',
		says: 'Amount cannot be used: "1,215" can be read in more than one way; write it with a dot before the decimals and nothing between the thousands, like 1250.50',
	},
	{
		row: 86,
		what: 'Forbidden character in a name',
		change: () => ({ first_name: 'Anne@Marie' }),
		verdict: 'stop',
		says: 'First Name may hold letters, digits and single spaces only, not “Anne@Marie”',
	},
	{
		row: 127,
		what: 'Bank missing',
		change: () => ({ bank_code: '' }),
		verdict: 'stop',
		says: 'The method needs Bank Code',
	},
	{
		row: 168,
		what: 'External ID used twice in the list',
		change: (_, sheet) => ({ external_id: sheet[163]?.external_id }),
		verdict: 'stop',
		says: 'Rows 164 and 169 have the same External ID april-164',
	},
	{
		row: 212,
		what: 'Above the limit of the method',
		change: () => ({ amount: '50000.01' }),
		verdict: 'stop',
		says: 'The amount 50000.01 PHP is more than the method allows',
	},
	{
		row: 257,
		what: 'Below the limit of the method',
		change: () => ({ amount: '199.99' }),
		verdict: 'stop',
		says: 'The amount 199.99 PHP is less than the method allows',
	},
	{
		row: 304,
		what: 'Currency without an account',
		change: () => ({ currency: 'EUR' }),
		verdict: 'stop',
		says: 'The credential holds no account for EUR',
	},
	{
		row: 351,
		what: 'Above the limit of the credential',
		change: () => ({ amount: '250000.00' }),
		verdict: 'stop',
		says: '250000.00 INR is more than the credential allows',
	},
	{ row: 398, what: 'Email missing', change: () => ({ email: '' }), verdict: 'stop', says: 'Email is empty' },
	{
		row: 449,
		what: 'Payee listed twice',
		change: ({ external_id }, sheet) => ({ ...sheet[444], external_id }),
		verdict: 'check',
		says: 'Row 445 pays the same amount to the same account',
	},
];

/** The sheet as it comes in, with all mistakes in it. */
export function sheetWithMistakes(): Payee[] {
	const sheet = payees();
	const changed = [...sheet];
	for (const { row, change } of MISTAKES) {
		const payee = sheet[row];
		if (payee) changed[row] = { ...payee, ...change(payee, sheet) };
	}
	return changed;
}
