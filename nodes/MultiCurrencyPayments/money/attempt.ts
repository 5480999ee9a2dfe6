import type { IDataObject } from 'n8n-workflow';
import { instantOf } from '../../../core/dates';
import type { Counted } from '../../../core/guards';
import type { Knowledge, PaymentFacts, Sent, Step } from '../../../core/idempotency';
import { differingFacts, nextStep, pauseBetweenLookUps, settledAt } from '../../../core/idempotency';
import { decides, distinguishes, endOfRecord, plain } from '../../../core/paymentMatch';
import { DEFAULT_SETTLE_SECONDS } from '../form/fields';
import { asText } from '../form/itemCall';
import { isShown } from '../../service/answers';
import { ServiceFailure } from '../../service/failure';
import { CannotTell, EndedWithoutMoney, KeyTaken, PaidTwice, UnknownOutcome } from './failures';
import type { Identified } from './identify';
import { assertNotEdited, assertNotElsewhere, assertNotMoved } from './identify';
import type { Found, PaymentResult, Terms } from './intention';
import type { SentMemory, Twin } from './memory';
import { PaymentMemory } from './paymentMemory';
import { isWithoutEffect, saysTaken } from './sendFailure';

/** Keys that a service hardly stores as others. */
const SAFE_KEY = /^[!-~]{1,100}$/;

/** Facts that are compared with the record, where it shows them. Of the others, it may show a part. */
const SHOWN = ['amount', 'currency', 'method', 'payee email'];

/** One try of the node at one payment. Its steps are called in order; each does nothing when it is not its turn. */
export class Attempt {
	private readonly sent: PaymentMemory;
	private readonly known: Knowledge;
	/** Why the outcome of this attempt's request is unclear. */
	private cause: unknown;
	private sentAt = 0;

	constructor(
		private readonly intention: Terms,
		readonly identified: Identified,
		private readonly memory: SentMemory,
	) {
		this.sent = new PaymentMemory(intention, identified, memory);
		this.known = this.sent.knowledge();
	}

	get key(): string {
		return this.identified.key;
	}

	get step(): Step {
		return nextStep(this.known);
	}

	/** What the guards of the credential count it by. */
	get counted(): Counted {
		const { unclearSince, notFoundAt } = this.known;
		const { key, identity } = this.identified;
		const { within = '' } = this.intention;
		const waited = (notFoundAt ?? 0) - (unclearSince ?? Infinity);
		// The workflow chooses its settle time and its keys. What is asked for too early, or under a key that the service may
		// store as another, is not known to be missing.
		const isAgain = waited >= DEFAULT_SETTLE_SECONDS * 1000 && SAFE_KEY.test(key + within);
		return { key, identity, isAgain };
	}

	/** Whether a request for it has left whose outcome is unknown. */
	get isUnclear(): boolean {
		return this.known.unclearSince !== null;
	}

	/** Whether this very attempt has sent it. Until then, another execution may have sent it anywhere. */
	get hasLeft(): boolean {
		return this.sentAt > 0;
	}

	/** Whether no look-up can tell what becomes of it. */
	get isWithoutLookUp(): boolean {
		return this.sent.isHidden;
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
		return this.sent.batchKey;
	}

	/**
	 * The result from memory: paid from this place, or wherever the service cannot be asked what has become of it since.
	 */
	remembered(): PaymentResult | null {
		const { known } = this;
		const { own, isMadeHere } = this.sent;
		if (isMadeHere && own?.record) {
			this.assertAgreement(own.facts);
			this.assertAlive(own.ended, own.outcome !== 'found');
			return { key: this.key, record: own.record, outcome: own.outcome ?? 'created' };
		}
		this.assertOwn();
		return this.step === 'lookUp' ? null : (this.madeByExecution() ?? (known.canLookUp ? null : this.madeByProcess()));
	}

	/** What this execution has made from another place. */
	private madeByExecution(): PaymentResult | null {
		const { own } = this.sent;
		if (own?.state !== 'done' || !own.record) return null;
		this.assertAgreement(own.facts);
		this.assertAlive(own.ended, false);
		return this.madeElsewhere(own.record);
	}

