import type { IDataObject } from 'n8n-workflow';
import { differingFacts, type PaymentFacts } from '../../../core/payments/facts';
import { decides, plain } from '../../../core/payments/match';
import type { Sent } from './memory';
import type { Payment, PaymentKind, Sighting, FoundPayment, PaymentResult } from './payment';
import type { Setting } from './setting';
import type { KnownEnd } from './claims';
import {
	externalIdTaken,
	hasEnded,
	lookAlike,
	paidTwice,
	stoppedBefore,
	twiceInList,
	unclearTwin,
	unknownOutcome,
	type PaymentFailure,
} from './failures';

/** How old the answer may be by which a payment that leaves was looked up, in milliseconds. */
const FRESH = 60_000;

/**
 * What one try of the node knows of the payments of a list, by memory and by its look-ups, and what follows for each: its
 * result, null as long as it is open, or what stops it, thrown.
 */
export class Knowledge<P extends Payment> {
	/** What left in this try. */
	private readonly sentNow = new Set<P>();
	/** When each was last looked up. */
	private readonly lookedUpAt = new Map<P, number>();
	/** When the service was last asked for those that it answered not to have. */
	private readonly missingAt = new Map<P, number>();
	/** Of these, the last answer did not tell. */
	private readonly hidden = new Set<P>();

	constructor(
		private readonly kind: Pick<PaymentKind<P>, 'find' | 'mayHide' | 'subject'>,
		private readonly setting: Pick<Setting, 'memory' | 'execution' | 'claims' | 'now'>,
	) {}

	/** What memory holds of it. */
	sent(payment: P): Sent | undefined {
		return this.setting.memory.get(payment);
	}

	/** Whether it was sent, and nothing is known of what came of it. */
	isUnclear(payment: P): boolean {
		const sent = this.sent(payment);
		return sent !== undefined && sent.record === undefined;
	}

	/** Whether the last answer did not tell of it. */
	isHidden(payment: P): boolean {
		return this.hidden.has(payment);
	}

	/** Whether the service can tell that it does not have it. */
	canAsk(payment: P): boolean {
		return this.kind.find !== null && !this.hidden.has(payment);
	}

	/** Whether a look-up can still clear up what became of it. */
	canClearUp(payment: P): boolean {
		return this.canAsk(payment) && !this.sent(payment)?.staysUnclear;
	}

	/** From when on a look-up that finds nothing counts: what an earlier process sent, and what is unclear, shows by then. */
	settledAt(payment: P): number {
		const { memory, claims } = this.setting;
		const isKnown = claims.tells || this.sent(payment)?.record !== undefined;
		const leftBy = Math.max(isKnown ? -Infinity : memory.startedAt, this.unclearAt(payment));
		return leftBy + this.settleTime(payment);
	}

	/** Whether it is not unclear, or a look-up that found nothing counts. */
	isSettled(payment: P): boolean {
		const missingAt = this.missingAt.get(payment) ?? -Infinity;
		return !this.sent(payment)?.staysUnclear && missingAt >= this.unclearAt(payment) + this.settleTime(payment);
	}

	/** Whether it was looked up too long ago to be sent now. */
	isStale(payment: P): boolean {
		const now = this.setting.now();
		return now - (this.lookedUpAt.get(payment) ?? now) > FRESH;
	}

	/** To be called when others may have made payments since the last look-up: then all are stale. */
	outdate(): void {
		for (const payment of this.lookedUpAt.keys()) this.lookedUpAt.set(payment, -Infinity);
	}

	/** Takes note of an answer to a look-up. @param askedAt what it lacks was missing then */
	noteLookUp(payment: P, sighting: Sighting | undefined, askedAt: number): void {
		// From the answer on: one that takes long would be old at once.
		this.lookedUpAt.set(payment, this.setting.now());
		if (sighting === undefined) this.missingAt.set(payment, askedAt);
		if (sighting === 'hidden' || (sighting && 'doubt' in sighting)) this.hidden.add(payment);
		else this.hidden.delete(payment);
	}

	noteSend(payment: P): void {
		this.sentNow.add(payment);
		this.remember(payment, { execution: this.setting.execution, isUnderWay: true });
	}

	/** To be called when the answer to a request does not tell what came of it. @param isTaken whether it says that it was taken */
	noteUnclear(payment: P, isTaken: boolean): void {
		const staysUnclear = payment.isListedLate === true || isTaken;
		// From now on, not from the send: a request that hung may have been carried out at its very end.
		this.remember(payment, { isUnderWay: false, ...(staysUnclear && { staysUnclear }) });
	}

	/** To be called when a request had no effect, as those before it had none: a repeat need not wait for it. */
	forget(payment: P): void {
		this.setting.memory.delete(payment);
	}

