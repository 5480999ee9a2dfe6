import { availableEffect, type HistoryEntry } from '../../emulator/ledger/entries';
import { createSeededHistory } from '../../emulator/seeding';

const from = Date.parse('2030-01-01T00:00:00Z');
const to = Date.parse('2030-12-31T23:59:59Z');

const entriesOf = (history: { length: number; entry(index: number): HistoryEntry }) =>
	Array.from({ length: history.length }, (_, index) => history.entry(index));

describe('a seeded history', () => {
	it('follows from its seed alone', () => {
		const plan = { count: 500, from, to, seed: 7 };
		const entries = entriesOf(createSeededHistory('AUD', plan));
		expect(entriesOf(createSeededHistory('AUD', plan))).toEqual(entries);
		expect(entriesOf(createSeededHistory('AUD', { ...plan, seed: 8 }))).not.toEqual(entries);
	});

	it('lies in time order within its period, no id twice, sums as it says', () => {
		const history = createSeededHistory('AUD', { count: 5_000, from, to, seed: 3 });
		const entries = entriesOf(history);
		let before = from;
		let available = 0n;
		entries.forEach((entry, index) => {
			expect(entry.createdAt).toBe(history.createdAt(index));
			expect(entry.createdAt).toBeGreaterThanOrEqual(before);
			if (index % 611 === 0) expect(history.availableBefore(index)).toBe(available);
			before = entry.createdAt;
			available += availableEffect(entry);
		});
		expect(before).toBeLessThanOrEqual(to);
		expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
		expect(history.moved.available).toBe(available);
		const done = entries.filter(({ status }) => status === 'done');
		const sum = (direction: HistoryEntry['direction']) =>
			done.filter((entry) => entry.direction === direction).reduce((total, { amount }) => total + amount, 0n);
		expect(history.totals).toMatchObject({
			count: 5_000,
			moneyIn: sum('money_in'),
			moneyOut: sum('money_out'),
			fees: done.reduce((total, { fees }) => total + fees, 0n),
			byStatus: { waiting: 0, done: done.length, failed: 5_000 - done.length },
		});
		expect(done.length).toBeLessThan(5_000);
	});
});