	private madeElsewhere(record: IDataObject): PaymentResult {
		this.sent.standsForOther();
		return { key: this.key, record, outcome: 'found' };
	}

	/** What this process has made, for another execution or for another run of the node. */
	private madeByProcess(): PaymentResult | null {
		const { known, sent } = this;
		const { others } = sent;
		if (others?.state !== 'done' || !others.record || !known.askFirst) return null;
		this.assertToldApart('sameFactsBefore');
		this.assertAgreement(others.facts);
		this.assertAlive(others.ended, false);
		return this.done(others.at, others.record, 'found', others.ended);
	}

	/** To be called when an answer does not tell. Until it is sent, only the memories count. @throws {CannotTell} */
	notShown(): PaymentResult | null {
		const { known, sent, intention, memory } = this;
		known.canLookUp = false;
		if (!sent.made && !sent.others && memory.context.unseenUntil > 0)
			throw new CannotTell(intention.subject, 'retriedUnseen', this.key);
		return this.remembered();
	}

	/**
	 * Whether it is about to be sent, and an earlier payment may have its key. A look-up after the send might take that one
	 * for it. So it is looked for before.
	 */
	get mayHaveNamesake(): boolean {
		const { askFirst, canLookUp } = this.known;
		return this.isAnother && canLookUp && !askFirst && !this.isUnclear;
	}

	/** To be called when its key was looked for before the send. */
	noteNamesake(isThere: boolean): void {
		if (isThere || this.sent.others?.state === 'done') this.sent.isHidden = true;
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
		assertNotMoved(this.intention, this.key, this.memory);
		if (this.isAnother && this.memory.wasRetried(this.intention.kind, this.key))
			throw new CannotTell(this.intention.subject, 'usedBefore', this.key);
		assertNotElsewhere(this.intention, this.key, this.memory);
	}

	/** To be called before the request leaves. @param batchKey the `external_id` of the batch it goes in */
	leave(batchKey?: string): void {
		this.sentAt = Date.now();
		this.sent.batchKey = batchKey;
		this.sent.remember('sending', this.sentAt, this.known);
	}

	/** To be called when the service has answered with its record. @throws {EndedWithoutMoney} */
	arrived(record: IDataObject): PaymentResult {
		// The answer may show that it has failed already.
		const ended = endOfRecord(record) ?? undefined;
		const result = this.done(this.sentAt, record, 'created', ended);
		this.assertAlive(ended);
		return result;
	}

	private assertAlive(ended: string | undefined, wasSent = true): void {
		if (ended === undefined || this.intention.returnEnded) return;
		throw new EndedWithoutMoney(this.intention.subject, this.key, ended, wasSent);
	}

	/** The uuid of its record, once it was made. */
	get madeUuid(): string[] {
		const { uuid } = this.sent.made?.record ?? {};
		return typeof uuid === 'string' ? [uuid] : [];
	}

	/** When it was made by the clock of the service; Infinity where its record does not show it. */
	get madeAt(): number {
		return instantOf(asText(this.sent.made?.record?.created_at)) ?? Infinity;
	}

	/** By when the service shows what was sent. */
	get shownBy(): number {
		return this.sentAt + this.intention.settleTime;
	}

	/** To be called when the service has it more than once. The remembered record says so from then on. */
	isThereTwice(duplicates: string[]): PaymentResult {
		const { record, outcome = 'created', ended } = this.sent.made ?? {};
		return this.done(this.sentAt, { ...record, duplicates }, outcome, ended);
	}

	/** To be called when no record came back. @throws the failure, when it proves that nothing was carried out */
	unanswered(failure: unknown): void {
		if (isWithoutEffect(failure)) {
			// A repeat may send without waiting.
			this.sent.forget();
			throw failure;
		}
		// From now on, not from the send: a request that hung may have been carried out at its very end.
		const unclearSince = Date.now();
		// Of one that is due later, a look-up that finds nothing tells nothing.
		const wasTaken = this.known.wasTaken || this.intention.isDueLater === true || saysTaken(failure);
		const isUnclear: Partial<Knowledge> = {
			canLookUp: !this.isWithoutLookUp,
			unclearSince,
			sentInThisTry: true,
			wasTaken,
			notFoundAt: null,
		};
		Object.assign(this.known, isUnclear);
		this.sent.remember('unclear', unclearSince, this.known);
		this.cause = failure;
	}

