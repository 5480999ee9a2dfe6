import type { IDataObject } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import { differingFacts, type PaymentFacts } from '../../../core/payments/facts';
import { decides, endOfRecord, plain } from '../../../core/payments/match';
import { pauseBetweenLookUps } from '../../../core/payments/settle';
import { Claiming, type Claimed } from './claiming';
import type { Claims, KnownEnd } from './claims';
import {
	hasEnded,
	externalIdTaken,
	lookAlike,
	paidTwice,
	stoppedBefore,
	twiceInList,
	unclearTwin,
	unknownOutcome,
	type PaymentFailure,
} from './failures';
import type { Memory, Sent } from './memory';
import { Outcomes } from './outcomes';
import type { FoundPayment, PaymentOutcome, Payment, PaymentKind, PaymentResult, Sighting } from './payment';
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
	/** Takes note of a wait before a payment. @param milliseconds how long it is in all */
	noteWait(reason: WaitReason, milliseconds: number): void;
	/** Waits, and returns early when the execution is stopped. */
	pause(milliseconds: number): Promise<void>;
	/** Lets others of the process work when this list has kept it busy for long. */
	giveWay(): Promise<void> | undefined;
	isStopped(): boolean;
}

/** What is waited for: what an n8n before this one may have sent, or what another process has claimed. */
export type WaitReason = 'started' | 'claimed';

/** How old the answer may be by which a payment that leaves was looked up, in milliseconds. */
const FRESH = 60_000;

/** How often to see whether another process has come to an end with what it has claimed, in milliseconds. */
const BETWEEN_CLAIMS = 10_000;

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
): Promise<ReadonlyMap<P, PaymentOutcome>> {
	const paying = new Paying(kind, setting);
	await paying.pay(payments);
	return paying.outcomes.all;
}

/** What {@link payAll} would know of payments before it sends anything. Those that it would send have no outcome. */
export async function lookUpAll<P extends Payment>(
	kind: PaymentKind<P>,
	payments: readonly P[],
	setting: Setting,
): Promise<ReadonlyMap<P, PaymentOutcome>> {
	const paying = new Paying(kind, { ...setting, goOn: true });
	await paying.preview(payments);
	return paying.outcomes.all;
}

/** Facts that a record shows whole, if it shows them. Of an account it may show the last digits. */
const SHOWN_WHOLE = ['amount', 'currency', 'method', 'payee email'];

/** What a record hides of a payment that is remembered with other values. Another spelling is none. */
function hiddenBy(shown: PaymentFacts, { facts }: Payment, sent: Sent | undefined): PaymentFacts {
	return Object.fromEntries(
		Object.entries(sent?.facts ?? {}).filter(([name, fact]) => {
			const isShown = shown[name] !== undefined && SHOWN_WHOLE.includes(name);
			return decides(name) && !isShown && plain(fact) !== plain(facts[name]);
		}),
	);
}

/** One try of the node at a list of payments. */
class Paying<P extends Payment> {
	readonly outcomes: Outcomes<P>;
	/** Of these, the last answer did not tell. */
	private readonly hidden = new Set<P>();
	/** When the service last answered that it does not have them. */
	private readonly missingAt = new Map<P, number>();
	/** What left in this try. */
	private readonly sentNow = new Set<P>();
	private readonly claiming: Claiming<P>;
	/** When each was last looked up. */
	private readonly askedAt = new Map<P, number>();
	private readonly begunAt: number;

	constructor(
		private readonly kind: PaymentKind<P>,
		private readonly setting: Setting,
	) {
		const { claims, memory, now, longestRequest } = setting;
		this.outcomes = new Outcomes(setting);
		this.begunAt = now();
		const canAsk = (payment: P) => this.canAsk(payment);
		this.claiming = new Claiming(claims, memory, now, longestRequest, kind, canAsk);
	}

	async pay(payments: readonly P[]): Promise<void> {
		const all = await this.withoutTwins(payments);
		const names = all.map(({ identity }) => identity);
		// What is wrong with the others is told at once.
		if (this.outcomes.mustStop) await this.check(all);
		else
			await inTurn(names, async () => {
				await this.payInTurn(all);
				await this.claiming.close();
			});
	}

	async preview(payments: readonly P[]): Promise<void> {
		await this.check(await this.withoutTwins(payments));
	}

