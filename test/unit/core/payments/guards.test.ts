import fc from '../../../seeded';
import {
	breachBy,
	breachOf,
	GuardError,
	guardsOf,
	hasGuards,
	wordsOf,
	type Movement,
} from '../../../../core/payments/guards';
import type { MethodParameter } from '../../../../core/payments/methodParameters';
import { compareAmounts, sumAmounts } from '../../../../core/money';
import type { Parameters } from '../../../../core/payments/match';

const payment = (changes: Partial<Movement> = {}): Movement => ({
	key: 'inv-1',
	identity: 'i',
	amount: '10',
	currency: 'EUR',
	destination: '062000 12345678',
	...changes,
});

describe('the guards of a credential', () => {
	it('are not set by default', () => {
		const empty = { readOnly: false, maxPerPayment: '', maxPerRun: ' \n ', maxPerDay: '', allowedDestinations: '' };
		expect(hasGuards(empty)).toBe(false);
		expect(hasGuards({})).toBe(false);
		const none = { maxPerPayment: null, maxPerRun: null, maxPerDay: null, allowedDestinations: null };
		expect(guardsOf(empty)).toEqual({ readOnly: false, ...none });
	});

	it.each([true, 'true', 'TRUE', 'yes', 1])('%p switches reading only on', (readOnly) => {
		expect(guardsOf({ readOnly }).readOnly).toBe(true);
		expect(hasGuards({ readOnly })).toBe(true);
	});

	it('have a line for each currency', () => {
		const { maxPerPayment } = guardsOf({ maxPerPayment: 'EUR 1250.50\r\n\r\n  php   20000 \nUSDC 500' });
		expect([...(maxPerPayment ?? [])]).toEqual([
			['EUR', '1250.5'],
			['PHP', '20000'],
			['USDC', '500'],
		]);
	});

	it('name the field that cannot be read', () => {
		expect(() => guardsOf({ allowedDestinations: 5 })).toThrow('Allowed Destinations: the value cannot be read');
	});

	it.each([[['EUR 5']], [0], [{}], [false]])('that are no text, such as %j, are refused', (maxPerDay) => {
		expect(() => guardsOf({ maxPerDay })).toThrow('Max per Day: the value cannot be read');
		expect(hasGuards({ maxPerDay })).toBe(true);
	});

	it.each([
		['EUR', 'it is not a currency and an amount'],
		['1250 EUR', 'it is not a currency and an amount'],
		['EUROPE 5', 'it is not a currency and an amount'],
		['1EUR 5', 'it is not a currency and an amount'],
		['EU 5', 'it is not a currency and an amount'],
		['EUR 1250 PHP 3', 'it is not a currency and an amount'],
		['EUR 1.250,50', 'can be read in more than one way'],
		['EUR 0', 'more than zero'],
		['EUR -5', 'positive number'],
		['EUR 5\nEUR 6', 'two lines for this currency'],
	])('with the limit %j are refused', (maxPerRun, why) => {
		expect(() => guardsOf({ maxPerRun })).toThrow(GuardError);
		expect(() => guardsOf({ maxPerRun })).toThrow(why);
		expect(hasGuards({ maxPerRun })).toBe(true);
	});
});

