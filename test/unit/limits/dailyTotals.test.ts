import { nameInList } from '../../../core/payments/guards';
import { DailyTotal, Total, totalOfRun, totalOfDay } from '../../../nodes/MultiCurrencyPayments/limits/dailyTotals';

const movement = (key: string, amount?: string) => ({ key, amount, currency: 'AUD', destination: 'PayID' });

/** How often a list has each External ID. */
const namesOf = (keys: Partial<Record<string, number>>) =>
	new Map(Object.entries(keys).map(([key, count = 0]) => [nameInList({ key }), count]));

/** A moment in milliseconds. */
let now = 0;
beforeEach(() => {
	now = 1_000;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

describe('what a run has moved', () => {
	it('is added up and taken back exactly', () => {
		const spent = new Total();
		expect(spent.sum).toBe('0');
		spent.add({ amount: '0.1' });
		spent.add({ amount: '0.2' });
		expect(spent.sum).toBe('0.3');
		spent.takeBack({ amount: '0.1' });
		expect(spent.sum).toBe('0.2');
	});

	it('belongs to that run alone, and is forgotten after 5,000 others', () => {
		totalOfRun('run').add({ amount: '5' });
		totalOfRun('another run').add({ amount: '7' });
		for (let other = 2; other < 5_000; other++) totalOfRun(`${other}`);
		expect(totalOfRun('run').sum).toBe('5');
		for (let other = 0; other < 5_000; other++) totalOfRun(`later ${other}`);
		expect(totalOfRun('run').sum).toBe('0');
	});
});

describe('what a day has moved', () => {
	it('counts what the list lacks, and takes it back when nothing was sent', () => {
		const day = new DailyTotal();
		const sent = movement('a', '10');
		day.add(sent);
		expect(day.sum).toBe('10');
		day.takeBack(sent);
		day.takeBack(sent);
		expect(day.sum).toBe('0');
	});

	it('counts a movement without an amount as nothing', () => {
		const day = new DailyTotal();
		const sent = movement('a');
		day.add(sent);
		day.takeBack(sent);
		expect(day.sum).toBe('0');
	});

	it('forgets what was unclear when it is listed or taken back', () => {
		const day = new DailyTotal();
		const [one, other, last] = ['a', 'b', 'c'].map((key) => ({ ...movement(key, '1'), identity: `of ${key}` }));
		for (const each of [one, other, last].filter((each) => each !== undefined)) {
			day.add(each);
			day.unclear.set(each.identity, each);
		}
		day.list(2_000, '1', namesOf({ a: 1 }));
		if (other) day.takeBack(other);
		expect([...day.unclear.values()]).toEqual([last]);
	});

	it('has not been asked for at first', () => {
		expect(new DailyTotal().askedAt).toBe(-Infinity);
	});

	it.each([
		['is counted once when a later list has it', 2_000, { a: 1 }, '10'],
		['is counted beside a list that lacks it', 2_000, {}, '20'],
		['is counted beside a list that was asked for before', 500, { a: 1 }, '20'],
		['is counted beside a list that was asked for in the same millisecond', 1_000, { a: 1 }, '20'],
	])('a movement %s', (_, askedAt, keys, sum) => {
		const day = new DailyTotal();
		day.add(movement('a', '10'));
		day.list(askedAt, '10', namesOf(keys));
		expect({ sum: day.sum, askedAt: day.askedAt }).toEqual({ sum, askedAt });
	});

	it('counts two movements of one external ID beside a list that has it once', () => {
		const day = new DailyTotal();
		day.add(movement('a', '10'));
		day.add(movement('a', '10'));
		day.list(2_000, '10', namesOf({ a: 1 }));
		expect(day.sum).toBe('20');
	});

	it('is kept by name', () => {
		totalOfDay('day').add(movement('a', '10'));
		expect([totalOfDay('day').sum, totalOfDay('another day').sum]).toEqual(['10', '0']);
	});
});