	private async check(all: readonly P[]): Promise<void> {
		await this.lookUp(all, () => -Infinity);
		await this.outcomes.each(
			all,
			(payment) => this.recalled(payment) ?? this.assertSettled(payment) ?? this.assertNoTwin(payment),
		);
		const ends = await this.claiming.peek(this.outcomes.open(all));
		await this.outcomes.each([...ends.keys()], (payment) => this.endedElsewhere(payment, ends.get(payment)));
	}

	private async payInTurn(all: readonly P[]): Promise<void> {
		await this.lookUp(all, (payment) => this.settledAt(payment));
		await this.outcomes.each(all, (payment) => this.recalled(payment));
		await this.forbid(this.outcomes.open(all));
		let waited = 0;
		for (let round = this.outcomes.open(all); round.length > 0 && !this.outcomes.mustStop;) {
			// Somebody else has claimed these: they may be on their way until then.
			const taken = new Map<P, number>();
			await this.sendRequests(round, taken);
			if (this.outcomes.mustStop || taken.size === 0) return;
			const began = this.setting.now();
			const soon = began + BETWEEN_CLAIMS;
			await this.lookUp([...taken.keys()], (payment) => Math.min(soon, taken.get(payment) ?? 0));
			this.setting.noteWait('claimed', (waited += this.setting.now() - began));
			round = this.outcomes.open([...taken.keys()]);
		}
	}

	private async sendRequests(round: readonly P[], taken: Map<P, number>): Promise<void> {
		const requests = this.kind.requests(round);
		for (const [index, request] of requests.entries()) {
			if (this.outcomes.mustStop) return;
			// A long list is on its way for long, and others pay meanwhile.
			const rest = () => this.outcomes.open(requests.slice(index).flat()).filter((payment) => this.isStale(payment));
			if (request.some((payment) => this.isStale(payment))) await this.lookUp(rest(), () => -Infinity);
			await this.sendRequest(this.outcomes.open(request), taken);
		}
	}

	/** Whether it was looked up too long ago to be sent now. */
	private isStale(payment: P): boolean {
		const { now } = this.setting;
		return now() - (this.askedAt.get(payment) ?? now()) > FRESH;
	}

	/**
	 * A request leaves at once with what this try was the first to claim.
	 * @param expected by when what others have claimed shows
	 */
	private async sendRequest(request: readonly P[], expected: Map<P, number>): Promise<void> {
		const { isStopped } = this.setting;
		await this.outcomes.each(request, (payment) => {
			if (isStopped()) throw stoppedBefore(this.named(payment));
			return this.assertNoTwin(payment);
		});
		const { won, taken } = await this.claiming.claim(this.outcomes.open(request));
		for (const [payment, freeAt] of taken.freeAt) expected.set(payment, freeAt);
		await this.outcomes.each([...taken.ends.keys()], (payment) =>
			this.endedElsewhere(payment, taken.ends.get(payment)),
		);
		// What others have made since the last look-up shows by now: they have ended, and nobody else may send.
		if (won.some(({ isLate }) => isLate)) {
			for (const payment of this.askedAt.keys()) this.askedAt.set(payment, -Infinity);
			await this.lookUp(this.outcomes.open(request), () => -Infinity);
			// Others wait for what leaves soon after the claim.
			if (won.some(({ until }) => until < this.setting.now())) {
				this.claiming.end(won, 'free');
				for (const payment of this.outcomes.open(request)) expected.set(payment, -Infinity);
				return;
			}
		}
		const claimed = new Set(won.flatMap(({ payments }) => payments));
		const going = this.outcomes.open(request).filter((payment) => claimed.has(payment));
		if (going.length > 0 && !isStopped() && !this.outcomes.mustStop) return await this.send(going, won);
		this.claiming.end(won, 'free');
		for (const payment of isStopped() ? going : [])
			this.outcomes.note(payment, { failure: stoppedBefore(this.named(payment)) });
	}

	/** What another process has claimed, and the service cannot be asked for. */
	private endedElsewhere(payment: P, end: KnownEnd): PaymentResult {
		if (end === undefined) throw this.unknown(payment);
		// Which values it has is not known here.
		if (end === 'madeOtherwise') throw externalIdTaken(this.named(payment), {}, false);
		return { record: { external_id: payment.externalId }, outcome: 'found', isOwn: false, isBare: true };
	}

