import { forgetPlace, hasMoved, notePlace } from '../../../nodes/MultiCurrencyPayments/money/retriedLists';

const place = (item: number, run = '0') => ({ run, item: `item ${item}` });
const nowhere = () => false;

describe('a payment that retries of an execution have sent', () => {
	it('has not moved where nobody sent it', () => {
		expect(hasMoved('unknown', place(0), nowhere)).toBe(false);
	});

	it.each([
		['another place', place(1), true],
		['another run of the node', place(0, '1'), true],
		['the same place', place(0), false],
	])('seen at %s', (name, here, moved) => {
		notePlace(name, place(0));
		expect(hasMoved(name, here, nowhere)).toBe(moved);
	});

	it('has not moved while this execution has made it where it was', () => {
		notePlace('stands', place(0));
		expect(hasMoved('stands', place(1), ({ item }) => item === 'item 0')).toBe(false);
		notePlace('stands', place(2));
		expect(hasMoved('stands', place(1), ({ item }) => item === 'item 0')).toBe(true);
	});

	it('may be sent from anywhere when it was not carried out', () => {
		notePlace('free', place(0));
		forgetPlace('free', place(0));
		forgetPlace('never sent', place(0));
		expect(hasMoved('free', place(1), nowhere)).toBe(false);
	});

	it('is forgotten after 50,000 others, counted from when it was last sent', () => {
		notePlace('old', place(0));
		notePlace('sent again', place(0));
		for (let other = 2; other < 50_000; other++) notePlace(`${other}`, place(0));
		notePlace('sent again', place(0));
		expect(hasMoved('old', place(1), nowhere)).toBe(true);
		notePlace('one more', place(0));
		expect([hasMoved('old', place(1), nowhere), hasMoved('sent again', place(1), nowhere)]).toEqual([false, true]);
	});
});