describe('a limit', () => {
	const limits = guardsOf({ maxPerPayment: 'EUR 10', maxPerRun: 'EUR 10' });

	it('lets through what reaches it exactly', () => {
		expect(breachBy(limits, payment())).toBeNull();
		expect(breachOf('maxPerRun', limits.maxPerRun, payment({ amount: '0.1' }), '9.9')).toBeNull();
	});

	it.each([
		['more', payment({ amount: '10.01' }), '10.01 EUR is more than the credential allows'],
		['a currency without a line', payment({ currency: 'USD' }), 'The credential sets no limit for USD'],
		['no amount', payment({ amount: undefined }), 'this payment has none'],
	])('stops %s', (_what, movement, message) => {
		expect(breachBy(limits, movement)?.message).toContain(message);
	});

	it('is told with what was asked for, in the form in which it is filed', () => {
		const stopped = [
			breachBy(limits, payment({ amount: '11' })),
			breachOf('maxPerRun', limits.maxPerRun, payment(), '1'),
			breachBy(limits, payment({ currency: 'USD' })),
			breachBy(limits, payment({ amount: undefined })),
			breachBy(guardsOf({ allowedDestinations: 'nobody' }), payment()),
		];
		expect(stopped.map((breach) => breach?.details)).toEqual([
			{ guard: 'maxPerPayment', limit: '10.00 EUR', asked: '11.00 EUR' },
			{ guard: 'maxPerRun', limit: '10.00 EUR', asked: '10.00 EUR' },
			{ guard: 'maxPerPayment', limit: '', asked: '10.00 USD' },
			{ guard: 'maxPerPayment', limit: '10.00 EUR', asked: 'EUR' },
			{ guard: 'allowedDestinations', limit: '', asked: '062000 12345678' },
		]);
	});

	it('is named with what it is', () => {
		expect(breachBy(limits, payment({ amount: '11' }))?.description).toBe(
			'Max per Payment in the credential is 10.00 EUR. No workflow can lift it: only the credential can be changed.',
		);
		expect(breachOf('maxPerDay', new Map([['EUR', '10']]), payment({ amount: '11' }), '2')?.description).toBe(
			'Max per Day in the credential is 10.00 EUR, and 2.00 EUR was sent today (UTC) before. No workflow can lift it: only the credential can be changed.',
		);
		expect(breachBy(limits, payment({ currency: 'USD' }))?.description).toContain(
			'Max per Payment in the credential limits EUR only',
		);
	});

	it('names what was sent before', () => {
		const breach = breachOf('maxPerRun', limits.maxPerRun, payment({ amount: '0.11' }), '9.9');
		expect(breach?.description).toContain(
			'Max per Run in the credential is 10.00 EUR, and 9.90 EUR was sent in this run',
		);
	});

	it('is never exceeded by what it lets through, whatever the amounts', () => {
		const amount = fc.integer({ min: 1, max: 500 }).map((cents) => sumAmounts([String(cents / 100)]));
		fc.assert(
			fc.property(fc.array(amount), (amounts) => {
				let sum = '0';
				for (const each of amounts) {
					if (breachOf('maxPerRun', limits.maxPerRun, payment({ amount: each }), sum) === null)
						sum = sumAmounts([sum, each]);
				}
				expect(compareAmounts(sum, '10')).toBeLessThanOrEqual(0);
			}),
		);
	});
});

