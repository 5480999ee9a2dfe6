import { forgetRetried, hasMoved, noteRetried } from '../../../nodes/MultiCurrencyPayments/money/retriedLists';

const nothing = () => false;

describe('a payment that retries of an execution have sent', () => {
	it('has not moved where nobody sent it', () => {
		expect(hasMoved('unknown', 'k0', nothing)).toBe(false);
	});

	it.each([
		['another key', 'k1', true],
		['the same key', 'k0', false],
	])('seen under %s', (name, key, moved) => {
		noteRetried(name, 'k0');
		expect(hasMoved(name, key, nothing)).toBe(moved);
	});

	it('has not moved while this execution has made what was sent', () => {
		noteRetried('stands', 'k0');
		expect(hasMoved('stands', 'k1', (as) => as === 'k0')).toBe(false);
		noteRetried('stands', 'k2');
		expect(hasMoved('stands', 'k1', (as) => as === 'k0')).toBe(true);
	});

	it('may be sent under any key when it was not carried out', () => {
		noteRetried('free', 'k0');
		forgetRetried('free', 'k0');
		forgetRetried('never sent', 'k0');
		expect(hasMoved('free', 'k1', nothing)).toBe(false);
	});

	it('is forgotten after 50,000 others, counted from when it was last sent', () => {
		noteRetried('old', 'k0');
		noteRetried('sent again', 'k0');
		for (let other = 2; other < 50_000; other++) noteRetried(`${other}`, 'k0');
		noteRetried('sent again', 'k0');
		expect(hasMoved('old', 'k1', nothing)).toBe(true);
		noteRetried('one more', 'k0');
		expect([hasMoved('old', 'k1', nothing), hasMoved('sent again', 'k1', nothing)]).toEqual([false, true]);
	});
});