	reportUnknown(): never {
		throw this.unknown(this.known.notFoundAt !== null, this.cause);
	}

	private unknown(lookedUp: boolean, cause: unknown): UnknownOutcome {
		this.sent.adopt();
		return new UnknownOutcome(this.intention.subject, this.key, lookedUp, cause);
	}

	/**
	 * To be called when it was not made: its place is free again.
	 * @throws {UnknownOutcome} where the service cannot be asked
	 */
	giveUp(): void {
		if (this.step === 'reportUnknown') this.reportUnknown();
		this.sent.forget();
	}

	/** To be called with what a look-up has found. @throws {KeyTaken} {CannotTell} {EndedWithoutMoney} */
	found(found: Found, askedAt: number): PaymentResult {
		const anew = this.madeAnew(found, askedAt);
		if (anew) return anew;
		this.assertMeant(found);
		const { record, ended } = found;
		if (!this.hasLeft) this.assertAsRemembered(found);
		const other = this.madeByOther;
		if (this.isAnother && this.isUnclear && other && other.record?.uuid === record.uuid) this.reportUnknown();
		if (this.sent.own?.state === 'done') return this.madeElsewhere(record);
		return this.done(askedAt, record, saysTaken(this.cause) ? 'created' : 'found', ended);
	}

	/** What was made under this key after a payment that has ended, and the service may not list yet. */
	private madeAnew({ record, ended, all = [record.uuid] }: Found, askedAt: number): PaymentResult | null {
		if (ended === undefined || this.intention.returnEnded || this.isUnclear || this.isAnother) return null;
		const listedAfter = Math.max(this.intention.settleTime, DEFAULT_SETTLE_SECONDS * 1000);
		const isAnew = (sent: Sent<IDataObject> | undefined) =>
			sent?.state === 'done' &&
			sent.ended === undefined &&
			askedAt < sent.at + listedAfter &&
			// A refund may show no uuid, and then it is not known to be another one.
			[sent.record?.uuid, ...all].every(isShown) &&
			!all.includes(sent.record?.uuid);
		if (isAnew(this.sent.own)) return this.madeByExecution();
		return isAnew(this.sent.others) ? this.madeByProcess() : null;
	}

	/** A record may hide the account or the amount. What was remembered before this attempt does not. @throws {KeyTaken} */
	private assertAsRemembered({ record, facts: shown }: Found): void {
		const { subject, facts } = this.intention;
		for (const each of [this.sent.own, this.sent.others]) {
			const mayBeIt = shown.amount === undefined || each?.facts.amount === facts.amount;
			const isIt = each?.record ? each.record.uuid === record.uuid : mayBeIt;
			if (each && isIt && this.isAnotherThan(each.facts, shown))
				throw new KeyTaken(subject, this.key, facts, each.facts, this.isUnclear);
		}
	}

	/** What another execution has made under this key as a payment of its own. */
	private get madeByOther(): Sent<IDataObject> | undefined {
		const { own, others } = this.sent;
		const isElsewhere = ![own?.execution, this.memory.execution].includes(others?.execution);
		return others?.state === 'done' && isElsewhere ? others : undefined;
	}

	/** Whether what was found counts as this payment. @throws {KeyTaken} {CannotTell} {EndedWithoutMoney} */
	assertMeant({ facts, key, ended }: Found): void {
		const { intention, known } = this;
		const spelling = key ?? this.key;
		if (spelling !== this.key) throw new CannotTell(intention.subject, 'otherSpelling', spelling);
		// After a crash: it may be an earlier payment, or the one that was made before the crash.
		if (this.isAnother && known.unclearSince === null && this.sent.own === undefined)
			throw new CannotTell(intention.subject, 'usedBefore', this.key);
		if (known.unclearSince === null) this.assertToldApart('sameFactsBefore');
		this.assertAgreement(facts);
		if (ended !== undefined && !intention.returnEnded)
			throw new EndedWithoutMoney(intention.subject, this.key, ended, this.isUnclear);
	}

