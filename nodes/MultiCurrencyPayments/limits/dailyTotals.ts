import { nameInList, type Movement } from '../../../core/payments/guards';
import { keepNewest } from '../../../core/keepNewest';
import { compareAmounts, subtractAmounts, sumAmounts } from '../../../core/money';
import { processClock } from '../../service/processClock';

/** How much this process of n8n has moved, by run and by day of an account and currency; see guard.ts. */

export type Amount = Pick<Movement, 'amount'>;

/** Movements that are added up. @template M what must be known of each */
export interface Sum<M extends Amount> {
	/** As decimal text. */
	readonly sum: string;
	/** What was last sent with an unclear outcome, by identity. */
	readonly unclear: Map<string, M>;
	add(movement: M): void;
	takeBack(movement: M): void;
}

/** What n8n keeps of a {@link Total}: a property cannot be a map. */
export interface KeptTotal {
	sum: string;
	/** Amounts by identity. */
	unclear: Record<string, string>;
}

const NOTHING = '0';

/** What one run has moved. */
export class Total implements Sum<Amount> {
	sum = NOTHING;

	readonly unclear = new Map<string, Amount>();

	add({ amount = NOTHING }: Amount): void {
		this.sum = sumAmounts([this.sum, amount]);
	}

	takeBack({ amount = NOTHING }: Amount): void {
		this.sum = subtractAmounts(this.sum, [amount]);
	}

	/** Takes over what n8n has kept, where that is more than is known here. */
	catchUp({ sum, unclear }: KeptTotal): void {
		if (compareAmounts(sum, this.sum) <= 0) return;
		this.sum = sum;
		this.unclear.clear();
		for (const [identity, amount] of Object.entries(unclear)) this.unclear.set(identity, { amount });
	}

	/** Notes the sum, and whether one is unclear. */
	keep(kept: KeptTotal, identity: string): void {
		const unclear = this.unclear.get(identity);
		kept.sum = this.sum;
		if (unclear) kept.unclear[identity] = unclear.amount ?? NOTHING;
		else Reflect.deleteProperty(kept.unclear, identity);
	}
}

/** What was moved on one day: what the service listed when it was last asked, and what it did not list yet. */
export class DailyTotal implements Sum<Movement> {
	/** When the list was asked for, by {@link processClock}. */
	askedAt = -Infinity;

	/** Without what is listed. */
	readonly unclear = new Map<string, Movement>();

	private readonly listed = new Total();
	private readonly unlisted = new Total();
	/** When each was sent, by {@link processClock}. */
	private readonly sent = new Map<Movement, number>();
	/** By {@link nameInList}, how many were found in a list: one that is sent again may be there twice. */
	private readonly found = new Map<string, number>();

	get sum(): string {
		return sumAmounts([this.listed.sum, this.unlisted.sum]);
	}

	add(movement: Movement): void {
		this.sent.set(movement, processClock.now());
		this.unlisted.add(movement);
	}

	takeBack(movement: Movement): void {
		if (this.sent.delete(movement)) this.unlisted.takeBack(movement);
		this.unclear.delete(movement.identity ?? '');
	}

	/**
	 * To be called with a later list.
	 * @param sum of all in it that did not end without money
	 * @param names how often each {@link nameInList} is in it
	 */
	list(askedAt: number, sum: string, names: ReadonlyMap<string, number>): void {
		this.askedAt = askedAt;
		this.listed.sum = sum;
		for (const [movement, sentAt] of this.sent) {
			// What was sent while the list was read may be missing in it.
			if (sentAt >= askedAt) continue;
			const name = nameInList(movement);
			// Those that an earlier list has shown are in this one as well.
			const found = this.found.get(name) ?? 0;
			if ((names.get(name) ?? 0) <= found) continue;
			this.found.set(name, found + 1);
			this.takeBack(movement);
		}
	}
}

/** Most runs and days that are remembered. */
const MOST = 5_000;

const runs = new Map<string, Total>();
const days = new Map<string, DailyTotal>();

/** Kept longest from when it was last asked for. */
function kept<T>(all: Map<string, T>, name: string, create: () => T): T {
	const one = all.get(name) ?? create();
	all.delete(name);
	all.set(name, one);
	keepNewest(all, MOST);
	return one;
}

export const totalOfRun = (name: string): Total => kept(runs, name, () => new Total());

export const totalOfDay = (name: string): DailyTotal => kept(days, name, () => new DailyTotal());