	private async send(going: readonly P[], won: readonly Claimed<P>[]): Promise<void> {
		const { memory } = this.setting;
		const again = new Set(going.filter((payment) => this.hadNoEffect(payment)));
		const before = new Map(going.map((payment) => [payment, memory.get(payment)]));
		for (const payment of going) this.remember(payment, { execution: memory.execution, isUnderWay: true });
		for (const payment of going) this.sentNow.add(payment);
		const sent = await attempt(() => this.kind.send(going, (payment) => again.has(payment)));
		const hadNoEffect = 'failure' in sent && isWithoutEffect(sent.failure);
		if ('value' in sent || hadNoEffect) this.claiming.end(won, hadNoEffect ? 'free' : 'made');
		let index = 0;
		await this.outcomes.each(going, (payment) => {
			if ('value' in sent) {
				const record = sent.value[index++] ?? {};
				// The answer may show that it has failed already.
				return this.concluded(payment, record, endOfRecord(record) ?? undefined);
			}
			if (!hadNoEffect) {
				// From now on, not from the send: a request that hung may have been carried out at its very end.
				const staysUnclear = payment.isListedLate === true || saysTaken(sent.failure);
				this.remember(payment, { isUnderWay: false, ...(staysUnclear && { staysUnclear }) });
				return null;
			}
			// A repeat may send without waiting for this one.
			const earlier = before.get(payment);
			if (earlier) memory.set(payment, earlier, this.canLookUp(payment, earlier));
			else memory.delete(payment);
			throw this.kind.refusalOf?.(sent.failure, going, payment) ?? sent.failure;
		});
		const unclear = this.outcomes.open(going);
		if (unclear.length === 0) return;
		await this.lookUp(unclear, (payment) => this.unclearAt(payment) + this.longestSettleTime(payment));
		// Nothing of it is on its way any more. What shows is found, and the rest may be sent by a later try.
		if (unclear.every((payment) => this.isSettled(payment))) this.claiming.end(won, 'free');
		await this.outcomes.each(this.outcomes.open(unclear), (payment) => {
			throw this.unknown(payment, 'failure' in sent ? sent.failure : undefined);
		});
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
			// From the answer on: one that takes long would be old at once.
			for (const payment of left) this.askedAt.set(payment, now());
			left = this.outcomes.open(left).filter((payment) => {
				// What was not sent need not be looked for any longer.
				const isHidden = this.hidden.has(payment) && !this.claiming.hasTried(payment);
				const isOver = (isHidden || this.outcomes.mustStop) && !this.isUnclear(payment);
				return askedAt < until(payment) && !isOver;
			});
			if (left.length === 0) return;
			const soonest = left.reduce((soonest, payment) => Math.min(soonest, until(payment)), Infinity) - now();
			// What nobody is known to have sent hardly shows up before that.
			const isExpected = left.some((payment) => this.isUnclear(payment) || this.claiming.hasTried(payment));
			if (!isExpected) this.setting.noteWait('started', soonest);
			if (!isStopped()) await pause(isExpected ? Math.min(pauseBetweenLookUps(lookUps), soonest) : soonest);
			if (isStopped())
				await this.outcomes.each(left, (payment) => {
					throw this.isUnclear(payment) ? this.unknown(payment) : stoppedBefore(this.named(payment));
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
		if (sighting === 'hidden' || 'doubt' in sighting) {
			this.hidden.add(payment);
			if (sighting !== 'hidden' && !this.setting.memory.get(payment)) throw sighting.doubt;
			return null;
		}
		if ('found' in sighting) return this.accepted(payment, sighting.found);
		throw this.isUnclear(payment) ? this.unknown(payment, sighting.failure) : sighting.failure;
	}

	/** What is remembered of a payment that the service does not show: lists lag, and some are not to be had. */
	private recalled(payment: P): PaymentResult | null {
		const sent = this.setting.memory.get(payment);
		if (sent && sent.externalId !== payment.externalId) throw lookAlike(this.named(payment), sent.externalId, false);
		if (sent?.record) return this.accepted(payment, { ...sent, record: sent.record });
		if (sent && (sent.staysUnclear || !this.canAsk(payment))) throw this.unknown(payment);
		return null;
	}

	/** Whether the service can tell that it does not have a payment. */
	private canAsk(payment: P): boolean {
		return this.kind.find !== null && !this.hidden.has(payment);
	}

	/** @throws what shows that it is another payment, or none that counts */
	private accepted(payment: P, { record, facts, externalId, ended, alive = [] }: FoundPayment): PaymentResult {
		const wasSent = this.isUnclear(payment);
		if (alive.length > 1) throw paidTwice(this.named(payment), alive);
		if (externalId !== undefined && externalId !== payment.externalId)
			throw lookAlike(this.named(payment), externalId, wasSent);
		const there = { ...facts, ...hiddenBy(facts, payment, this.setting.memory.get(payment)) };
		if (differingFacts(payment.facts, there).length > 0) throw externalIdTaken(this.named(payment), there, wasSent);
		return this.concluded(payment, record, ended);
	}

	/** @throws where it has ended without money */
	private concluded(payment: P, record: IDataObject, ended: string | undefined): PaymentResult {
		const { memory } = this.setting;
		const wasSent = this.isUnclear(payment);
		const execution = memory.get(payment)?.execution;
		this.remember(payment, { record, ended, execution });
		if (ended !== undefined) throw hasEnded(this.named(payment), ended, wasSent);
		return {
			record,
			outcome: this.sentNow.has(payment) ? 'created' : 'found',
			isOwn: execution === memory.execution,
		};
	}

	private async forbid(payments: readonly P[]): Promise<void> {
		if (payments.length === 0 || this.outcomes.mustStop) return;
		const forbidden = await this.kind.forbidden?.(payments, (payment) => this.hadNoEffect(payment));
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
			if (other) throw twiceInList(this.named(payment), other);
			byIdentity.set(payment.identity, payment);
			return null;
		});
		return [...byIdentity.values()];
	}