	/** What this process has made: the service may not show it yet. */
	get madeBefore(): Found | undefined {
		const { record, facts = {}, ended } = this.sent.others ?? {};
		return record && { record, facts, ended };
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
		// Another retry of this execution has made it, and the service does not show it yet.
		if (this.isAnother && this.isUnclear && this.madeByOther) this.reportUnknown();
		return this.madeByExecution() ?? this.madeByProcess();
	}

	/** The error for a failed look-up. While a send is unclear, the outcome stays unknown. */
	notAsked(failure: unknown): unknown {
		if (!this.isUnclear || failure instanceof PaidTwice) return failure;
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

	/** Whether what was found is what was asked for. */
	agreesWith(found: PaymentFacts): boolean {
		const differing = differingFacts(this.intention.facts, found);
		return !(this.identified.hasOtherRemarks ? differing.some(decides) : differing.length > 0);
	}

	/** Whether a remembered payment differs in what its record does not show, or not wholly. */
	private isAnotherThan(there: PaymentFacts, shown: PaymentFacts): boolean {
		const { facts } = this.intention;
		return differingFacts(facts, there).some(
			(name) =>
				distinguishes(name) &&
				!(SHOWN.includes(name) && shown[name] !== undefined) &&
				plain(facts[name]) !== plain(there[name]),
		);
	}

	private assertAgreement(found: PaymentFacts): void {
		const { subject, facts } = this.intention;
		if (!this.agreesWith(found)) throw new KeyTaken(subject, this.key, facts, found, this.isUnclear);
	}

	/**
	 * Whether what is remembered is this item's, where another item of this execution, another call of an agent, or another
	 * execution has the same identity.
	 */
	private assertOwn(): void {
		const { intention, memory, sent } = this;
		const { own, others } = sent;
		const isDone = own?.state === 'done';
		// A look-up would take the one for the other.
		if (this.isAnother && this.known.canLookUp && !own && others && others.state !== 'done')
			throw new CannotTell(intention.subject, 'unclearTwin', this.key);
		if (isDone || (own && memory.isOfOtherItem(own, intention.place))) {
			this.assertToldApart('sameFactsTwice');
			const { subject, makesAnother } = intention;
			const doubt = isDone ? 'sameKeyTwice' : 'unclearTwin';
			if (makesAnother && memory.context.kind !== 'tool') throw new CannotTell(subject, doubt, this.key);
		}
		// Sending what is like an unclear payment might pay twice, and taking it for the same might leave one unpaid.
		const { description } = own ?? others ?? {};
		const isSame = own !== undefined && memory.isFrom(own, intention.place);
		if (!isSame && description !== undefined && description !== intention.description)
			this.assertToldApart('unclearTwin');
	}

	private assertToldApart(doubt: 'sameFactsBefore' | 'sameFactsTwice' | 'unclearTwin'): void {
		if (this.identified.isMadeOfFacts) throw new CannotTell(this.intention.subject, doubt, this.key);
	}

	private done(
		at: number,
		record: IDataObject,
		outcome: PaymentResult['outcome'],
		ended: string | undefined,
	): PaymentResult {
		this.sent.remember('done', at, this.known, { record, outcome, ended });
		return { key: this.key, record, outcome };
	}
}

/** What this place sent before, with other facts. @throws {UnknownOutcome} when it was of another kind */
export function earlierAttempt(terms: Terms, before: Twin, memory: SentMemory): Attempt {
	const { key, identity, kind, facts } = before;
	if (kind !== terms.kind) throw new UnknownOutcome(terms.subject, key, false);
	return new Attempt({ ...terms, facts }, { key, identity, isKnownElsewhere: true, isMadeOfFacts: false }, memory);
}
