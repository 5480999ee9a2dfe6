import { attempt } from '../../../core/attempt';
import { digestOf } from '../../../core/digest';
import { grouped } from '../../../core/grouped';
import { inParallel } from '../../../core/service/parallelPages';
import type { ClaimEnd, KnownEnd } from './claims';
import { identityOf, type Payment, type PaymentKind } from './payment';
import type { Setting } from './setting';

/** Payments that this try was the first to claim, together. */
export interface Claimed<P> {
	name: string;
	number: number;
	payments: readonly [P, ...P[]];
	/** Whether others had claimed it since this try claimed it last, or looked in vain: what they have made is to be looked for. */
	isLate: boolean;
	/** By when a request must leave. Others wait for it. */
	until: number;
	/** Until when something may be on its way by earlier claims of this process. */
	othersOpenUntil: number;
}

/** What became of payments that somebody else has claimed. */
interface Taken<P> {
	/** When they may be claimed anew: by then they show, if they were made. */
	freeAt: Map<P, number>;
	/** Of what the service cannot be asked for, what its claim tells. */
	ends: Map<P, KnownEnd>;
}

/** The last number of a name that is claimed, by whomever, and from when on the next one may be. */
interface LastClaim {
	number: number;
	freeAt: number;
}

/** How many claims are asked for at a time. */
const LANES = 16;

/** How long after a claim its request may leave, in milliseconds. */
const SERVES = 5_000;

