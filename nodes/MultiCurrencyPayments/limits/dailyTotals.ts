import { nameInList, type Movement } from '../../../core/payments/guards';
import { keepNewest } from '../../../core/keepNewest';
import { compareAmounts, subtractAmounts, sumAmounts } from '../../../core/money';
import { processClock } from '../../service/processClock';

/** How much this process of n8n has moved, by run and by day of an account and currency; see guard.ts. */

export type Amount = Pick<Movement, 'amount'>;

/** What n8n keeps of a {@link Total}: a property cannot be a map. */
export interface KeptTotal {
	sum: string;
	/** Amounts by identity. */
	unclear: Record<string, string>;
}

const NOTHING = '0';

/** Movements that are added up, such as those of one run. @template M what must be known of each */
export class Total<M extends Amount = Amount> {
	/** As decimal text. */
	sum = NOTHING;

	/** What was last sent with an unclear outcome, by identity. */
	readonly unclear = new Map<string, M>();

	add({ amount = NOTHING }: M): void {
		this.sum = sumAmounts([this.sum, amount]);
	}

	takeBack({ amount = NOTHING }: M): void {
		this.sum = subtractAmounts(this.sum, [amount]);
	}

	/** Takes over what n8n has kept, where that is more than is known here. */
	catchUp(this: Total, { sum, unclear }: KeptTotal): void {
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
export class DailyTotal extends Total<Movement> {
	/** When the list was asked for, by {@link processClock}. */
	askedAt = -Infinity;

	/** How much of the sum is in the list. */
	private listed = NOTHING;
	/** When each that is not listed was sent, by {@link processClock}. */
	private readonly sent = new Map<Movement, number>();
	/** By {@link nameInList}, how many were found in a list: one that is sent again may be there twice. */
	private readonly found = new Map<string, number>();

	override add(movement: Movement): void {
		this.sent.set(movement, processClock.now());
		super.add(movement);
	}

	override takeBack(movement: Movement): void {
		if (this.sent.delete(movement)) super.takeBack(movement);
		this.unclear.delete(movement.identity ?? '');
	}

	/**
	 * To be called with a later list.
	 * @param sum of all in it that did not end without money
	 * @param names how often each {@link nameInList} is in it
	 */
	list(askedAt: number, sum: string, names: ReadonlyMap<string, number>): void {
		this.askedAt = askedAt;
		this.sum = sumAmounts([subtractAmounts(this.sum, [this.listed]), sum]);
		this.listed = sum;
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

/** Totals by name, each kept longest from when it was last asked for. */
function totalsOf<T>(create: () => T): (name: string) => T {
	const all = new Map<string, T>();
	return (name) => {
		const one = all.get(name) ?? create();
		all.delete(name);
		all.set(name, one);
		keepNewest(all, MOST);
		return one;
	};
}

export const totalOfRun = totalsOf(() => new Total());
export const totalOfDay = totalsOf(() => new DailyTotal());
