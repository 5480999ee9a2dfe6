import { grouped } from '../../../core/grouped';
import { lookOf } from '../../../core/payments/match';
import { inParallel } from '../../../core/service/parallelPages';
import type { Payment, PaymentKind } from './payment';
import type { Setting } from './setting';

/** Payments that this try was the first to claim, together. */
export interface Claim<P> {
	name: string;
	number: number;
	payments: readonly [P, ...P[]];
}

/**
 * What became of a claim: `free`, where nothing was made; `made`, where it may not show yet; `madeOtherwise`, with other values;
 * `ended`, where what was made has ended without money; undefined where something of it may be on its way, or nobody has marked it.
 */
export type ClaimEnd = 'free' | 'made' | 'madeOtherwise' | 'ended' | undefined;

/** The last number of a name that is claimed, by whomever, and from when on the next one may be. */
interface LastClaim {
	number: number;
	freeAt: number;
	end?: ClaimEnd;
}

const NONE: LastClaim = { number: 0, freeAt: -Infinity };

/** How many claims are asked for at a time. */
const LANES = 16;

/** How long after a claim its request may leave, in milliseconds: guards may read what the day has moved. */
const SERVES = 30_000;

/** What was made within about this time may not be listed yet: no settle time is longer. Milliseconds. */
const LATELY = 60 * 60_000;

/**
 * What one try of the node claims, by marks that all processes share. A payment, or a list as a whole where the service can be
 * asked for what it lacks, has a name, and under that name numbers: whoever finds the last one ended claims the next.
 */
export class Claims<P extends Payment> {
	/** Comes true when all is marked without which a repeat could not tell what was made: while the next request is on its way. */
	marked: Promise<unknown> = Promise.resolve();
	/** By name, what this try has claimed, or has to wait for. */
	private readonly taken = new Map<string, LastClaim>();

	constructor(
		private readonly kind: Pick<PaymentKind<P>, 'find' | 'mayHide'>,
		private readonly setting: Pick<Setting, 'marks' | 'memory' | 'now' | 'systemTime' | 'longestRequest'>,
		/** Whether the service can tell that it does not have a payment. */
		private readonly canAsk: (payment: P) => boolean,
	) {}

	/** Claims what may leave now. @param lookedUpAt when the service was last asked for it: what others have made has to show by then */
	async claim(payments: readonly P[], lookedUpAt: number): Promise<Claim<P>[]> {
		const won: Claim<P>[] = [];
		// Others wait as long as the slowest of a list.
		const slowestFirst = payments.toSorted((one, other) => other.settleTime - one.settleTime);
		const groups = grouped(slowestFirst, (payment) => this.nameOf(payment));
		await inParallel(groups, LANES, async (group) => {
			won.push(...(await this.claimGroup(group, lookedUpAt)));
		});
		return won;
	}

	/** By when it shows if it was made by a claim that is open or lately ended; `Infinity`, where it never does. */
	freeAt(payment: P): number {
		return this.taken.get(this.nameOf(payment))?.freeAt ?? -Infinity;
	}

	/** To be called when their request has come to its end, and what was made is remembered. */
	end(claims: readonly Claim<P>[], end: 'free' | 'made' | undefined): void {
		for (const { name, number, payments } of claims) {
			if (end) this.setting.memory.noteClaim(this.setting.marks.scope + name, number);
			else this.taken.set(name, { number, freeAt: this.shownBy(payments[0], end) });
		}
		// One by one, what was made is found.
		const isFound = (first: P) => first.list === '' && this.isShown(first) && !this.kind.mayHide;
		const told = end === 'made' ? claims.filter(({ payments: [first] }) => !isFound(first)) : claims;
		if (end) this.marked = this.marked.then(() => inParallel(told, LANES, (claim) => this.mark(claim, end)));
	}

	/** What became of payments that only marks tell of, and that nobody may claim anew. Claims nothing itself. */
	async endsOf(payments: readonly P[]): Promise<Map<P, ClaimEnd>> {
		const ends = new Map<P, ClaimEnd>();
		await inParallel(payments, LANES, async (payment) => {
			if (this.isShown(payment)) return;
			const { end } = this.taken.get(this.nameOf(payment)) ?? (await this.lastFrom(payment, NONE));
			if (end !== 'free') ends.set(payment, end);
		});
		return ends;
	}

	private async claimGroup(payments: readonly [P, ...P[]], lookedUpAt: number): Promise<Claim<P>[]> {
		const [first] = payments;
		const name = this.nameOf(first);
		const taken = this.taken.get(name);
		let last = taken ?? { ...NONE, number: await this.ownNumber(first) };
		// Whoever has it may have come to an end meanwhile.
		if (last.freeAt > lookedUpAt || (taken && !this.isShown(first))) last = await this.lastFrom(first, last);
		while (last.freeAt <= lookedUpAt) {
			const number = last.number + 1;
			if (await this.setting.marks.add(markOf(name, number))) {
				this.taken.set(name, { number, freeAt: -Infinity });
				return [{ name, number, payments }];
			}
			last = await this.lastFrom(first, { number, freeAt: Infinity });
		}
		this.taken.set(name, last);
		return [];
	}

