import { describeFacts, differingFacts, facts, payeeFact } from '../../../../core/payments/facts';

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
});

it('names and addresses are one fact in whatever case and spacing', () => {
	expect(payeeFact(' Ada \t  KING ', undefined, '', 'ADA@example.com')).toBe('ada king ada@example.com');
	expect(payeeFact(undefined, null)).toBe('');
});
