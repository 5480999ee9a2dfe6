import type { IDataObject } from 'n8n-workflow';
import type { Sent } from './memory';
import type { Payment, PaymentKind, Sighting } from './payment';
import type { Setting } from './setting';

/** How old the answer may be by which a payment that leaves was looked up, in milliseconds. */
const FRESH = 60_000;

/** What one try of the node knows of the payments of a list: what memory holds, and what its look-ups were answered. */
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
		private readonly kind: Pick<PaymentKind<P>, 'find' | 'mayHide'>,
		private readonly setting: Pick<Setting, 'memory' | 'execution' | 'claims' | 'now'>,
	) {}

	/** What memory holds of it. */
	sent(payment: P): Sent | undefined {
		return this.setting.memory.get(payment);
	}

	isSentNow(payment: P): boolean {
		return this.sentNow.has(payment);
	}

	/** Whether this execution has sent it, perhaps in an earlier try. */
	isOwn(payment: P): boolean {
		return this.sent(payment)?.execution === this.setting.execution;
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

	/** An unclear payment that may be this one, under another External ID; one that is unclear itself is cleared up under its own. */
	twinOf(payment: P): Sent | undefined {
		const { memory, now } = this.setting;
		return this.sent(payment) ? undefined : memory.twinOf(payment, now());
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

	/** @param ended the status in which it ended without money */
	noteRecord(payment: P, record: IDataObject, ended: string | undefined): void {
		this.remember(payment, { record, ended, execution: this.sent(payment)?.execution });
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
}
