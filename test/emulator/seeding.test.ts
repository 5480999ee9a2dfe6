import { availableEffect, netOf, type HistoryEntry } from '../../emulator/ledger/entries';
import { moneyNumber, parseMoney } from '../../emulator/ledger/money';
import { createSeededHistory, seedHistory } from '../../emulator/seeding';
import { start, startService, type Service } from './service';

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

	it('may hold more entries than milliseconds', () => {
		const history = createSeededHistory('JPY', { count: 100, from, to: from + 9, seed: 1 });
		const times = entriesOf(history).map(({ createdAt }) => createdAt - from);
		expect(times).toEqual([...times].sort((one, other) => one - other));
		expect(times.at(-1)).toBeLessThan(10);
		expect(entriesOf(history).every(({ amount }) => amount % parseMoney('1') === 0n)).toBe(true);
	});
});

describe('over HTTP', () => {
	let service: Service;
	beforeEach(async () => {
		service = await startService();
	});
	afterEach(() => service.close());

	const history = async (query: object) =>
		(
			await service.call('v2.balances.history', {
				from_date: '2030-01-01T00:00:00Z',
				to_date: '2031-12-31T00:00:00Z',
				...query,
			})
		).body;

	it('mixes with what happens, and moves the balance', async () => {
		const account = service.emulator.account('AUD');
		const { ledger } = account;
		const before = ledger.balances().available;
		const around = { from: start.getTime() - 1000, to: start.getTime() + 1000 };
		const totals = seedHistory(account, { count: 40, ...around, seed: 1 });
		seedHistory(account, { count: 40, ...around, seed: 2 });
		for (let index = 0; index < 5; index++) {
			await service.advance(200);
			ledger.post({
				type: 'topup',
				direction: 'money_in',
				amount: 1n,
				fees: 0n,
				status: 'done',
				referenceId: 'R',
				paymentMethod: 'm',
			});
		}
		const ids: unknown[] = [];
		const times: string[] = [];
		let cursor: unknown = null;
		do {
			const page: Awaited<ReturnType<typeof history>> = await history({
				size: 7,
				...(cursor === null ? {} : { cursor }),
			});
			ids.push(...(page.records ?? []).map(({ id }) => id));
			times.push(...(page.records ?? []).map(({ created_at }) => String(created_at)));
			cursor = page.next_cursor;
		} while (cursor !== null);
		// The opening balance is an entry too.
		expect(ids).toHaveLength(86);
		expect(new Set(ids).size).toBe(86);
		expect(times).toEqual([...times].sort().reverse());
		expect(ledger.audit().balanced).toBe(true);
		const seeded = ledger
			.sources()
			.slice(1)
			.reduce((sum, source) => sum + source.availableBefore(source.length), 0n);
		expect(ledger.balances().available).toBe(before + seeded + 5n);
		expect(totals.moneyIn - totals.moneyOut - totals.fees).not.toBe(0n);
	});

	it('pages through a million entries at the cost of the page', async () => {
		const account = service.emulator.account('AUD');
		const totals = seedHistory(account, { count: 1_000_000, from, to, seed: 5 });
		let read = 0;
		// Counts the entries that a page computes.
		for (const source of account.ledger.sources()) {
			const { entry } = source;
			Object.assign(source, { entry: (index: number) => (read++, entry(index)) });
		}
		let cursor: unknown = null;
		for (let page = 0; page < 20; page++) {
			const body = await history({
				from_date: '2030-06-01T00:00:00Z',
				to_date: '2030-07-01T00:00:00Z',
				size: 50,
				...(cursor === null ? {} : { cursor }),
			});
			expect(body.records).toHaveLength(50);
			cursor = body.next_cursor;
		}
		expect(read).toBe(20 * 50);
		expect(moneyNumber(totals.moneyIn)).toBeGreaterThan(moneyNumber(totals.moneyOut));
		expect(netOf(account.ledger.sources()[1]?.entry(0) as HistoryEntry)).toBeGreaterThan(0n);
	});
});
