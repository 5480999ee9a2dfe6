import type { IDataObject } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import { differingFacts } from '../../../core/payments/facts';
import { decides, endOfRecord } from '../../../core/payments/match';
import { pauseBetweenLookUps } from '../../../core/payments/settle';
import type { Claims } from './claims';
import {
	EndedWithoutMoney,
	ExternalIdTaken,
	LookAlike,
	PaidTwice,
	StoppedBefore,
	TwiceInList,
	UnclearTwin,
	UnknownOutcome,
} from './failures';
import type { Memory, Sent } from './memory';
import { Outcomes } from './outcomes';
import type { Found, Outcome, Payment, PaymentKind, PaymentResult, Sighting } from './payment';
import { isWithoutEffect, saysTaken } from './sendFailure';
import { inTurn } from './turns';

/** Where payments are made: everything that a model of it replaces. */
export interface Setting {
	memory: Memory;
	claims: Claims;
	/** Whether the others are paid when one fails. */
	goOn: boolean;
	/** How long a request may take, in milliseconds. */
	longestRequest: number;
	/** Milliseconds since 1970. */
	now(): number;
	/** To be called before a wait for what an n8n before this one may have sent. @param milliseconds how long it is */
	noteWait(milliseconds: number): void;
	/** Waits, and returns early when the execution is stopped. */
	pause(milliseconds: number): Promise<void>;
	/** Lets others of the process work when this list has kept it busy for long. */
	giveWay(): Promise<void> | undefined;
	isStopped(): boolean;
}

/** How old the answer may be by which a payment that leaves was looked up, in milliseconds. */
const FRESH = 60_000;

/** So long after an unclear answer, a look-up that finds nothing shows that it had no effect. The workflow cannot shorten it. Milliseconds. */
const SURELY_SETTLED = 30_000;

/**
 * Makes each payment of a list once: takes it from memory, finds it at the service, or sends it. A payment by itself is a list
 * of one. Each shares the outcome of its request. Without `goOn` nothing is sent after the first failure, and payments that
 * were not reached have no outcome.
 */
export async function payAll<P extends Payment>(
	kind: PaymentKind<P>,
	payments: readonly P[],
	setting: Setting,
): Promise<ReadonlyMap<P, Outcome>> {
	const paying = new Paying(kind, setting);
	await paying.pay(payments);
	return paying.outcomes.all;
}

/** What {@link payAll} would know of payments before it sends anything. Those that it would send have no outcome. */
export async function lookUpAll<P extends Payment>(
	kind: PaymentKind<P>,
	payments: readonly P[],
	setting: Setting,
): Promise<ReadonlyMap<P, Outcome>> {
	const paying = new Paying(kind, { ...setting, goOn: true });
	await paying.preview(payments);
	return paying.outcomes.all;
}

/** One try of the node at a list of payments. */
class Paying<P extends Payment> {
	readonly outcomes: Outcomes<P>;
	/** Of these, the last answer did not tell. */
	private readonly hidden = new Set<P>();
	/** When the service last answered that it does not have them. */
	private readonly missingAt = new Map<P, number>();
	/** What left in this try. */
	private readonly left = new Set<P>();
	/** The number of the next claim. */
	private readonly claims = new Map<P, number>();
	private lookedUpAt = Infinity;

	constructor(
		private readonly kind: PaymentKind<P>,
		private readonly setting: Setting,
	) {
		this.outcomes = new Outcomes(setting);
	}

	async pay(payments: readonly P[]): Promise<void> {
		const all = await this.withoutTwins(payments);
		const names = all.map(({ identity }) => identity);
		if (!this.outcomes.mustStop) await inTurn(names, async () => await this.payInTurn(all));
	}

	async preview(payments: readonly P[]): Promise<void> {
		const all = await this.withoutTwins(payments);
		await this.lookUp(all, () => -Infinity);
		await this.outcomes.each(all, (payment) => this.recalled(payment) ?? this.assertSettled(payment));
	}

