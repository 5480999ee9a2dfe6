import type { IDataObject } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import type { Knowledge, PaymentFacts, Sent } from '../../../core/idempotency';
import { differingFacts, nextStep, pauseBetweenLookUps, settledAt } from '../../../core/idempotency';
import { ServiceFailure } from '../../service/failure';
import { pause } from '../../service/pause';
import { CannotTell, EndedWithoutMoney, KeyTaken, UnknownOutcome } from './failures';
import type { Identified, Intended } from './identify';
import { identify } from './identify';
import type { Remembered, SentMemory, Twin } from './memory';
import type { ProcessSent } from './processMemory';
import { forgetInProcess, noteInProcess, sentByProcess, thisProcess } from './processMemory';
import { inTurn } from './turns';

/** One intended payment. */
export interface Intention extends Omit<Intended, 'canLookUp'> {
	/** Sends it under a key. An answer that lacks what it must contain is an unclear {@link ServiceFailure}. */
	send: (key: string) => Promise<IDataObject>;
	/** Asks the service for the key; null where the service offers no way to ask. */
	lookUp: ((key: string) => Promise<Found | null>) | null;
	/** Whether to ask, and to rely on what this process has sent, before the first send. */
	preventDuplicates: boolean;
	/** Whether a record that ended without money is an output. */
	returnEnded: boolean;
	/** How late the service may show a record, in milliseconds. */
	settleTime: number;
	signal: AbortSignal | undefined;
}

/** A record of the service and what is read from it. */
export interface Found {
	record: IDataObject;
	facts: PaymentFacts;
	/** The status in which it ended without money, if it did. */
	ended?: string;
}

/** The record of a payment that exists, and how it came to be known. */
export interface PaymentResult {
	/** The key under which it was sent: of an earlier try, when that one sent it first. */
	key: string;
	record: IDataObject;
	outcome: 'created' | 'found';
}

/**
 * Makes sure that an intended payment exists once: takes it from the memory of this execution or process, finds it at the
 * service, or sends it. What follows what is decided in core/idempotency.
 * @throws {UnknownOutcome} {@link KeyTaken} {EndedWithoutMoney} {CannotTell} {ServiceFailure}
 */
export async function sendOnce(intention: Intention, memory: SentMemory): Promise<PaymentResult> {
	const { before, ...identified } = identify({ ...intention, canLookUp: intention.lookUp !== null }, memory);
	if (before) await clearUp(intention, before, memory);
	return await inTurn(identified.identity, async () => {
		const payment = new Attempt(intention, identified, memory);
		return (
			payment.remembered() ??
			(await payment.lookUp()) ??
			(await payment.send()) ??
			(await payment.lookUp()) ??
			payment.reportUnknown()
		);
	});
}

/** What this place sent before, with other facts: if it was made, the place is taken; if not, it is free again. */
async function clearUp(intention: Intention, before: Twin, memory: SentMemory): Promise<void> {
	const { subject, facts, kind } = intention;
	const { key, identity } = before;
	if (before.kind !== kind) throw new UnknownOutcome(subject, key, false);
	const identified = { key, identity, isKnownElsewhere: true, isMadeOfFacts: false };
	await inTurn(identity, async () => {
		const earlier = new Attempt({ ...intention, facts: before.facts }, identified, memory);
		if ((await earlier.lookUp()) !== null) throw new KeyTaken(subject, key, facts, before.facts);
		if (intention.lookUp === null) earlier.reportUnknown();
		earlier.forget();
	});
}

/** One try of the node at one payment. Its steps are called in their order; each does nothing when it is not its turn. */
class Attempt {
	/** What this execution and this process remember of it. */
	private readonly own: Remembered | undefined;
	private readonly others: ProcessSent | undefined;
	private readonly known: Knowledge;
	/** Why the outcome of this attempt's request is unclear. */
	private cause: unknown;

	constructor(
		private readonly intention: Intention,
		private readonly identified: Identified,
		private readonly memory: SentMemory,
	) {
		const { identity, isKnownElsewhere, isMadeOfFacts } = identified;
		const { lookUp, preventDuplicates, settleTime } = intention;
		const { context } = memory;
		this.own = memory.recall(identity);
		this.others = sentByProcess(identity);
		const unclear = [this.own, this.others].flatMap((sent) => (sent && sent.state !== 'done' ? [sent.at] : []));
		this.known = {
			canLookUp: lookUp !== null,
			askFirst: isKnownElsewhere && (preventDuplicates || isMadeOfFacts || context.kind === 'afterCrash'),
			unseenUntil: Math.max(thisProcess.startedAt, context.kind === 'afterCrash' ? context.since : 0),
			unclearSince: unclear.length > 0 ? Math.max(...unclear) : null,
			sentInThisTry: memory.sentInThisTry.has(identity),
			notFoundAt: null,
			settleTime,
		};
	}

