import type { BalanceHistoryEntry } from '../../../../contract';
import { Books, endOfBooks, type Movement } from '../../../../core/reconciliation/books';
import { ledgerEntry, type LedgerEntry } from '../../../../core/reconciliation/entries';
import { readDecimal } from '../../../../core/money';
import { untilItHoldsStill } from '../../../../core/service/paging';
import { has } from '../../../service/answers';
import { identifyEntry, readBalance } from '../../../service/balances';
import { exceptWhere, isRefused } from '../../../service/failure';
import { aheadOf, type Period } from '../../../service/period';
import { TimeSlice } from '../../../service/time';
import { periodOf } from '../../form/filters';
import type { ItemCall } from '../../run/itemCall';
import { entriesOf } from '../balance/windows';

/** How often the balance is compared with the history when money moves meanwhile. */
const MOST_ROUNDS = 5;

/** The period of the fields, as entries are counted. @throws NodeOperationError when it ends before it starts */
export function accountPeriodOf(item: ItemCall): Period {
	const period = periodOf(item);
	return { ...period, to: endOfBooks(period.to) };
}

interface Reader {
	/** Receives the entries of the period; one that changes later is changed in place, and comes again with what it was before. */
	take(entry: LedgerEntry, before?: LedgerEntry): void;
	/** Receives those after it. */
	later?(entry: LedgerEntry): void;
	/** Called when the list has changed and is read again from the start. */
	restart(): void;
}

/**
 * Reads the history from the start of a period until now, and the balance of now: that of the period follows. What
 * comes in or settles meanwhile is read as well, until the balance stays the same.
 * @returns what the period has moved, by currency. It is exact if no money moved while the balance was read: only then are
 * opening and closing balance exact
 * @throws {PagingError} {ServiceFailure}
 */
export async function readAccount(
	item: ItemCall,
	period: Period,
	currencies: readonly string[],
	reader: Reader,
): Promise<{ movements: Movement[]; isExact: boolean }> {
	let balances = await readBalances(item, currencies);
	const history = await untilItHoldsStill(async () => {
		reader.restart();
		const begun = new History(item, period, reader);
		await begun.readAll();
		return begun;
	});
	for (let round = 1; ; round++) {
		const all = [...new Set([...currencies, ...history.books.currencies])];
		const now = await readBalances(item, all);
		const isExact = all.every((currency) => balances.get(currency) === now.get(currency));
		if (isExact || round === MOST_ROUNDS) {
			const movements = [...now].map(([currency, amount]) => history.books.movement(currency, amount));
			// Where nothing tells the currency, there is no balance to compare with.
			return { movements, isExact: isExact && movements.length > 0 };
		}
		balances = now;
		await history.readOn();
	}
}

/** The balance history, as far as it was read. */
class History {
	readonly books: Books;
	/** Entries that may still settle, or fail, by {@link identifyEntry}. */
	private readonly waiting = new Map<string, LedgerEntry>();
	/** The newest second that was read, in which further entries may come, and what was read of it. */
	private newest: number;
	private ofNewest = new Set<string>();
	/** That of the reading before: the next one begins with the second in which it ended. */
	private ofLast = new Set<string>();
	private readonly slice = new TimeSlice();

	constructor(
		private readonly item: ItemCall,
		period: Period,
		private readonly reader: Reader,
	) {
		this.books = new Books(period);
		this.newest = secondOf(period.from.getTime());
	}

	async readAll(): Promise<void> {
		for await (const page of this.pagesSince(this.newest)) await this.add(page);
	}

	/** Reads what has come since. What was read as waiting may have settled, or failed, and so have moved the balance. */
	async readOn(): Promise<void> {
		const { newest, waiting } = this;
		this.ofLast = this.ofNewest;
		let since = newest;
		for (const { created_at } of waiting.values()) since = Math.min(since, Date.parse(created_at));
		const mayMatter = (raw: BalanceHistoryEntry) =>
			waiting.has(identifyEntry(raw)) || Date.parse(ledgerEntry(raw).created_at) >= newest;
		const fresh = await untilItHoldsStill(async () => {
			const pages: BalanceHistoryEntry[][] = [];
			for await (const page of this.pagesSince(since)) pages.push(page.filter(mayMatter));
			return pages;
		});
		for (const page of fresh) await this.add(page);
	}

	private pagesSince(time: number) {
		return entriesOf(this.item.client, aheadOf({ from: new Date(time), asked: new Date() }));
	}

	private async add(page: readonly BalanceHistoryEntry[]): Promise<void> {
		const { books, waiting, reader, slice } = this;
		for (const raw of page) {
			const [entry, id] = [ledgerEntry(raw), identifyEntry(raw)];
			const known = waiting.get(id);
			if (known) {
				const before = { ...known };
				books.remove(before);
				if (books.add(Object.assign(known, entry)) === 'within') reader.take(known, before);
			} else if (!this.ofLast.has(id)) {
				const second = secondOf(Date.parse(entry.created_at));
				if (second > this.newest) [this.newest, this.ofNewest] = [second, new Set()];
				if (second === this.newest) this.ofNewest.add(id);
				const place = books.add(entry);
				if (place === 'within') reader.take(entry);
				else if (place === 'after') reader.later?.(entry);
			}
			if (entry.status === 'done' || entry.status === 'failed') waiting.delete(id);
			else if (!known) waiting.set(id, entry);
			if (slice.isOver) await slice.giveWay();
		}
	}
}

const secondOf = (time: number): number => Math.floor(time / 1000) * 1000;

/** The available balance of each currency; a currency that is not the account's has none. @throws {ServiceFailure} */
async function readBalances(item: ItemCall, currencies: readonly string[]): Promise<Map<string, string>> {
	const balances = new Map<string, string>();
	for (const currency of currencies) {
		const read = await exceptWhere(isRefused, () => readBalance(item.client, currency, has('available_balance')));
		if (read) balances.set(currency, readDecimal(read.available_balance) ?? '0');
	}
	return balances;
}