	private async payInTurn(all: readonly P[]): Promise<void> {
		await this.lookUp(all, (payment) => this.settledAt(payment));
		await this.outcomes.each(all, (payment) => this.recalled(payment));
		await this.forbid(this.outcomes.open(all));
		for (let round = this.outcomes.open(all); round.length > 0 && !this.outcomes.mustStop;) {
			// Somebody else has claimed these: they may be on their way until then.
			const taken = new Map<P, number>();
			await this.sendRequests(round, taken);
			if (this.outcomes.mustStop) return;
			await this.lookUp([...taken.keys()], (payment) => taken.get(payment) ?? 0);
			round = this.outcomes.open([...taken.keys()]);
		}
	}

	private async sendRequests(round: readonly P[], taken: Map<P, number>): Promise<void> {
		const requests = this.kind.requests(round);
		for (const [index, request] of requests.entries()) {
			if (this.outcomes.mustStop) return;
			// A long list is on its way for long, and others pay meanwhile.
			if (this.setting.now() - this.lookedUpAt > FRESH)
				await this.lookUp(this.outcomes.open(requests.slice(index).flat()), () => -Infinity);
			await this.sendRequest(this.outcomes.open(request), taken);
		}
	}

	/** A request leaves at once with what this try was the first to claim. */
	private async sendRequest(request: readonly P[], taken: Map<P, number>): Promise<void> {
		const { claims, isStopped } = this.setting;
		const going: P[] = [];
		await this.outcomes.each(request, async (payment) => {
			if (isStopped()) throw new StoppedBefore(this.named(payment));
			const twin = this.setting.memory.twinOf(payment, this.setting.now());
			// One that is unclear itself is cleared up under its own External ID.
			if (twin && !this.setting.memory.get(payment)) throw new UnclearTwin(this.named(payment), twin.externalId);
			return await this.claim(payment, going, taken);
		});
		if (isStopped() || this.outcomes.mustStop) {
			for (const payment of going) await claims.mark(payment, this.claimOf(payment), 'refused');
			for (const payment of going)
				if (isStopped()) this.outcomes.note(payment, { failure: new StoppedBefore(this.named(payment)) });
			return;
		}
		if (going.length > 0) await this.send(going);
	}

	/** @returns its result where whoever claimed it was told that it was made, and the service cannot be asked */
	private async claim(payment: P, going: P[], taken: Map<P, number>): Promise<PaymentResult | null> {
		const { claims, memory, now, longestRequest } = this.setting;
		for (let number = this.claims.get(payment) ?? 1; ; number++) {
			this.claims.set(payment, number + 1);
			if (await claims.claim(payment, number)) {
				going.push(payment);
				return null;
			}
			const end = await claims.endOf(payment, number);
			if (end === 'refused') continue;
			if (!this.canAsk(payment)) {
				if (end === undefined) throw this.unknown(payment);
				// Which values it has is not known here.
				if (end === 'madeOtherwise') throw new ExternalIdTaken(this.named(payment), {}, false);
				return { record: { external_id: payment.externalId }, outcome: 'found', isOwn: false };
			}
			const own = memory.get(payment);
			const begun = own?.claim === number ? own.at : now() + longestRequest;
			taken.set(payment, begun + payment.settleTime);
			return null;
		}
	}

	private async send(going: readonly P[]): Promise<void> {
		const { claims, memory } = this.setting;
		const again = new Set(going.filter((payment) => this.hadNoEffect(payment)));
		for (const payment of going) this.remember(payment, { execution: memory.execution, claim: this.claimOf(payment) });
		for (const payment of going) this.left.add(payment);
		const sent = await attempt(() => this.kind.send(going, (payment) => again.has(payment)));
		let index = 0;
		await this.outcomes.each(going, async (payment) => {
			if ('value' in sent) {
				const result = this.created(payment, sent.value[index++] ?? {});
				if (!this.canAsk(payment)) await claims.mark(payment, this.claimOf(payment), 'made');
				return result;
			}
			if (!isWithoutEffect(sent.failure)) {
				// From now on, not from the send: a request that hung may have been carried out at its very end.
				this.remember(payment, payment.isListedLate || saysTaken(sent.failure) ? { staysUnclear: true } : {});
				return null;
			}
			// A repeat may send without waiting.
			memory.delete(payment);
			await claims.mark(payment, this.claimOf(payment), 'refused');
			throw sent.failure;
		});
		const unclear = this.outcomes.open(going);
		if (unclear.length === 0) return;
		await this.lookUp(unclear, (payment) => this.unclearAt(payment) + payment.settleTime);
		await this.outcomes.each(this.outcomes.open(unclear), (payment) => {
			throw this.unknown(payment, 'failure' in sent ? sent.failure : undefined);
		});
	}