	/**
	 * The last number that this process has claimed itself, and that has ended; 0 for none. It keeps nobody waiting, because the
	 * process remembers what it has sent.
	 */
	private async ownNumber(payment: P): Promise<number> {
		const { marks } = this.setting;
		const name = this.nameOf(payment);
		const number = this.isShown(payment) ? this.setting.memory.lastClaim(marks.scope + name) : 0;
		// One that no other process sees was claimed in vain.
		return number > 0 && (await marks.has(markOf(name, number))) ? number : 0;
	}

	/** The last claim, from one that is known on. A number is claimed only once those before it have ended. */
	private async lastFrom(payment: P, known: LastClaim): Promise<LastClaim> {
		let { number } = known;
		for (let step = 1; step >= 1;) {
			const isClaimed = await this.setting.marks.has(markOf(this.nameOf(payment), number + step));
			if (isClaimed) number += step;
			step = isClaimed ? step * 2 : step / 2;
		}
		const end = number === 0 ? 'free' : await this.endOf(payment, number);
		const freeAt = this.shownBy(payment, end);
		const isSame = number === known.number && end === known.end && this.isShown(payment);
		return { number, end, freeAt: isSame ? Math.min(known.freeAt, freeAt) : freeAt };
	}

	/** From when on nothing of a claim is on its way, and what was made shows. */
	private shownBy(payment: P, end: ClaimEnd): number {
		if (end === 'free') return -Infinity;
		if (!this.isShown(payment)) return Infinity;
		// Lists lag, whoever has made it.
		const shownBy = this.setting.now() + payment.settleTime;
		return end === undefined ? shownBy + SERVES + this.setting.longestRequest : shownBy;
	}

	private async mark({ name, number, payments }: Claim<P>, end: 'free' | 'made'): Promise<void> {
		const { marks, memory, systemTime } = this.setting;
		const claim = markOf(name, number);
		const isWhole = this.isWhole(payments[0]);
		const about = isWhole ? madeIn(name, systemTime()) : madeAs(claim, payments[0]);
		const hasEnded = !isWhole && memory.get(payments[0])?.ended !== undefined;
		if (end === 'made') for (const mark of hasEnded ? [endedOf(claim), about] : [about]) await marks.add(mark);
		// Only this one counts: what is cut short before it stays unknown.
		const isKept = end === 'free' || isWhole || (await marks.has(about));
		if (isKept) await marks.add(`${claim} ${end}`);
	}

	private async endOf(payment: P, number: number): Promise<ClaimEnd> {
		const { marks, systemTime } = this.setting;
		const name = this.nameOf(payment);
		const claim = markOf(name, number);
		const isFree = await marks.has(`${claim} free`);
		if (!isFree && !(await marks.has(`${claim} made`))) return undefined;
		if (!this.isWhole(payment)) {
			if (isFree) return 'free';
			if (!(await marks.has(madeAs(claim, payment)))) return 'madeOtherwise';
			return (await marks.has(endedOf(claim))) ? 'ended' : 'made';
		}
		// That one says only that it has ended: this, whether anything was made, also under an earlier number.
		for (const later of [0, -LATELY, LATELY]) if (await marks.has(madeIn(name, systemTime() + later))) return 'made';
		return 'free';
	}

	/** Whether its list is claimed as a whole. */
	private isWhole({ list, isListedLate }: P): boolean {
		return list !== '' && this.kind.find !== null && !isListedLate;
	}

	/** Whether the service shows what was made under its claim, within the settle time. */
	private isShown(payment: P): boolean {
		return this.isWhole(payment) || (this.canAsk(payment) && !payment.isListedLate);
	}

	/** Under which it is claimed. */
	nameOf(payment: P): string {
		const { account, kind, list, identity } = payment;
		return this.isWhole(payment) ? JSON.stringify([account, kind, lookOf(list)]) : identity;
	}
}

const markOf = (name: string, number: number): string => `${name}#${number}`;

/** Marks that something of a list was made about that time. */
const madeIn = (name: string, time: number): string => `${name} made in ${Math.floor(time / LATELY)}`;

/** Marks with which values a payment was made. */
const madeAs = (claim: string, { externalId, facts }: Payment): string =>
	`${claim} made ${JSON.stringify([externalId, ...Object.entries(facts).sort()])}`;

/** Marks that what was made has ended without money. */
const endedOf = (claim: string): string => `${claim} ended`;
