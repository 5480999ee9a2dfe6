import type { IDataObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import { instantOf } from '../../../core/dates';
import { ExplainedError } from '../../../core/explained';
import type { Knowledge, PaymentFacts, Sent, Step } from '../../../core/idempotency';
import { differingFacts, nextStep, pauseBetweenLookUps, settledAt } from '../../../core/idempotency';
import { endOfRecord } from '../../../core/paymentMatch';
import { asText } from '../form/itemCall';
import { LeftOut } from '../form/itemOrder';
import { identifies } from '../../service/answers';
import { ServiceFailure } from '../../service/failure';
import { pause } from '../../service/pause';
import { CannotTell, EndedWithoutMoney, KeyTaken, UnknownOutcome } from './failures';
import type { Identified } from './identify';
import { assertNotEdited, assertNotElsewhere, assertNotMoved } from './identify';
import type { Found, LookUp, PaymentResult, Terms } from './intention';
import { NotShown } from './intention';
import type { Remembered, SentMemory, Twin } from './memory';
import type { ProcessSent } from './processMemory';
import { forgetInProcess, noteInProcess, sentByProcess, thisProcess } from './processMemory';

/** One try of the node at one payment. Its steps are called in order; each does nothing when it is not its turn. */
export class Attempt {
	/** What this execution and this process remember of it. */
	private readonly own: Remembered | undefined;
	private readonly others: ProcessSent | undefined;
	private readonly known: Knowledge;
	/** Why the outcome of this attempt's request is unclear. */
	private cause: unknown;
	private sentAt = 0;
	private batchKey: string | undefined;
	private isOneOfSeveral = false;

	constructor(
		private readonly intention: Terms,
		readonly identified: Identified,
		private readonly memory: SentMemory,
	) {
		const { identity, isKnownElsewhere, isMadeOfFacts } = identified;
		const { canLookUp, ownKey, preventDuplicates, settleTime } = intention;
		const { context } = memory;
		// A key of the user's own may have been paid before on purpose, where duplicates are not prevented.
		const mayBeRepeat = context.kind === 'list' ? ownKey === '' : context.unseenUntil > 0;
		const own = (this.own = memory.recall(identity));
		const others = (this.others = sentByProcess(identity));
		const sent = [own, others];
		// What another execution has made is among what a look-up finds. What it left unclear cannot be told from that.
		const hasNamesake = own?.hasNamesake === true || (others?.hasNamesake === true && others.state !== 'done');
		const unclear = sent.flatMap((each) => (each && each.state !== 'done' ? [each.at] : []));
		this.known = {
			canLookUp: canLookUp && !hasNamesake,
			askFirst: isKnownElsewhere && (preventDuplicates || isMadeOfFacts || mayBeRepeat),
			unseenUntil: Math.max(thisProcess.startedAt, context.unseenUntil),
			unclearSince: unclear.length > 0 ? Math.max(...unclear) : null,
			sentInThisTry: memory.sentInThisTry.has(identity),
			wasTaken: sent.some((each) => each?.wasTaken),
			notFoundAt: null,
			settleTime,
		};
		this.batchKey = own?.batchKey ?? others?.batchKey;
		this.isOneOfSeveral = hasNamesake;
	}

	get key(): string {
		return this.identified.key;
	}

	get step(): Step {
		return nextStep(this.known);
	}

	/** Whether a request for it has left whose outcome is unknown. */
	get isUnclear(): boolean {
		return this.known.unclearSince !== null;
	}

	/**
	 * Whether the service was asked for it in every possible place. Then only the place of the last send is asked again.
	 */
	get wasAskedFor(): boolean {
		return this.known.sentInThisTry || this.known.notFoundAt !== null;
	}

	/** When the service last answered that it does not know the key; null when it was not asked. */
	get notFoundAt(): number | null {
		return this.known.notFoundAt;
	}

	/** From when on a look-up that finds nothing counts. */
	get countsFrom(): number {
		return settledAt(this.known);
	}

	/** The `external_id` of the batch in which it was last sent; undefined when it was not sent in a batch. */
	get sentIn(): string | undefined {
		return this.batchKey;
	}

	/**
	 * The result from memory: paid from this place, or wherever the service cannot be asked what has become of it since.
	 */
	remembered(): PaymentResult | null {
		const { own, known, memory } = this;
		if (own?.state === 'done' && own.record && memory.isFrom(own, this.intention.place)) {
			this.assertAgreement(own.facts);
			if (own.outcome === 'created') this.assertAlive(own.record);
			return { key: this.key, record: own.record, outcome: own.outcome ?? 'created' };
		}
		if (own?.state === 'done') this.assertNotMeantTwice();
		return this.step === 'lookUp' ? null : (this.madeByExecution() ?? (known.canLookUp ? null : this.madeByProcess()));
	}

	/** What this execution has made from another place. */
	private madeByExecution(): PaymentResult | null {
		const { own } = this;
		if (own?.state !== 'done' || !own.record) return null;
		this.assertAgreement(own.facts);
		this.assertAlive(own.record, false);
		return this.madeElsewhere(own.record);
	}

	/** The memory stays with the place that made it, whose repeat finds it there. */
	private madeElsewhere(record: IDataObject): PaymentResult {
		this.memory.standsFor(this.identified.identity, this.intention.place);
		return { key: this.key, record, outcome: 'found' };
	}

	/** What this process has made, for another execution or for another run of the node. */
	private madeByProcess(): PaymentResult | null {
		const { others, known } = this;
		if (others?.state !== 'done' || !others.record || !known.askFirst) return null;
		this.assertToldApart('sameFactsBefore');
		this.assertAgreement(others.facts);
		this.assertAlive(others.record, false);
		return this.done(others.at, others.record, 'found');
	}

	/** Asks for the record: before the first send, and after an unclear one until it shows or the settle time is over. */
	async lookUp(lookUp: LookUp | null): Promise<PaymentResult | null> {
		for (let lookUps = 0; this.step === 'lookUp'; lookUps++) {
			if (lookUps > 0) await pause(this.pauseAfter(lookUps), this.intention.signal);
			this.assertNotStopped();
			const askedAt = Date.now();
			const asked = await attempt(async () => (lookUp === null ? null : await lookUp(this.key)));
			if ('failure' in asked && asked.failure instanceof NotShown) return this.notShown();
			if ('failure' in asked) throw this.notAsked(asked.failure);
			const result = asked.value ? this.found(asked.value, askedAt) : this.notFound(askedAt);
			if (result) return result;
		}
		return null;
	}

	/** From now on only the memory of this execution and this process counts. @throws {CannotTell} */
	private notShown(): PaymentResult | null {
		const { known, own, others, intention, memory } = this;
		known.canLookUp = false;
		if (!own && !others && memory.context.unseenUntil > 0)
			throw new CannotTell(intention.subject, 'retriedUnseen', this.key);
		return this.remembered();
	}

	/**
	 * Where the user wants another payment under a used key, a look-up after the send might take the earlier one for it. So
	 * it is looked for before.
	 */
	async findNamesake(lookUp: LookUp | null): Promise<null> {
		if (!this.mayHaveNamesake || lookUp === null) return null;
		const asked = await attempt(async () => await lookUp(this.key));
		if ('failure' in asked && !(asked.failure instanceof NotShown)) throw asked.failure;
		this.noteNamesake('failure' in asked || asked.value !== null);
		return null;
	}

	/** Whether it is about to be sent, and an earlier payment may have its key. */
	get mayHaveNamesake(): boolean {
		const { askFirst, canLookUp } = this.known;
		return this.isAnother && canLookUp && !askFirst && !this.isUnclear && this.step === 'send';
	}

	/**
	 * To be called when its key was looked for. Where an earlier payment has it, no look-up can tell what becomes of this one.
	 */
	noteNamesake(isThere: boolean): void {
		if (!isThere && this.others?.state !== 'done') return;
		this.known.canLookUp = false;
		this.isOneOfSeveral = true;
	}

	/** Whether the user wants another payment under a key that may have been used. */
	private get isAnother(): boolean {
		return this.intention.makesAnother && this.intention.ownKey !== '';
	}

	/**
	 * Nothing is sent that another retry or another account has sent meanwhile, or after a stop.
	 * @throws {CannotTell} {KeyTaken} {ServiceFailure}
	 */
	assertMayLeave(): void {
		this.assertNotStopped();
		assertNotEdited(this.intention, this.identified, this.memory);
		assertNotMoved(this.intention, this.memory);
		assertNotElsewhere(this.intention, this.key, this.memory);
	}

	/** @returns null when it may not be sent, or was sent with an unclear outcome */
	async send(send: (key: string) => Promise<IDataObject>): Promise<PaymentResult | null> {
		if (this.step !== 'send') return null;
		this.assertMayLeave();
		this.leave();
		const sent = await attempt(async () => await send(this.key));
		if ('value' in sent) return this.arrived(sent.value);
		this.unanswered(sent.failure);
		return null;
	}

	/** To be called before the request leaves. @param batchKey the `external_id` of the batch it goes in */
	leave(batchKey?: string): void {
		this.sentAt = Date.now();
		this.batchKey = batchKey;
		this.remember('sending', this.sentAt);
	}

	/** To be called when the service has answered with its record. @throws {EndedWithoutMoney} */
	arrived(record: IDataObject): PaymentResult {
		const result = this.done(this.sentAt, record, 'created');
		this.assertAlive(record);
		return result;
	}

	/** The answer to a send may show that it has failed already. */
	private assertAlive(record: IDataObject, wasSent = true): void {
		const ended = endOfRecord(record);
		if (ended === null || this.intention.returnEnded) return;
		throw new EndedWithoutMoney(this.intention.subject, this.key, ended, wasSent);
	}

	/** The uuid of its record, once it was made. */
	get madeUuid(): string[] {
		const { uuid } = this.memory.recall(this.identified.identity)?.record ?? {};
		return typeof uuid === 'string' ? [uuid] : [];
	}

	/** When it was made by the clock of the service; Infinity where its record does not show it. */
	get madeAt(): number {
		return instantOf(asText(this.memory.recall(this.identified.identity)?.record?.created_at)) ?? Infinity;
	}

	/** By when the service shows what was sent. */
	get shownBy(): number {
		return this.sentAt + this.intention.settleTime;
	}

	/** To be called when the service has it more than once. The remembered record says so from then on. */
	isThereTwice(duplicates: string[]): PaymentResult {
		const { record, outcome = 'created' } = this.memory.recall(this.identified.identity) ?? {};
		return this.done(this.sentAt, { ...record, duplicates }, outcome);
	}

	/** To be called when no record came back. @throws the failure, when it proves that nothing was carried out */
	unanswered(failure: unknown): void {
		if (isWithoutEffect(failure)) {
			// A repeat may send without waiting.
			this.forget();
			throw failure;
		}
		// From now on, not from the send: a request that hung may have been carried out at its very end.
		const unclearSince = Date.now();
		const wasTaken = this.known.wasTaken || namesRecord(failure);
		const isUnclear: Partial<Knowledge> = { unclearSince, sentInThisTry: true, wasTaken, notFoundAt: null };
		Object.assign(this.known, isUnclear);
		this.remember('unclear', unclearSince);
		this.memory.sentInThisTry.add(this.identified.identity);
		this.cause = failure;
	}

	reportUnknown(): never {
		throw this.unknown(this.known.notFoundAt !== null, this.cause);
	}

	/**
	 * What another execution left unclear is noted in this one as well, so that it is not sent again under another key.
	 */
	private unknown(lookedUp: boolean, cause: unknown): UnknownOutcome {
		const { intention, identified, memory, others, key } = this;
		if (others && !memory.recall(identified.identity)) {
			const { kind, facts, at, execution, wasTaken, hasNamesake } = others;
			const known = { ...(wasTaken && { wasTaken }), ...(hasNamesake && { hasNamesake }) };
			const sent = { key, kind, facts, state: 'unclear', at, execution, ...known } as const;
			memory.remember(identified.identity, intention.place, sent);
		}
		return new UnknownOutcome(intention.subject, key, lookedUp, cause);
	}

	/**
	 * To be called when it was not made: its place is free again.
	 * @throws {UnknownOutcome} where the service cannot be asked
	 */
	giveUp(): void {
		if (this.step === 'reportUnknown') this.reportUnknown();
		this.forget();
	}

	private forget(): void {
		const { identity } = this.identified;
		this.memory.forget(identity);
		// What another execution has made is still there.
		if (this.others?.state === 'done') noteInProcess(identity, this.others);
		else forgetInProcess(identity);
	}

	/** To be called with what a look-up has found. @throws {KeyTaken} {CannotTell} {EndedWithoutMoney} */
	found(found: Found, askedAt: number): PaymentResult {
		this.assertMeant(found);
		const { record } = found;
		return this.own?.state === 'done' ? this.madeElsewhere(record) : this.done(askedAt, record, 'found');
	}

	/** Whether what was found counts as this payment. @throws {KeyTaken} {CannotTell} {EndedWithoutMoney} */
	assertMeant({ facts, key, ended }: Found): void {
		const { intention, known } = this;
		if ((key ?? this.key) !== this.key) throw new CannotTell(intention.subject, 'otherSpelling', key ?? '');
		// After a crash: it may be an earlier payment, or the one that was made before the crash.
		if (this.isAnother && known.unclearSince === null && this.own === undefined)
			throw new CannotTell(intention.subject, 'usedBefore', this.key);
		if (known.unclearSince === null) this.assertToldApart('sameFactsBefore');
		this.assertAgreement(facts);
		if (ended !== undefined && !intention.returnEnded)
			throw new EndedWithoutMoney(intention.subject, this.key, ended, this.isUnclear);
	}

	/** What this process has made: the service may not show it yet. */
	get madeBefore(): Found | undefined {
		const { state, record, facts = {} } = this.others ?? {};
		return state === 'done' && record ? { record, facts, ended: endOfRecord(record) ?? undefined } : undefined;
	}

	/**
	 * Whether it may be sent as far as earlier requests for it are concerned, when the service does not know it.
	 * @param askedAt when the service said so; null where it was not asked
	 * @throws {UnknownOutcome}
	 */
	assertKnown(askedAt: number | null): void {
		const { known, intention, key } = this;
		if (this.isUnclear && nextStep({ ...known, notFoundAt: askedAt }) !== 'send')
			throw new UnknownOutcome(intention.subject, key, askedAt !== null);
	}

	/**
	 * To be called when a look-up has found nothing.
	 * @returns what this execution or process has made: the service may not show it yet, or may have answered before it was made
	 */
	notFound(askedAt: number): PaymentResult | null {
		this.known.notFoundAt = askedAt;
		return this.madeByExecution() ?? this.madeByProcess();
	}

	/** The error for a failed look-up. While a send is unclear, the outcome stays unknown. */
	notAsked(failure: unknown): unknown {
		if (!this.isUnclear) return failure;
		return this.unknown(false, this.cause ?? failure);
	}

	/**
	 * After an unclear send the pause grows with every look-up, and the last look-up falls on the end of the settle time.
	 * Before the first send only look-ups from {@link countsFrom} on count, so the pause lasts until then.
	 */
	pauseAfter(lookUps: number): number {
		const left = Math.max(0, this.countsFrom - Date.now());
		return this.isUnclear ? Math.min(pauseBetweenLookUps(lookUps), left) : left;
	}

	/** Nothing more is sent after the user has stopped the execution. @throws {UnknownOutcome} {ServiceFailure} */
	assertNotStopped(): void {
		if (!this.intention.signal?.aborted) return;
		if (this.isUnclear) this.reportUnknown();
		throw new ServiceFailure('cancelled', false, { method: 'POST', path: '' }, { attempts: 0 });
	}

	private assertAgreement(found: PaymentFacts): void {
		const { subject, facts } = this.intention;
		if (differingFacts(facts, found).length > 0) throw new KeyTaken(subject, this.key, facts, found, this.isUnclear);
	}

	/** To be called when another item of this execution, or another call of an agent, has the same identity. */
	private assertNotMeantTwice(): void {
		this.assertToldApart('sameFactsTwice');
		const { subject, makesAnother } = this.intention;
		if (makesAnother && this.memory.context.kind !== 'tool') throw new CannotTell(subject, 'sameKeyTwice', this.key);
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
		const { memory, identified } = this;
		const { identity } = identified;
		const isFound = result?.outcome === 'found';
		const execution = isFound ? memory.recall(identity)?.execution : memory.execution;
		const { key, batchKey } = this;
		const known = {
			...(batchKey !== undefined && { batchKey }),
			...(this.isOneOfSeveral && { hasNamesake: true as const }),
			...(state === 'unclear' && this.known.wasTaken && { wasTaken: true as const }),
		};
		const sent = { key, kind, facts, state, at, execution, ...known, ...result };
		memory.remember(identity, place, sent);
		// A record that the service shows need not be noted, unless this process sent it with an unclear outcome.
		if (isFound && !sentByProcess(identity)) return;
		const { calledFor } = memory;
		// An answer that names another record shows that the service cannot be asked for it by its key.
		const canLookUp = this.known.canLookUp && !known.wasTaken;
		noteInProcess(identity, { ...sent, settleTime, canLookUp, ...(calledFor && { calledFor }) });
	}
}

/** What this place sent before, with other facts. @throws {UnknownOutcome} when it was of another kind */
export function earlierAttempt(terms: Terms, before: Twin, memory: SentMemory): Attempt {
	const { key, identity, kind, facts } = before;
	if (kind !== terms.kind) throw new UnknownOutcome(terms.subject, key, false);
	return new Attempt({ ...terms, facts }, { key, identity, isKnownElsewhere: true, isMadeOfFacts: false }, memory);
}

/**
 * Whether the failure of a request proves that nothing was carried out. Anything but a refusal of the service, of n8n or of
 * the node may have come up after the request had left.
 */
export function isWithoutEffect(failure: unknown): boolean {
	if (failure instanceof ServiceFailure) return !failure.unclear;
	return [ExplainedError, NodeOperationError, NodeApiError, LeftOut].some((kind) => failure instanceof kind);
}

/** Whether the service has answered that it took a request, but the record is not the one that was asked for. */
const namesRecord = (failure: unknown): boolean =>
	failure instanceof ServiceFailure && failure.outcome === 'unreadableAnswer' && identifies(failure.details.answer);