	/** The number under which it was last claimed. */
	private claimOf(payment: P): number {
		return (this.claims.get(payment) ?? 2) - 1;
	}

	/** Asks the service for payments until each is found, or a look-up that finds nothing counts. */
	private async lookUp(payments: readonly P[], until: (payment: P) => number): Promise<void> {
		const { find } = this.kind;
		const { now, pause, isStopped } = this.setting;
		let left = payments;
		for (let lookUps = 1; find !== null && left.length > 0; lookUps++) {
			const askedAt = now();
			const areYoung = left.every((payment) => this.setting.memory.get(payment)?.execution !== undefined);
			const asked = await attempt(() => find(left, areYoung));
			await this.outcomes.each(left, (payment) => {
				const sighting: Sighting | undefined = 'value' in asked ? asked.value.get(payment) : asked;
				return this.seen(payment, sighting, askedAt);
			});
			this.lookedUpAt = askedAt;
			left = this.outcomes.open(left).filter((payment) => {
				// What was not sent need not be looked for any longer.
				const isOver = (this.hidden.has(payment) || this.outcomes.mustStop) && !this.isUnclear(payment);
				return askedAt < until(payment) && !isOver;
			});
			if (left.length === 0) return;
			const soonest = left.reduce((soonest, payment) => Math.min(soonest, until(payment)), Infinity) - now();
			// What nobody is known to have sent hardly shows up before that.
			const isExpected = left.some((payment) => this.isUnclear(payment) || this.claims.has(payment));
			if (!isExpected) this.setting.noteWait(soonest);
			if (!isStopped()) await pause(isExpected ? Math.min(pauseBetweenLookUps(lookUps), soonest) : soonest);
			if (isStopped())
				await this.outcomes.each(left, (payment) => {
					throw this.isUnclear(payment) ? this.unknown(payment) : new StoppedBefore(this.named(payment));
				});
			left = this.outcomes.open(left);
		}
	}

	/** Takes what a look-up tells of a payment. */
	private seen(payment: P, sighting: Sighting | undefined, askedAt: number): PaymentResult | null {
		this.hidden.delete(payment);
		if (sighting === undefined) {
			this.missingAt.set(payment, askedAt);
			return null;
		}
		if (sighting === 'hidden') {
			this.hidden.add(payment);
			return null;
		}
		if ('found' in sighting) return this.accepted(payment, sighting.found);
		throw this.isUnclear(payment) ? this.unknown(payment, sighting.failure) : sighting.failure;
	}

	/** What is remembered of a payment that the service does not show: lists lag, and some are not to be had. */
	private recalled(payment: P): PaymentResult | null {
		const sent = this.setting.memory.get(payment);
		if (sent?.record) return this.accepted(payment, { ...sent, record: sent.record });
		if (sent && (sent.staysUnclear || !this.canAsk(payment))) throw this.unknown(payment);
		return null;
	}

	/** Whether the service can tell that it does not have a payment. */
	private canAsk(payment: P): boolean {
		return this.kind.find !== null && !this.hidden.has(payment);
	}