	private remember(payment: P, about: Partial<Sent>): void {
		const { memory, now } = this.setting;
		const { externalId, list, facts } = payment;
		const settleTime = this.settleTime(payment);
		const before = about.record === undefined ? memory.get(payment) : undefined;
		const sent: Sent = { ...before, externalId, list, facts, settleTime, at: now(), ...about };
		memory.set(payment, sent, this.canLookUp(payment, sent));
	}

	/** Whether the service will tell of it, so that it need not be remembered for long. */
	private canLookUp(payment: P, { staysUnclear }: Sent): boolean {
		return this.canAsk(payment) && !this.kind.mayHide && !staysUnclear && !payment.isListedLate;
	}

	/** When its outcome became unclear; long ago when it is not. */
	private unclearAt(payment: P): number {
		const sent = this.sent(payment);
		return !sent || sent.record ? -Infinity : sent.at;
	}

	/** How late the service may show it, as its item says, or as that by which it was sent said. Milliseconds. */
	private settleTime(payment: P): number {
		return Math.max(payment.settleTime, this.sent(payment)?.settleTime ?? 0);
	}

	/** From a look-up, which is noted. */
	fromSighting(payment: P, sighting: Sighting | undefined): PaymentResult | null {
		if (sighting === undefined || sighting === 'hidden') return null;
		if ('found' in sighting) return this.fromRecordUnder(payment, sighting.found);
		if ('failure' in sighting)
			throw this.isUnclear(payment) ? this.unknown(payment, sighting.failure) : sighting.failure;
		if (!this.sent(payment)) throw sighting.doubt;
		return null;
	}

	/** From what is remembered of a payment that the service does not show: lists lag, and some are not to be had. */
	fromMemory(payment: P): PaymentResult | null {
		const sent = this.sent(payment);
		if (!sent) return null;
		if (sent.externalId !== payment.externalId) throw lookAlike(this.named(payment), sent.externalId, false);
		if (sent.record) return this.fromRecordUnder(payment, { ...sent, record: sent.record });
		if (!this.canClearUp(payment)) throw this.unknown(payment);
		return null;
	}

	/** From the claim of another process, where the service cannot be asked. */
	fromClaim(payment: P, end: KnownEnd): PaymentResult {
		if (end === undefined) throw this.unknown(payment);
		// Which values it has is not known here.
		if (end === 'madeOtherwise') throw externalIdTaken(this.named(payment), {}, false);
		return { record: { external_id: payment.externalId }, outcome: 'found', isOwn: false, isBare: true };
	}

	/** From its own record, which is remembered. @param ended the status in which it ended without money */
	fromRecord(payment: P, record: IDataObject, ended: string | undefined): PaymentResult {
		const wasSent = this.isUnclear(payment);
		const execution = this.sent(payment)?.execution;
		this.remember(payment, { record, ended, execution });
		if (ended !== undefined) throw hasEnded(this.named(payment), ended, wasSent);
		return {
			record,
			outcome: this.sentNow.has(payment) ? 'created' : 'found',
			isOwn: execution === this.setting.execution,
		};
	}

	/** From what exists under its identity, which may be another payment. */
	private fromRecordUnder(payment: P, { record, facts, externalId, ended, alive = [] }: FoundPayment): PaymentResult {
		const wasSent = this.isUnclear(payment);
		if (alive.length > 1) throw paidTwice(this.named(payment), alive);
		if (externalId !== undefined && externalId !== payment.externalId)
			throw lookAlike(this.named(payment), externalId, wasSent);
		const there = { ...facts, ...hiddenBy(facts, payment, this.sent(payment)) };
		if (differingFacts(payment.facts, there).length > 0) throw externalIdTaken(this.named(payment), there, wasSent);
		return this.fromRecord(payment, record, ended);
	}

	/** @throws where it is unclear, and a look-up that finds nothing does not count yet */
	assertSettled(payment: P): null {
		if (!this.isSettled(payment)) throw this.unknown(payment);
		return null;
	}

	/** @throws where the same may have been paid under another External ID. One that is unclear itself is cleared up under its own */
	assertNoTwin(payment: P): null {
		const { memory, now } = this.setting;
		const twin = this.sent(payment) ? undefined : memory.twinOf(payment, now());
		if (twin) throw unclearTwin(this.named(payment), twin);
		return null;
	}

	unknown(payment: P, cause?: unknown): PaymentFailure {
		return unknownOutcome(this.named(payment), this.canClearUp(payment), cause);
	}

	stoppedBefore(payment: P): PaymentFailure {
		return stoppedBefore(this.named(payment));
	}

	twiceInList(payment: P, other: P): PaymentFailure {
		return twiceInList(this.named(payment), other);
	}

	private named(payment: P) {
		return { ...payment, subject: this.kind.subject };
	}
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
