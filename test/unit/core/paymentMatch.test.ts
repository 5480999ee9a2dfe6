import fc from '../../seeded';
import { destinationOf, endedAs, isShownAs, recordsUnder, shownParameterFacts } from '../../../core/paymentMatch';

describe('a value of a record', () => {
	it.each<[asked: unknown, shown: unknown, same: boolean]>([
		['12345678', '12345678', true],
		['12345678', 12345678, true],
		['062-000', '062000', true],
		['12345678', '****5678', true],
		['12345678', '••5678', true],
		['12345678', '12****78', true],
		['12345678', 'XXXX5678', true],
		['12345678', '********', true],
		['12345678', '****5679', false],
		['12345678', '13****78', false],
		['12345678', '1234567', false],
		['12345678', '123456789', false],
		// Too short to hold both ends.
		['1278', '127****278', false],
		['ada@bank.test', 'a**@bank.test', true],
		['ada@bank.test', 'b**@bank.test', false],
		// In a bank code, an X is a letter, not a mask.
		['DEUTDEFF500', 'DEUTDEFFXXX', false],
		['EXMAVN2X', 'EYMAVN2X', false],
	])('asked as %p and shown as %p: %p', (asked, shown, same) => {
		expect(isShownAs(asked, shown)).toBe(same);
	});

	it('is the one asked for wherever it is masked, and another where a digit that shows differs', () => {
		const digits = fc.stringMatching(/^\d{4,16}$/);
		fc.assert(
			fc.property(digits, fc.nat(15), fc.nat(15), (number, a, b) => {
				const [from, to] = [a % number.length, b % number.length].sort((x, y) => x - y) as [number, number];
				const masked = number.slice(0, from) + '*'.repeat(to - from) + number.slice(to);
				expect(isShownAs(number, masked)).toBe(true);
				const other = `${masked.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;
				expect(isShownAs(number, other)).toBe(false);
			}),
		);
	});
});

it('shows parameters as they were asked for where they are the same, and leaves out what a record does not show', () => {
	const asked = { account_number: '12345678', bsb: '062-000', account_name: 'Ada', toString: 'x' };
	expect(shownParameterFacts(asked, { account_number: '****5678', bsb: '083000', account_name: null })).toEqual({
		account_number: '12345678',
		bsb: '083000',
	});
	expect(shownParameterFacts(asked, undefined)).toEqual({});
});

it('tells a destination by its numbers, not by names and notes, in whatever order and spelling', () => {
	const one = destinationOf({
		bsb: '062-000',
		account_number: '1234 5678',
		account_name: 'Ada Byron',
		purpose: 'wages',
	});
	expect(one).toBe(destinationOf({ account_name: 'A. Byron', account_number: '12345678', bsb: '062000' }));
	expect(one).not.toBe(destinationOf({ account_number: '12345679', bsb: '062000' }));
	expect(destinationOf({ account_name: 'Ada' })).toBe('');
});

it.each<[transaction: unknown, batch: unknown, ended: string | null]>([
	['created', 'created', null],
	['settled', 'completed', null],
	['failed', 'completed', 'failed'],
	['created', 'Rejected', 'rejected'],
	['processing', 'expired', 'expired'],
	['settled', 'failed', null],
	[undefined, undefined, null],
])('a transaction that is %p in a batch that is %p ended as %p', (transaction, batch, ended) => {
	expect(endedAs(transaction, batch)).toBe(ended);
});

it.each<[status: string, batch: string | undefined, message: string | null, ended: string | null]>([
	['declined', 'completed', 'Account not found', 'declined'],
	['declined', 'processing', 'Account not found', 'declined'],
	['declined', 'completed', null, null],
	['processing', 'completed', 'Account not found', 'failed'],
	['completed', 'completed', 'Account not found', 'failed'],
	['', 'completed', 'Account not found', 'failed'],
	['', 'processing', 'Account not found', null],
	['processing', 'processing', 'The bank asks for more time', null],
	['settled', undefined, 'Paid on the second attempt', null],
])(
	'a transaction that is %p in a batch that is %p with the message %p ended as %p',
	(status, batch, message, ended) => {
		expect(endedAs(status, batch, message)).toBe(ended);
	},
);

describe('the records under a key', () => {
	const under = (key: string, ...keys: unknown[]) => recordsUnder(keys, key, (shown) => shown);

	it('have exactly this key where any has', () => {
		expect(under('INV-7', 'inv-7', 'INV-7', 'INV-8', 'INV-7')).toEqual(['INV-7', 'INV-7']);
	});

	it.each([
		['in another case', 'INV-7', 'inv-7'],
		['without outer spaces', ' INV-7', 'INV-7'],
		['in another form of Unicode', 'Caf\u00e9', 'Cafe\u0301'],
	])('may have it %s', (_, key, shown) => {
		expect(under(key, shown, undefined, null, 'INV-70')).toEqual([shown]);
	});
});