	private get key(): string {
		return this.identified.key;
	}

	/** What this execution has paid, or this process so shortly ago that the service may not show it, is not asked for. */
	remembered(): PaymentResult | null {
		const { own, others, intention, memory } = this;
		const { preventDuplicates, place } = intention;
		if (own?.state === 'done' && own.record) {
			const isRepeat = memory.isFrom(own, place);
			if (!isRepeat) this.assertToldApart('sameFactsTwice');
			this.assertAgreement(own.facts);
			return { key: this.key, record: own.record, outcome: isRepeat ? (own.outcome ?? 'created') : 'found' };
		}
		if (others?.state !== 'done' || !others.record || !(preventDuplicates || this.identified.isMadeOfFacts))
			return null;
		const isHidden = Date.now() < others.at + Math.max(others.settleTime, intention.settleTime);
		if (this.known.canLookUp && !isHidden) return null;
		this.assertToldApart('sameFactsBefore');
		this.assertAgreement(others.facts);
		return this.done(others.at, others.record, 'found');
	}

	/** Asks for the record: before the first send, and after an unclear one until it shows or the settle time is over. */
	async lookUp(): Promise<PaymentResult | null> {
		const { known, intention } = this;
		for (let lookUps = 0; nextStep(known) === 'lookUp'; lookUps++) {
			if (lookUps > 0) await pause(this.pauseAfter(lookUps), intention.signal);
			this.assertNotStopped();
			const askedAt = Date.now();
			const found = await this.ask();
			if (found) return this.accept(found, askedAt);
			known.notFoundAt = askedAt;
		}
		return null;
	}

	/** @returns null when it may not be sent, or was sent without an answer that tells what became of it */
	async send(): Promise<PaymentResult | null> {
		const { intention, memory, identified, known } = this;
		if (nextStep(known) !== 'send') return null;
		this.assertNotStopped();
		const sentAt = Date.now();
		this.remember('sending', sentAt);
		const sent = await attempt(async () => await intention.send(this.key));
		if ('value' in sent) return this.done(sentAt, sent.value, 'created');
		if (!(sent.failure instanceof ServiceFailure) || !sent.failure.unclear) {
			// Provably nothing happened, so a repeat may send without waiting.
			this.forget();
			throw sent.failure;
		}
		// From now on, not since it left: a request that hung may have been carried out at its very end.
		const unclearSince = Date.now();
		this.remember('unclear', unclearSince);
		memory.sentInThisTry.add(identified.identity);
		Object.assign(known, { unclearSince, sentInThisTry: true, notFoundAt: null } satisfies Partial<Knowledge>);
		this.cause = sent.failure;
		return null;
	}

	reportUnknown(): never {
		throw new UnknownOutcome(this.intention.subject, this.key, this.known.canLookUp, this.cause);
	}

	forget(): void {
		this.memory.forget(this.identified.identity);
		forgetInProcess(this.identified.identity);
	}

	private accept({ record, facts, ended }: Found, askedAt: number): PaymentResult {
		const { intention, known } = this;
		if (known.unclearSince === null) this.assertToldApart('sameFactsBefore');
		this.assertAgreement(facts);
		if (ended !== undefined && !intention.returnEnded) throw new EndedWithoutMoney(intention.subject, this.key, ended);
		return this.done(askedAt, record, 'found');
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
		return Math.min(pauseBetweenLookUps(lookUps), Math.max(0, settledAt(this.known) - Date.now()));
	}

	/** A user who stops the execution wants nothing sent any more. */
	private assertNotStopped(): void {
		if (!this.intention.signal?.aborted) return;
		if (this.known.unclearSince !== null) this.reportUnknown();
		throw new ServiceFailure('cancelled', false, { method: 'POST', path: '' }, { attempts: 0 });
	}

	private assertAgreement(found: PaymentFacts): void {
		const { subject, facts } = this.intention;
		if (differingFacts(facts, found).length > 0) throw new KeyTaken(subject, this.key, facts, found);
	}

	private assertToldApart(doubt: 'sameFactsBefore' | 'sameFactsTwice'): void {
		if (this.identified.isMadeOfFacts) throw new CannotTell(this.intention.subject, doubt);
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
		const { kind, place, facts, settleTime } = this.intention;
		const { memory, identified, known } = this;
		const { identity } = identified;
		const isFound = result?.outcome === 'found';
		const execution = isFound ? memory.recall(identity)?.execution : memory.execution;
		const sent = { key: this.key, kind, facts, state, at, execution, ...result };
		memory.remember(identity, place, sent);
		// A record that shows at the service is no news, unless this process sent it without knowing what came of it.
		if (isFound && !sentByProcess(identity)) return;
		noteInProcess(identity, { ...sent, settleTime, canLookUp: known.canLookUp });
	}
}