	private remember(payment: P, about: Partial<Sent>): void {
		const { memory, now } = this.setting;
		const { externalId, list, facts } = payment;
		const settleTime = this.longestSettleTime(payment);
		const before = about.record === undefined ? memory.get(payment) : undefined;
		const sent: Sent = { ...before, externalId, list, facts, settleTime, at: now(), ...about };
		memory.set(payment, sent, this.canLookUp(payment, sent));
	}

	/** Whether the service will tell of it, so that it need not be remembered for long. */
	private canLookUp(payment: P, { staysUnclear }: Sent): boolean {
		return this.canAsk(payment) && !this.kind.mayHide && !staysUnclear && !payment.isListedLate;
	}

	private isUnclear(payment: P): boolean {
		const sent = this.setting.memory.get(payment);
		return sent !== undefined && sent.record === undefined;
	}

	/** When its outcome became unclear; long ago when it is not. */
	private unclearAt(payment: P): number {
		const sent = this.setting.memory.get(payment);
		if (!sent || sent.record) return -Infinity;
		// Another process has noted it, whose clock was ahead.
		return sent.at > this.setting.now() ? this.begunAt : sent.at;
	}

	/** From when on a look-up that finds nothing counts: what an earlier process sent, and what is unclear, shows by then. */
	private settledAt(payment: P): number {
		const { memory, claims } = this.setting;
		const isKnown = claims.tells || memory.get(payment)?.record !== undefined;
		return (
			Math.max(isKnown ? -Infinity : memory.process.startedAt, this.unclearAt(payment)) +
			this.longestSettleTime(payment)
		);
	}

	/** Whether an earlier request for it is known to have had no effect. */
	private hadNoEffect(payment: P): boolean {
		const unclearAt = this.unclearAt(payment);
		return unclearAt > -Infinity && (this.missingAt.get(payment) ?? -Infinity) >= unclearAt + SURELY_SETTLED;
	}

	/** Whether it is known, or a look-up that found nothing counts. */
	private isSettled(payment: P): boolean {
		const { staysUnclear } = this.setting.memory.get(payment) ?? {};
		const settledAt = this.unclearAt(payment) + this.longestSettleTime(payment);
		return !staysUnclear && (this.missingAt.get(payment) ?? -Infinity) >= settledAt;
	}

	/** How late the service may show it, as its item says, or as that by which it was sent said. */
	private longestSettleTime(payment: P): number {
		return Math.max(payment.settleTime, this.setting.memory.get(payment)?.settleTime ?? 0);
	}

	/** @throws where it is unclear, and a look-up that finds nothing does not count yet */
	private assertSettled(payment: P): null {
		if (!this.isSettled(payment)) throw this.unknown(payment);
		return null;
	}

	/** @throws where the same may have been paid under another External ID */
	private assertNoTwin(payment: P): null {
		const { memory, now } = this.setting;
		const twin = memory.process.twinOf(payment, now());
		// One that is unclear itself is cleared up under its own External ID.
		if (twin && !memory.get(payment)) throw unclearTwin(this.named(payment), twin);
		return null;
	}

	private named(payment: P) {
		return { ...payment, subject: this.kind.subject };
	}

	private unknown(payment: P, cause?: unknown): PaymentFailure {
		const { staysUnclear } = this.setting.memory.get(payment) ?? {};
		return unknownOutcome(this.named(payment), this.canAsk(payment) && !staysUnclear, cause);
	}
}
