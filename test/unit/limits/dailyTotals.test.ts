import { nameInList } from '../../../core/payments/guards';
import { DailyTotal, Total, totalOfRun, totalOfDay } from '../../../nodes/MultiCurrencyPayments/limits/dailyTotals';

const movement = (key: string, amount?: string) => ({
	...{ key, identity: `of ${key}`, amount },
	...{ currency: 'AUD', destination: 'PayID' },
});

const namesOf = (...keys: string[]) => new Set(keys.map((key) => nameInList({ key })));

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
		expect(spent.sums.sum).toBe('0');
		const takeBack = spent.count(movement('a', '0.1'));
		spent.count(movement('b', '0.2'));
		expect(spent.sums.sum).toBe('0.3');
		takeBack();
		takeBack();
		expect(spent.sums).toEqual({ sum: '0.2', amounts: { 'of b': '0.2' } });
	});

	it('has each payment once, however often it is sent, and as before where it is taken back', () => {
		const spent = new Total();
		spent.count(movement('a', '10'));
		const takeBack = spent.count(movement('a', '7'));
		expect([spent.sums.sum, spent.without(movement('a'))]).toEqual(['7', '0']);
		takeBack();
		expect(spent.sums.sum).toBe('10');
	});

	it('belongs to that run alone, and is forgotten after 5,000 others', () => {
		totalOfRun('run').count(movement('a', '5'));
		totalOfRun('another run').count(movement('b', '7'));
		for (let other = 2; other < 5_000; other++) totalOfRun(`${other}`);
		expect(totalOfRun('run').sums.sum).toBe('5');
		for (let other = 0; other < 5_000; other++) totalOfRun(`later ${other}`);
		expect(totalOfRun('run').sums.sum).toBe('0');
	});
});

describe('what a day has moved', () => {
	it('counts a movement without an amount as nothing', () => {
		const day = new DailyTotal();
		day.count(movement('a'));
		expect(day.sums.sum).toBe('0');
	});

	it('has not been asked for at first', () => {
		expect(new DailyTotal().askedAt).toBe(-Infinity);
	});

	it.each([
		['is counted once when a later list has it', 2_000, ['a'], '10'],
		['is counted beside a list that lacks it', 2_000, [], '20'],
		['is counted beside a list that was asked for before', 500, ['a'], '20'],
		['is counted beside a list that was asked for in the same millisecond', 1_000, ['a'], '20'],
	])('a movement %s', (_, askedAt, keys, sum) => {
		const day = new DailyTotal();
		day.count(movement('a', '10'));
		day.list(askedAt, '10', namesOf(...keys));
		expect({ sum: day.sums.sum, askedAt: day.askedAt }).toEqual({ sum, askedAt });
	});

	it('counts what a later list adds, and no longer what it lacks', () => {
		const day = new DailyTotal();
		day.list(2_000, '10', namesOf('a'));
		day.list(3_000, '25', namesOf('a', 'b'));
		expect(day.sums.sum).toBe('25');
		day.list(4_000, '15', namesOf('b'));
		expect(day.sums.sum).toBe('15');
	});

	it('counts a movement beside a list that has its external ID in another batch', () => {
		const day = new DailyTotal();
		day.count({ ...movement('a', '10'), reference: 'list' });
		day.list(2_000, '10', namesOf('a'));
		expect(day.sums.sum).toBe('20');
		day.list(3_000, '20', new Set([...namesOf('a'), nameInList({ key: 'a', reference: 'list' })]));
		expect(day.sums.sum).toBe('20');
	});

	it('is kept by name', () => {
		totalOfDay('day').count(movement('a', '10'));
		expect([totalOfDay('day').sums.sum, totalOfDay('another day').sums.sum]).toEqual(['10', '0']);
	});
});
