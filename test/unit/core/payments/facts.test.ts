import {
	decidingFacts,
	describeFacts,
	differingFacts,
	facts,
	gstFact,
	hiddenFacts,
	payeeFact,
} from '../../../../core/payments/facts';
import type { JsonObject } from '../../../../core/service/payload';
import { refundListOf } from '../../../../core/payments/refundList';
import fc from '../../../seeded';
import { cleanedAudName, cleanedName, isSameName, PAYEE_NAME } from '../../../../core/payments/payeeName';

it('what is not known is no fact', () => {
	expect(facts({ amount: '10', account: undefined, reason: '' })).toStrictEqual({ amount: '10', reason: '' });
});

it.each<[string, Record<string, string>, string[]]>([
	['the same', { amount: '10', currency: 'AUD' }, []],
	['another amount', { amount: '11', currency: 'AUD' }, ['amount']],
	['nothing in common', { amount: '11', currency: 'NZD' }, ['amount', 'currency']],
	['less', { amount: '10' }, []],
	['more', { amount: '10', currency: 'AUD', payee: 'ada' }, []],
])('two payments differ in the facts that both have: %s', (_, other, names) => {
	expect(differingFacts({ amount: '10', currency: 'AUD' }, other)).toEqual(names);
});

it('facts are described in their order, all or some', () => {
	const known = facts({ amount: '12.50', currency: 'AUD', payee: 'ada' });
	expect(describeFacts(known)).toBe('amount 12.50 AUD, payee ada');
	expect(describeFacts(known, ['currency'])).toBe('currency AUD');
	expect(describeFacts(known, ['amount', 'currency'])).toBe('amount 12.50 AUD');
});

it('an amount without a currency is described as it is, and a currency without an amount', () => {
	expect(describeFacts({ amount: '12.5' })).toBe('amount 12.5');
	expect(describeFacts({ currency: 'AUD' }, ['amount', 'currency'])).toBe('amount undefined, currency AUD');
});

it.each([
	[true, 'added'],
	[false, 'none'],
	[undefined, undefined],
	['true', undefined],
])('GST %j is the fact %j', (gst, fact) => {
	expect(gstFact(gst)).toBe(fact);
});

it('payments are alike by what decides where money goes, in whatever order', () => {
	const one = decidingFacts({ payee: 'ada', account: '12', amount: '1', reason: 'March' });
	expect(one).toBe(decidingFacts({ amount: '1', account: '12', payee: 'ada king', reason: 'April' }));
	expect(one).toBe('[["account","12"],["amount","1"]]');
	expect(one).not.toBe(decidingFacts({ amount: '1', account: '13' }));
});

it.each<Record<string, string>>([
	{ amount: '1', currency: 'AUD', method: 'au_bank_aud', GST: 'added' },
	{ amount: '1', account: '' },
	{ amount: '1', payee: 'ada' },
	{},
])('payments that name nobody are not alike: %j', (known) => {
	expect(decidingFacts(known)).toBeUndefined();
});

describe('what a record hides of a payment that is remembered', () => {
	const remembered = {
		amount: '1',
		currency: 'AUD',
		method: 'm',
		'payee email': 'a@b.test',
		account: '12 34',
		reason: 'x',
	};
	const asked = { amount: '2', currency: 'NZD', method: 'n', 'payee email': 'c@b.test', account: '99', reason: 'y' };

	it('is what decides and does not show, where it differs', () => {
		expect(hiddenFacts({}, asked, remembered)).toEqual({
			amount: '1',
			currency: 'AUD',
			method: 'm',
			'payee email': 'a@b.test',
			account: '12 34',
		});
	});

	it('is none of what shows whole, but an account, of which the last digits show', () => {
		expect(hiddenFacts(remembered, asked, remembered)).toEqual({ account: '12 34' });
	});

	it('is nothing where it was asked for, in whatever spelling, or nothing is remembered', () => {
		expect(hiddenFacts({}, { ...remembered, account: '1234' }, remembered)).toEqual({});
		expect(hiddenFacts({}, asked)).toEqual({});
	});
});

it('names and addresses are one fact in whatever case and spacing', () => {
	expect(payeeFact(' Ada \t  KING ', undefined, '', 'ADA@example.com')).toBe('ada king ada@example.com');
	expect(payeeFact(undefined, null)).toBe('');
});

/** Which list of a payment's detail is the one of its refunds: the specification shows neither its name nor its place. */

const one = [{ uuid: 'r1' }];
const other = [{ uuid: 'r2' }];

it.each<[what: string, places: JsonObject[], list: unknown]>([
	['the assumed name', [{ refunds: one, items: other }], one],
	['another name that tells of refunds', [{ payment_Refund_list: one }], one],
	['another place', [{ uuid: 'p' }, { refunds: one }], one],
	['an empty one', [{ refunds: [] }], []],
	['null, for none', [{ refunds: null }], null],
	['the filled one beside an empty one', [{ refunds: [] }, { refund_list: one }], one],
	['the filled one beside null', [{ refunds: null, refund_history: one }], one],
	['the assumed name where several are filled', [{ refund_list: other }, { refunds: one }], one],
	['nothing where several are filled under other names', [{ refund_list: other, refund_history: one }], undefined],
	['nothing without a list', [{ refund: 'none', refunded: 5, refund_total: null }], undefined],
	['nothing under a name that tells nothing', [{ entries: one }], undefined],
	['nothing at all', [], undefined],
])('takes %s', (_what, places, list) => {
	expect(refundListOf(...places)).toEqual(list);
});

it.each([
	['O’Hara', 'OHara', "O'Hara"],
	["D'Angelo", 'DAngelo', "D'Angelo"],
	['Anne-Marie', 'Anne Marie', 'Anne Marie'],
	['  Ada   Byron ', 'Ada Byron', 'Ada Byron'],
	['Müller & Söhne GmbH & Co. KG', 'Müller Söhne GmbH Co KG', 'Müller Söhne GmbH Co KG'],
	['山田　太郎', '山田 太郎', '山田 太郎'],
	['---', '', ''],
])('the name %s is sent as %j, in v1 as %j', (name, sent, sentInV1) => {
	expect([cleanedName(name), cleanedAudName(name)]).toEqual([sent, sentInV1]);
});

it('a cleaned name is one that the service takes, or nothing is left of it', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (name) => {
			const cleaned = cleanedName(name);
			expect(cleaned === '' || PAYEE_NAME.test(cleaned)).toBe(true);
			expect(cleanedAudName(name)).toMatch(/^[\p{L}\p{M}\p{Nd}' ]*$/u);
			if (PAYEE_NAME.test(name)) expect(cleaned).toBe(name);
		}),
	);
});

it.each([
	['Nathan Smith', 'SMITH  Nathan', true],
	['Zoë Müller', 'Muller Zoe', true],
	['山田 太郎', '太郎 山田', true],
	['Nathan Smith', 'Nathan', false],
	['Nathan Smith', 'Nathan Smyth', false],
	['Nathan Smith', null, false],
])('%s and %s are the same: %s', (one, other, same) => {
	expect(isSameName(one, other)).toBe(same);
});