	/** @throws what shows that it is another payment, or none that counts */
	private accepted(payment: P, { record, facts, externalId, ended, alive = [] }: Found): PaymentResult {
		const { memory } = this.setting;
		const sent = memory.get(payment);
		const wasSent = this.isUnclear(payment);
		if (alive.length > 1) throw new PaidTwice(this.named(payment), alive);
		if (externalId !== undefined && externalId !== payment.externalId)
			throw new LookAlike(this.named(payment), externalId, wasSent);
		// A record may hide the account or the amount. What is remembered does not.
		const remembered = Object.entries(sent?.facts ?? {}).filter(([name]) => decides(name));
		const there = { ...Object.fromEntries(remembered), ...facts };
		if (differingFacts(payment.facts, there).length > 0) throw new ExternalIdTaken(this.named(payment), there, wasSent);
		this.remember(payment, { record, ended, execution: sent?.execution });
		if (ended !== undefined) throw new EndedWithoutMoney(this.named(payment), ended, wasSent);
		const isOwn = sent?.execution === memory.execution;
		return { record, outcome: this.left.has(payment) ? 'created' : 'found', isOwn };
	}

	/** To be called with the record with which the service has answered. */
	private created(payment: P, record: IDataObject): PaymentResult {
		const { memory } = this.setting;
		// The answer may show that it has failed already.
		const ended = endOfRecord(record) ?? undefined;
		this.remember(payment, { record, ended, execution: memory.execution });
		if (ended !== undefined) throw new EndedWithoutMoney(this.named(payment), ended, true);
		return { record, outcome: 'created', isOwn: true };
	}

	private async forbid(payments: readonly P[]): Promise<void> {
		if (payments.length === 0 || this.outcomes.mustStop) return;
		const forbidden = await this.kind.forbidden?.(payments);
		if (!forbidden || forbidden.size === 0) return;
		await this.outcomes.each(payments, (payment) => {
			if (forbidden.has(payment)) throw forbidden.get(payment);
			return null;
		});
	}

	private async withoutTwins(payments: readonly P[]): Promise<P[]> {
		const byIdentity = new Map<string, P>();
		await this.outcomes.each(payments, (payment) => {
			const other = byIdentity.get(payment.identity);
			if (other) throw new TwiceInList(this.named(payment), [other.row + 1, payment.row + 1]);
			byIdentity.set(payment.identity, payment);
			return null;
		});
		return [...byIdentity.values()];
	}

	private remember(payment: P, about: Partial<Sent>): void {
		const { memory, now } = this.setting;
		const { externalId, facts, settleTime } = payment;
		const before = about.record === undefined ? memory.get(payment) : undefined;
		const sent: Sent = { ...before, externalId, facts, settleTime, at: now(), ...about };
		memory.set(payment, sent, this.canAsk(payment) && !sent.staysUnclear);
	}

	private isUnclear(payment: P): boolean {
		const sent = this.setting.memory.get(payment);
		return sent !== undefined && sent.record === undefined;
	}

	/** When its outcome became unclear; long ago when it is not. */
	private unclearAt(payment: P): number {
		const sent = this.setting.memory.get(payment);
		return sent && sent.record === undefined ? sent.at : -Infinity;
	}

	/** From when on a look-up that finds nothing counts: what an earlier process sent, and what is unclear, shows by then. */
	private settledAt(payment: P): number {
		const { memory, claims } = this.setting;
		const isKnown = claims.tells || memory.get(payment)?.record !== undefined;
		return Math.max(isKnown ? -Infinity : memory.startedAt, this.unclearAt(payment)) + payment.settleTime;
	}

	/** Whether an earlier request for it is known to have had no effect. */
	private hadNoEffect(payment: P): boolean {
		const unclearAt = this.unclearAt(payment);
		return unclearAt > -Infinity && (this.missingAt.get(payment) ?? -Infinity) >= unclearAt + SURELY_SETTLED;
	}

	/** @throws where it is unclear, and a look-up that finds nothing does not count yet */
	private assertSettled(payment: P): null {
		const settledAt = this.unclearAt(payment) + payment.settleTime;
		if ((this.missingAt.get(payment) ?? -Infinity) < settledAt) throw this.unknown(payment);
		return null;
	}

	private named(payment: P) {
		return { ...payment, subject: this.kind.subject };
	}

	private unknown(payment: P, cause?: unknown): UnknownOutcome {
		return new UnknownOutcome(this.named(payment), this.canAsk(payment), cause);
	}
}
