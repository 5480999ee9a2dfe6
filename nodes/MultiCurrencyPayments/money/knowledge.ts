import type { IDataObject } from 'n8n-workflow';
import { differingFacts, hiddenFacts } from '../../../core/payments/facts';
import { NO_MARKS } from '../../n8n/sharedMarks';
import type { ClaimEnd } from './claims';
import {
	externalIdTaken,
	hasEnded,
	lookAlike,
	paidTwice,
	unclearTwin,
	unknownOutcome,
	type PaymentFailure,
} from './failures';
import type { Sent } from './memory';
import type { FoundPayment, Payment, PaymentKind, PaymentResult, Sighting } from './payment';
import type { Setting } from './setting';

/**
 * What one try of the node knows of the payments of a list, by memory and by its look-ups, and what follows for each: its
 * result, null as long as it is open, or what stops it, thrown.
 */
export class Knowledge<P extends Payment> {
	/** What left in this try. */
	readonly sentNow = new Set<P>();
	/** What the last look-up of each told. */
	readonly lookedUp = new Map<P, 'missing' | 'hidden' | 'told'>();

	constructor(
		private readonly kind: Pick<PaymentKind<P>, 'find' | 'mayHide'>,
		private readonly setting: Pick<Setting, 'memory' | 'execution' | 'marks' | 'now'>,
	) {}

	private readonly sent = (payment: P): Sent | undefined => this.setting.memory.get(payment);

	/** Whether it was sent, and nothing is known of what came of it. */
	isUnclear(payment: P): boolean {
		const sent = this.sent(payment);
		return sent !== undefined && sent.record === undefined;
	}

	/** Whether the service can tell that it does not have it. */
	canAsk(payment: P): boolean {
		return this.kind.find !== null && this.lookedUp.get(payment) !== 'hidden';
	}

	/** Whether a look-up can still clear up what became of it. */
	private canClearUp(payment: P): boolean {
		return this.canAsk(payment) && !payment.isListedLate && !this.sent(payment)?.staysUnclear;
	}

	/** How late the service may show it, as its item says, or as that by which it was sent said. Milliseconds. */
	private settleTime(payment: P): number {
		return Math.max(payment.settleTime, this.sent(payment)?.settleTime ?? 0);
	}

	/** From when on a look-up that finds nothing counts: what is unclear shows by then, and what an earlier process sent. */
	settledAt(payment: P): number {
		const { memory, marks } = this.setting;
		const sent = this.sent(payment);
		const unclearAt = sent && !sent.record ? sent.at : -Infinity;
		// With marks, the claims of an earlier process are waited for.
		const startedAt = marks !== NO_MARKS || sent?.record ? -Infinity : memory.startedAt;
		return Math.max(unclearAt, startedAt) + this.settleTime(payment);
	}

	/** Whether what became of it is known, or it is missing, and that counts. */
	isSettled(payment: P): boolean {
		const isMissing = this.lookedUp.get(payment) === 'missing' && this.setting.now() >= this.settledAt(payment);
		return !this.isUnclear(payment) || (isMissing && this.canClearUp(payment));
	}

	/**
	 * To be called when the answer to a request does not tell what came of it: not before, because a request that hangs may be
	 * carried out at its very end.
	 * @param isTaken whether it says that it was taken
	 */
	noteUnclear(payment: P, isTaken: boolean): void {
		this.remember(payment, { staysUnclear: isTaken || payment.isListedLate === true });
	}

	private remember(payment: P, about: Pick<Sent, 'record' | 'ended' | 'staysUnclear'>): Sent {
		const { memory, execution: own, now } = this.setting;
		const { externalId, list, facts, isListedLate = false } = payment;
		const execution = this.sentNow.has(payment) ? own : this.sent(payment)?.execution;
		const settleTime = this.settleTime(payment);
		const sent: Sent = { externalId, list, facts, settleTime, at: now(), execution, ...about };
		const isShownSoon = this.canAsk(payment) && !this.kind.mayHide && !about.staysUnclear && !isListedLate;
		memory.set(payment, sent, isShownSoon);
		return sent;
	}

	/** From the answer to a look-up. */
	fromSighting(payment: P, sighting: Sighting | undefined): PaymentResult | null {
		const isHidden = sighting === 'hidden' || (sighting !== undefined && 'doubt' in sighting);
		this.lookedUp.set(payment, isHidden ? 'hidden' : sighting ? 'told' : 'missing');
		if (sighting === undefined || sighting === 'hidden') return null;
		if ('found' in sighting) return this.fromRecordUnder(payment, sighting.found);
		if ('doubt' in sighting && this.sent(payment)) return null;
		if ('doubt' in sighting) throw sighting.doubt;
		throw this.isUnclear(payment) ? this.unknown(payment, sighting.failure) : sighting.failure;
	}

	/** From what is remembered of a payment that the service does not show: lists lag, and some are not to be had. */
	fromMemory(payment: P): PaymentResult | null {
		const sent = this.sent(payment);
		if (!sent) return null;
		if (sent.externalId !== payment.externalId) throw lookAlike(payment, sent.externalId, false);
		if (sent.record) return this.fromRecordUnder(payment, { ...sent, record: sent.record });
		if (!this.canClearUp(payment)) throw this.unknown(payment);
		return null;
	}

	/** From a claim that is all there is to know. */
	fromClaim(payment: P, end: ClaimEnd): PaymentResult {
		if (end === undefined) throw this.unknown(payment);
		if (end === 'ended') throw hasEnded(payment, '', false);
		// Which values it has is not known here.
		if (end === 'madeOtherwise') throw externalIdTaken(payment, {}, false);
		return { record: { external_id: payment.externalId }, outcome: 'found', isOwn: false, isBare: true };
	}

	/** From its own record, which is remembered. @param ended the status in which it ended without money */
	fromRecord(payment: P, record: IDataObject, ended: string | undefined): PaymentResult {
		const isSentNow = this.sentNow.has(payment);
		const wasSent = isSentNow || this.isUnclear(payment);
		const { execution } = this.remember(payment, { record, ended });
		if (ended !== undefined) throw hasEnded(payment, ended, wasSent);
		return { record, outcome: isSentNow ? 'created' : 'found', isOwn: execution === this.setting.execution };
	}

	/** From what exists under its identity, which may be another payment. */
	private fromRecordUnder(payment: P, { record, facts, externalId, ended, alive = [] }: FoundPayment): PaymentResult {
		const wasSent = this.isUnclear(payment);
		if (alive.length > 1) throw paidTwice(payment, alive);
		if (externalId !== undefined && externalId !== payment.externalId) throw lookAlike(payment, externalId, wasSent);
		const there = { ...facts, ...hiddenFacts(facts, payment.facts, this.sent(payment)?.facts) };
		if (differingFacts(payment.facts, there).length > 0) throw externalIdTaken(payment, there, wasSent);
		return this.fromRecord(payment, record, ended);
	}

	/** @throws where the same may have been paid under another External ID. One that is unclear itself is cleared up under its own */
	assertNoTwin(payment: P): null {
		const { memory, now } = this.setting;
		const twin = this.sent(payment) ? undefined : memory.twinOf(payment, now());
		if (twin) throw unclearTwin(payment, twin);
		return null;
	}

	unknown(payment: P, cause?: unknown): PaymentFailure {
		return unknownOutcome(payment, this.canClearUp(payment), cause);
	}
}