/** What one try of the node claims. */
export class Claiming<P extends Payment> {
	/** By list, the name under which it is claimed as a whole. */
	private readonly listNames = new Map<string, string>();
	/** By name, as far as this try knows. */
	private readonly known = new Map<string, LastClaim>();
	/** What became of claims is noted while the next request is on its way. */
	private noting: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly kind: Pick<PaymentKind<P>, 'find' | 'mayHide'>,
		private readonly setting: Pick<Setting, 'claims' | 'memory' | 'now' | 'longestRequest'>,
		/** Whether the service can tell that it does not have a payment. */
		private readonly canAsk: (payment: P) => boolean,
	) {}

	/** Whether this try has claimed it, or tried to. */
	hasTried(payment: P): boolean {
		return this.known.has(this.nameOf(payment));
	}

	async claim(payments: readonly P[]): Promise<{ won: Claimed<P>[]; taken: Taken<P> }> {
		const won: Claimed<P>[] = [];
		const taken: Taken<P> = { freeAt: new Map(), ends: new Map() };
		const groups = grouped(payments, (payment) => this.nameOf(payment));
		await inParallel(groups, LANES, async (group) => {
			const claimed = await this.claimGroup(group, taken);
			if (claimed) won.push(claimed);
		});
		return { won, taken };
	}

	/** To be called when what became of them is known. */
	end(claimed: readonly Claimed<P>[], end: ClaimEnd): void {
		const before = this.noting;
		const { claims, memory, now } = this.setting;
		for (const { name, number, othersOpenUntil } of claimed)
			memory.noteClaim(name, { number, openUntil: othersOpenUntil });
		// One by one, what was made is found.
		const isFound = (first: P) => first.list === '' && this.canAsk(first) && !this.kind.mayHide;
		const told = claimed.filter(({ payments: [first] }) => end === 'free' || !isFound(first));
		this.noting = attempt(async () => {
			await before;
			await inParallel(told, LANES, async ({ name, number, payments: [first], othersOpenUntil }) => {
				// Others ask for the last one only: as long as this is not marked, they wait for those before it as well.
				if (othersOpenUntil <= now()) await claims.mark(name, number, end, this.valuesOf(first));
			});
		});
	}

	/** Waits until all is noted without which a repeat could not tell what was made. */
	async close(): Promise<void> {
		await this.noting;
	}

	/** @returns null where somebody else has claimed them: they may be on their way, or are made */
	private async claimGroup(payments: readonly [P, ...P[]], taken: Taken<P>): Promise<Claimed<P> | null> {
		const { claims, now } = this.setting;
		const [first] = payments;
		const name = this.nameOf(first);
		const before = this.lastClaim(first);
		let last = before;
		// Whoever has it may have come to an end meanwhile.
		if (last.freeAt > now()) {
			const freeAt = Math.min(last.freeAt, this.freeAt(first, await this.endOf(first, last.number)));
			last = { ...last, freeAt };
		}
		while (last.freeAt <= now()) {
			const number = last.number + 1;
			if (await claims.claim(name, number))
				return this.won(payments, number, number > before.number + 1 || before.freeAt > -Infinity);
			// A number is claimed only once those before it are free.
			const others = await claims.lastOf(name, number);
			const end = await this.endOf(first, others);
			if (end !== 'free' && !this.isShown(first)) {
				taken.ends.set(first, end);
				return null;
			}
			last = { number: others, freeAt: this.freeAt(first, end) };
		}
		this.known.set(name, last);
		for (const payment of payments) taken.freeAt.set(payment, last.freeAt);
		return null;
	}

	/** The last claim of a name that is known here; number 0 for none. */
	private lastClaim(payment: P): LastClaim {
		const name = this.nameOf(payment);
		// What this process has claimed before keeps nobody waiting that can be asked for: it remembers what it has sent.
		const own = this.isShown(payment) ? this.setting.memory.lastClaim(name).number : 0;
		const known = this.known.get(name);
		return known && known.number >= own ? known : { number: own, freeAt: -Infinity };
	}

	/** Takes note of a number that is claimed now. */
	private won(payments: readonly [P, ...P[]], number: number, isLate: boolean): Claimed<P> {
		const { memory, now, longestRequest } = this.setting;
		const name = this.nameOf(payments[0]);
		this.known.set(name, { number, freeAt: -Infinity });
		const { openUntil: othersOpenUntil } = memory.lastClaim(name);
		const until = now() + SERVES;
		const shownBy = until + longestRequest + payments[0].settleTime;
		memory.noteClaim(name, { number, openUntil: Math.max(othersOpenUntil, shownBy) });
		return { name, number, payments, isLate, until, othersOpenUntil };
	}

	/** What became of payments that somebody has claimed, and that nobody may claim anew. Claims nothing itself. */
	async peek(payments: readonly P[]): Promise<Taken<P>['ends']> {
		const ends: Taken<P>['ends'] = new Map();
		// What a list was claimed for says nothing of one payment of it.
		const claimedAlone = payments.filter((payment) => !this.isShown(payment));
		await inParallel(claimedAlone, LANES, async (payment) => {
			const number = await this.setting.claims.lastOf(this.nameOf(payment), 0);
			const end = number === 0 ? 'free' : await this.endOf(payment, number);
			if (end !== 'free') ends.set(payment, end);
		});
		return ends;
	}

	private async endOf(payment: P, number: number) {
		return await this.setting.claims.endOf(this.nameOf(payment), number, this.valuesOf(payment));
	}

	/** From when on nothing of a claim is on its way, and what was made shows. */
	private freeAt(payment: P, end: KnownEnd): number {
		if (end === 'free' || end === 'made') return -Infinity;
		// Lists lag, whoever has made it.
		const shownBy = this.setting.now() + payment.settleTime;
		return end === undefined ? shownBy + SERVES + this.setting.longestRequest : shownBy;
	}

	/** Whether its list is claimed as a whole: the service can be asked for what it lacks. */
	private isWhole({ list }: P): boolean {
		return list !== '' && this.kind.find !== null;
	}

	/** Whether the service shows what was made under its claim. */
	private isShown(payment: P): boolean {
		return this.isWhole(payment) || this.canAsk(payment);
	}

	private nameOf(payment: P): string {
		const { account, kind, list, identity } = payment;
		if (!this.isWhole(payment)) return identity;
		const known = JSON.stringify([account, kind, list]);
		const name = this.listNames.get(known) ?? identityOf(account, kind, list, '');
		this.listNames.set(known, name);
		return name;
	}

	/** By what a repeat of what cannot be asked for is told from another payment. */
	private valuesOf(payment: P): string {
		return this.isWhole(payment)
			? ''
			: digestOf(payment.externalId, JSON.stringify(Object.entries(payment.facts).sort()));
	}
}
