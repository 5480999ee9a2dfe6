import type { IDataObject } from 'n8n-workflow';
import { differingFacts, type PaymentFacts } from '../../../core/payments/facts';
import { decides, plain } from '../../../core/payments/match';
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
import type { Knowledge } from './knowledge';
import type { Sent } from './memory';
import type { FoundPayment, Payment, PaymentResult, Sighting } from './payment';
import type { Subject } from './subject';

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

/** What follows for a payment from what is known of it: its result, null as long as it is open, or what stops it, thrown. */
export class Conclusions<P extends Payment> {
	constructor(
		private readonly subject: Subject,
		private readonly known: Knowledge<P>,
	) {}

	/** From a look-up, which is noted. */
	fromSighting(payment: P, sighting: Sighting | undefined): PaymentResult | null {
		if (sighting === undefined || sighting === 'hidden') return null;
		if ('found' in sighting) return this.fromRecordUnder(payment, sighting.found);
		if ('failure' in sighting)
			throw this.known.isUnclear(payment) ? this.unknown(payment, sighting.failure) : sighting.failure;
		if (!this.known.sent(payment)) throw sighting.doubt;
		return null;
	}

	/** From what is remembered of a payment that the service does not show: lists lag, and some are not to be had. */
	fromMemory(payment: P): PaymentResult | null {
		const sent = this.known.sent(payment);
		if (!sent) return null;
		if (sent.externalId !== payment.externalId) throw lookAlike(this.named(payment), sent.externalId, false);
		if (sent.record) return this.fromRecordUnder(payment, { ...sent, record: sent.record });
		if (!this.known.canClearUp(payment)) throw this.unknown(payment);
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
		const wasSent = this.known.isUnclear(payment);
		this.known.noteRecord(payment, record, ended);
		if (ended !== undefined) throw hasEnded(this.named(payment), ended, wasSent);
		return {
			record,
			outcome: this.known.isSentNow(payment) ? 'created' : 'found',
			isOwn: this.known.isOwn(payment),
		};
	}

	/** From what exists under its identity, which may be another payment. */
	private fromRecordUnder(payment: P, { record, facts, externalId, ended, alive = [] }: FoundPayment): PaymentResult {
		const wasSent = this.known.isUnclear(payment);
		if (alive.length > 1) throw paidTwice(this.named(payment), alive);
		if (externalId !== undefined && externalId !== payment.externalId)
			throw lookAlike(this.named(payment), externalId, wasSent);
		const there = { ...facts, ...hiddenBy(facts, payment, this.known.sent(payment)) };
		if (differingFacts(payment.facts, there).length > 0) throw externalIdTaken(this.named(payment), there, wasSent);
		return this.fromRecord(payment, record, ended);
	}

	/** @throws where it is unclear, and a look-up that finds nothing does not count yet */
	assertSettled(payment: P): null {
		if (!this.known.isSettled(payment)) throw this.unknown(payment);
		return null;
	}

	/** @throws where the same may have been paid under another External ID */
	assertNoTwin(payment: P): null {
		const twin = this.known.twinOf(payment);
		if (twin) throw unclearTwin(this.named(payment), twin);
		return null;
	}

	unknown(payment: P, cause?: unknown): PaymentFailure {
		return unknownOutcome(this.named(payment), this.known.canClearUp(payment), cause);
	}

	stoppedBefore(payment: P): PaymentFailure {
		return stoppedBefore(this.named(payment));
	}

	twiceInList(payment: P, other: P): PaymentFailure {
		return twiceInList(this.named(payment), other);
	}

	private named(payment: P) {
		return { ...payment, subject: this.subject };
	}
}
