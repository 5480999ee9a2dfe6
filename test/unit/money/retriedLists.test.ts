import { forgetRetried, hasMoved, noteRetried } from '../../../nodes/MultiCurrencyPayments/money/retriedLists';

const [OWN, OTHER] = ['7', '8'];
const nothing = () => false;

describe('a payment that retries of an execution have sent', () => {
	it('has not moved where nobody sent it', () => {
		expect(hasMoved('unknown', 'k0', OWN, nothing)).toBe(false);
	});

	it.each([
		['another key', 'k1', true],
		['the same key', 'k0', false],
	])('seen under %s', (name, key, moved) => {
		noteRetried(name, 'k0', OTHER);
		expect(hasMoved(name, key, OWN, nothing)).toBe(moved);
	});

	it('has not moved while this execution has made what was sent', () => {
		noteRetried('stands', 'k0', OTHER);
		expect(hasMoved('stands', 'k1', OWN, (as) => as === 'k0')).toBe(false);
		noteRetried('stands', 'k2', OTHER);
		expect(hasMoved('stands', 'k1', OWN, (as) => as === 'k0')).toBe(true);
	});

	it('has not moved where this execution alone has sent it, however often', () => {
		for (let key = 0; key < 3; key++) noteRetried('own', `k${key}`, OWN);
		expect(hasMoved('own', 'k7', OWN, nothing)).toBe(false);
		expect(hasMoved('own', 'k7', OTHER, nothing)).toBe(true);
		expect(hasMoved('own', 'k1', OTHER, nothing)).toBe(false);
		noteRetried('own', 'k3', '9');
		expect(hasMoved('own', 'k1', OTHER, nothing)).toBe(false);
		forgetRetried('own', 'k3', 'nobody');
		expect(hasMoved('own', 'k3', OTHER, nothing)).toBe(false);
	});

	it('may be sent under any key when it was not carried out', () => {
		noteRetried('free', 'k0', OTHER);
		forgetRetried('free', 'k0', OTHER);
		forgetRetried('never sent', 'k0', OTHER);
		expect(hasMoved('free', 'k1', OWN, nothing)).toBe(false);
	});

	it('is forgotten after 50,000 others, counted from when it was last sent', () => {
		noteRetried('old', 'k0', OTHER);
		noteRetried('sent again', 'k0', OTHER);
		for (let other = 2; other < 50_000; other++) noteRetried(`${other}`, 'k0', OTHER);
		noteRetried('sent again', 'k0', OTHER);
		expect(hasMoved('old', 'k1', OWN, nothing)).toBe(true);
		noteRetried('one more', 'k0', OTHER);
		expect([hasMoved('old', 'k1', OWN, nothing), hasMoved('sent again', 'k1', OWN, nothing)]).toEqual([false, true]);
	});
});
