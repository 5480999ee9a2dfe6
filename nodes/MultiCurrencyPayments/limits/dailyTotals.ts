import { nameInList, type Movement } from '../../../core/payments/guards';
import { keepNewest } from '../../../core/keepNewest';
import { compareAmounts, subtractAmounts, sumAmounts } from '../../../core/money';
import { processClock } from '../../service/time';

/** How much this process of n8n has moved, by run and by day of an account and currency; see guard.ts. */

const NOTHING = '0';

/** Payments and their sum, in a form that n8n can keep. */
export interface Sums {
	/** As decimal text. */
	sum: string;
	/** By identity. */
	amounts: Record<string, string>;
}

/** Payments that are added up, such as those of one run. Each counts once, however often it is sent. */
export class Total {
	sums: Sums = { sum: NOTHING, amounts: {} };

	/** @returns what takes it back */
	count({ identity, amount = NOTHING }: Movement): () => void {
		const before = this.sums.amounts[identity];
		this.set(identity, amount);
		return () => this.set(identity, before);
	}

	/** What the others have moved, as decimal text. */
	without({ identity }: Pick<Movement, 'identity'>): string {
		return subtractAmounts(this.sums.sum, [this.sums.amounts[identity] ?? NOTHING]);
	}

	/** Takes over what n8n has kept, where that is more than is known here. */
	catchUp(kept: Sums): void {
		if (compareAmounts(kept.sum, this.sums.sum) > 0) this.sums = kept;
	}

	protected set(identity: string, amount: string | undefined): void {
		const { sums } = this;
		sums.sum = sumAmounts([this.without({ identity }), amount ?? NOTHING]);
		if (amount === undefined) Reflect.deleteProperty(sums.amounts, identity);
		else sums.amounts[identity] = amount;
	}
}

/** What was moved on one day: what the service listed when it was last asked, and what it did not list yet. */
export class DailyTotal extends Total {
	/** When the list was asked for, by {@link processClock}. */
	askedAt = -Infinity;

	/** How much of the sum is in the list. */
	private listed = NOTHING;
	/** What is not listed, by identity: its {@link nameInList}, and when it was sent, by {@link processClock}. */
	private readonly sent = new Map<string, { name: string; at: number }>();

	override count(movement: Movement): () => void {
		this.sent.set(movement.identity, { name: nameInList(movement), at: processClock.now() });
		return super.count(movement);
	}

	/**
	 * To be called with a later list.
	 * @param sum of all in it that did not end without money
	 * @param names the {@link nameInList} of each
	 */
	list(askedAt: number, sum: string, names: ReadonlySet<string>): void {
		this.askedAt = askedAt;
		this.sums.sum = sumAmounts([subtractAmounts(this.sums.sum, [this.listed]), sum]);
		this.listed = sum;
		for (const [identity, { name, at }] of this.sent) {
			// What was sent while the list was read may be missing in it.
			if (at >= askedAt || !names.has(name)) continue;
			this.sent.delete(identity);
			this.set(identity, undefined);
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
