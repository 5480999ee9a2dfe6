import type { IDataObject } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import type { Knowledge, PaymentFacts, Sent } from '../../../core/idempotency';
import { differingFacts, nextStep, pauseBetweenLookUps, sameFacts } from '../../../core/idempotency';
import { ServiceFailure } from '../../service/failure';
import { pause } from '../../service/pause';
import type { Subject } from './failures';
import { KeyTaken, UnknownOutcome } from './failures';
import type { SentMemory } from './memory';
import { inTurn } from './turns';

/** One intended payment. */
export interface Intention {
	subject: Subject;
	/** The `external_id` it carries. */
	key: string;
	/** Its place in the node's memory: an item or a chunk. */
	place: string;
	/** What a record found under the key has to agree with. */
	facts: PaymentFacts;
	send: (key: string) => Promise<IDataObject>;
	/** Asks the service for the key; null where the service offers no way to ask. */
	lookUp: ((key: string) => Promise<Found | null>) | null;
	/** Whether to ask before the first send. */
	preventDuplicates: boolean;
	/** How late the service may show a record, in milliseconds. */
	settleTime: number;
	/** The account that pays; keys of different accounts do not meet. */
	account: string;
	signal: AbortSignal | undefined;
}

/** A record of the service and the facts read from it. */
export interface Found {
	record: IDataObject;
	facts: PaymentFacts;
}

/** The record of a payment that exists, and how it came to be known. */
export interface PaymentResult {
	/** The key under which it was sent: of an earlier attempt, when that one sent it first. */
	key: string;
	record: IDataObject;
	outcome: 'created' | 'found';
}

/**
 * Makes sure that an intended payment exists once: takes it from the memory of this execution, finds it at the service,
 * or sends it. What follows what is decided in core/idempotency.
 * @throws {UnknownOutcome} {@link KeyTaken} {ServiceFailure}
 */
export async function sendOnce(intention: Intention, memory: SentMemory): Promise<PaymentResult> {
	return await inTurn(`${intention.account} ${intention.key}`, async () => {
		const payment = new Attempt(intention, memory);
		return (
			payment.remembered() ??
			(await payment.lookUp()) ??
			(await payment.send()) ??
			(await payment.lookUp()) ??
			payment.reportUnknown()
		);
	});
}

/** One attempt of the node at one payment. Its steps are called in their order; each does nothing when it is not its turn. */
class Attempt {
	private readonly earlier: Sent<IDataObject> | undefined;
	private readonly key: string;
	private readonly known: Knowledge;
	/** Why the outcome of this attempt's request is unclear. */
	private cause: unknown;

	constructor(
		private readonly intention: Intention,
		private readonly memory: SentMemory,
	) {
		const { place, facts, key, lookUp, preventDuplicates, settleTime } = intention;
		const earlier = memory.recall(place, facts);
		this.earlier = earlier;
		// A key that is computed anew at every try (from the time, at random) must not make a repeat a new payment.
		this.key = earlier && sameFacts(earlier.facts, facts) ? earlier.key : key;
		this.known = {
			canLookUp: lookUp !== null,
			preventDuplicates,
			unclearSince: earlier?.key === this.key ? earlier.at : null,
			sentInThisAttempt: false,
			notFoundAt: null,
			settleTime,
		};
	}

	/** What this execution has paid already is not asked for again. */
	remembered(): PaymentResult | null {
		const { earlier, key } = this;
		if (earlier?.state !== 'done' || earlier.key !== key || !earlier.record) return null;
		this.assertAgreement(earlier.facts);
		return { key, record: earlier.record, outcome: earlier.outcome ?? 'created' };
	}

	/** Asks for the record: before the first send once, after an unclear one until it shows or the settle time is over. */
	async lookUp(): Promise<PaymentResult | null> {
		for (let lookUps = 0; nextStep(this.known) === 'lookUp'; lookUps++) {
			if (lookUps > 0) await pause(this.pauseAfter(lookUps), this.intention.signal);
			const askedAt = Date.now();
			const found = await this.ask();
			if (found) {
				this.assertAgreement(found.facts);
				return this.done(askedAt, found.record, 'found');
			}
			if (this.intention.signal?.aborted && this.known.unclearSince !== null) this.reportUnknown();
			this.known.notFoundAt = askedAt;
		}
		return null;
	}

	/** @returns null when it may not be sent, or was sent without an answer that tells what became of it */
	async send(): Promise<PaymentResult | null> {
		if (nextStep(this.known) !== 'send') return null;
		const sentAt = Date.now();
		this.remember('sending', sentAt);
		const sent = await attempt(async () => await this.intention.send(this.key));
		if ('value' in sent) return this.done(sentAt, sent.value, 'created');
		if (!(sent.failure instanceof ServiceFailure) || !sent.failure.unclear) {
			// Provably nothing happened, so a repeat may send without waiting.
			this.memory.forget(this.intention.place);
			throw sent.failure;
		}
		// From now on, not since it left: a request that hung may have been carried out at its very end.
		const unclearSince = Date.now();
		this.remember('unclear', unclearSince);
		Object.assign(this.known, { unclearSince, sentInThisAttempt: true, notFoundAt: null } satisfies Partial<Knowledge>);
		this.cause = sent.failure;
		return null;
	}

	reportUnknown(): never {
		throw new UnknownOutcome(this.intention.subject, this.key, this.known.canLookUp, this.cause);
	}

	/** While a send is unclear, a look-up that fails leaves the outcome unknown. */
	private async ask(): Promise<Found | null> {
		const { lookUp, subject } = this.intention;
		if (lookUp === null) return null;
		const asked = await attempt(async () => await lookUp(this.key));
		if ('value' in asked) return asked.value;
		if (this.known.unclearSince === null) throw asked.failure;
		throw new UnknownOutcome(subject, this.key, false, this.cause ?? asked.failure);
	}

	/** Grows with every look-up, but the last one falls on the end of the settle time. */
	private pauseAfter(lookUps: number): number {
		const { unclearSince, settleTime } = this.known;
		const left = (unclearSince ?? 0) + settleTime - Date.now();
		return Math.min(pauseBetweenLookUps(lookUps), Math.max(0, left));
	}

	private assertAgreement(found: PaymentFacts): void {
		const { subject, facts } = this.intention;
		if (differingFacts(facts, found).length > 0) throw new KeyTaken(subject, this.key, facts, found);
	}

	private done(at: number, record: IDataObject, outcome: PaymentResult['outcome']): PaymentResult {
		this.remember('done', at, { record, outcome });
		return { key: this.key, record, outcome };
	}

	private remember(
		state: Sent<IDataObject>['state'],
		at: number,
		result?: Pick<PaymentResult, 'record' | 'outcome'>,
	): void {
		const { place, facts } = this.intention;
		this.memory.remember(place, { key: this.key, facts, state, at, ...result });
	}
}