describe('an allowed destination', () => {
	const guards = guardsOf({ allowedDestinations: '062-000 12345678\nnathan@example.com\nBDO 00123' });

	it.each([
		['a BSB and an account number', { bsb: '062000', account_number: '12345678' }],
		['whatever the names and remarks', { account_number: '12345678', account_name: 'N', bsb: '062 000', remark: 'x' }],
		['the kind of an account', { payid: 'Nathan@Example.com', payid_type: 'email' }],
		['a value with a space in it', { bank_code: 'bdo', account_number: '001 23' }],
	])('is recognised by %s', (_what, parameters) => {
		expect(breachBy(guards, payment({ destination: wordsOf(parameters) }))).toBeNull();
	});

	it.each([
		['another account', { bsb: '062000', account_number: '12345679' }],
		['an account number alone', { account_number: '12345678' }],
		['a further value', { bsb: '062000', account_number: '12345678', branch_code: '1' }],
		['an allowed account number in another field', { bsb: '062000', account_number: '9', iban: '12345678' }],
		['two words written as one', { bsb: '06200012345678' }],
		['words that are cut elsewhere', { bsb: '0620001', account_number: '2345678' }],
		['nothing that tells', {}],
	])('is not %s', (_what, parameters) => {
		const breach = breachBy(guards, payment({ destination: wordsOf(parameters) }));
		expect(breach?.message).toBe('The credential does not allow payments to this destination');
		expect(breach?.description).toContain('No workflow can lift it');
	});

	it('tells addresses apart that differ by a hyphen, but not numbers', () => {
		const mail = guardsOf({ allowedDestinations: 'pay@acme-corp.example' });
		expect(breachBy(mail, payment({ destination: wordsOf({ pay_id: 'PAY@acme-corp.example' }) }))).toBeNull();
		expect(breachBy(mail, payment({ destination: wordsOf({ pay_id: 'pay@acmecorp.example' }) }))).not.toBeNull();
	});

	it('tells words apart that differ by a hyphen, wherever their digits stand', () => {
		for (const [allowed, other] of [
			['acme-12', 'acme12'],
			['12-acme', '12acme'],
		]) {
			const words = guardsOf({ allowedDestinations: allowed });
			expect(breachBy(words, payment({ destination: wordsOf({ pay_id: allowed }) }))).toBeNull();
			expect(breachBy(words, payment({ destination: wordsOf({ pay_id: other }) }))).not.toBeNull();
		}
	});

	it('that is missing is quoted as its line would be written', () => {
		const destination = wordsOf({ bank_code: 'BDO', details: { Iban: 'X1' }, none: null });
		expect(breachBy(guards, payment({ destination }))?.description).toContain('has no line “bdo”');
		expect(wordsOf({ account: { Iban: 'X1' } })).toBe('{"iban":"x1"}');
	});

	describe('where the payee has an email', () => {
		const asks = (key: string, required = true) => ({ key, required, type: 'string', description: '', choices: [] });
		const allows = (parameters: Parameters, email: string, asked: MethodParameter[] = []) =>
			breachBy(guards, payment({ destination: wordsOf(parameters, email, asked) })) === null;
		const [allowed, other] = ['nathan@example.com', 'evil@example.com'];

		it('is that email where the method asks for no account', () => {
			expect(allows({}, allowed)).toBe(true);
			expect(allows({}, other)).toBe(false);
			expect(allows({ security_answer: 'blue', message: 'Hello', contact_type: 'person' }, allowed)).toBe(true);
		});

		it.each([
			'account',
			'bank_account',
			'account_number',
			'account_no',
			'iban',
			'pay_id',
			'payid',
			'msisdn',
			'wallet',
			'wallet_address',
			'cbu',
			'pix_key',
		])('is the account without that email where the method needs %s', (key) => {
			expect(allows({ [key]: allowed, account_name: 'N' }, other, [asks(key)])).toBe(true);
			expect(allows({ [key]: other }, allowed, [asks(key)])).toBe(false);
		});

		it.each([
			['a parameter that is no account', { security_answer: allowed }, ['security_answer']],
			['a parameter that may be there to tell the payee', { phone: allowed }, ['phone']],
			['an account for which the method does not ask', { account_number: allowed }, []],
			['the kind of an account', { pay_id_type: allowed }, ['pay_id_type']],
			['a parameter whose name begins otherwise', { payer_iban: allowed }, ['payer_iban']],
			['a parameter whose name goes on', { iban_country: allowed }, ['iban_country']],
		])('is not %s', (_what, parameters, asked) => {
			const keys = asked.map((key) => asks(key));
			expect(allows(parameters, other, keys)).toBe(false);
		});

		it('is not an account that the method can do without, or that is empty', () => {
			expect(allows({ account_number: allowed }, other, [asks('account_number', false)])).toBe(false);
			expect(allows({ account_number: ' ', key: allowed }, other, [asks('account_number')])).toBe(false);
		});

		it.each(['handle', 'user_name', 'account_reference'])(
			'is not the email alone beside a parameter that may name an account, such as %s',
			(key) => {
				expect(allows({ [key]: 'evil' }, allowed, [asks(key)])).toBe(false);
				const both = guardsOf({ allowedDestinations: `good ${allowed}` });
				const destination = wordsOf({ [key]: 'good' }, allowed, [asks(key)]);
				expect(breachBy(both, payment({ destination }))).toBeNull();
			},
		);
	});

	it('does not count for refunds, which go back to the payer', () => {
		expect(breachBy(guards, payment({ destination: undefined }))).toBeNull();
	});
});
