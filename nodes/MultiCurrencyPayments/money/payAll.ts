import { attempt, attemptNow } from '../../../core/attempt';
import { endOfRecord } from '../../../core/payments/match';
import { pauseBetweenLookUps } from '../../../core/service/retryPolicy';
import { Claims, type Claim } from './claims';
import { isWithoutEffect, saysTaken, stoppedBefore, twiceInList } from './failures';
import { Knowledge } from './knowledge';
import type { Payment, PaymentKind, PaymentOutcome, PaymentResult } from './payment';
import type { Setting } from './setting';

/** How often to see whether another process has come to an end with what it has claimed, in milliseconds. */
const BETWEEN_CLAIMS = 10_000;

/** For how long a look-up counts while a list is on its way, in milliseconds: others pay meanwhile. */
const FRESH = 60_000;

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
	return await new Paying(kind, setting).pay(payments);
}

/** What {@link payAll} would know of payments before it sends anything. Those that it would send have no outcome. */
export async function lookUpAll<P extends Payment>(
	kind: PaymentKind<P>,
	payments: readonly P[],
	setting: Setting,
): Promise<ReadonlyMap<P, PaymentOutcome>> {
	return await new Paying(kind, setting).check(payments);
}

/** One try of the node at a list of payments. */
class Paying<P extends Payment> {
	private readonly outcomes: Outcomes<P>;
	private readonly known: Knowledge<P>;
	private readonly claims: Claims<P>;

	constructor(
		private readonly kind: PaymentKind<P>,
		private readonly setting: Setting,
	) {
		this.outcomes = new Outcomes(setting);
		this.known = new Knowledge(kind, setting);
		this.claims = new Claims(kind, setting, (payment) => this.known.canAsk(payment));
	}

	async pay(payments: readonly P[]): Promise<ReadonlyMap<P, PaymentOutcome>> {
		await this.refuseRepeats(payments);
		// What is wrong with the others is told at once.
		if (this.outcomes.mustStop) return await this.check(payments);
		const all = this.outcomes.open(payments);
		// One after the other, lists with one name know what they have claimed.
		const names = all.flatMap((one) => [one.identity, one.turn ?? one.identity, this.claims.nameOf(one)]);
		await this.setting.memory.turns.take([...new Set(names)], async () => {
			await this.payInTurn(all);
			await this.claims.marked;
		});
		return this.outcomes.all;
	}

	/** Sends nothing. */
	async check(payments: readonly P[]): Promise<ReadonlyMap<P, PaymentOutcome>> {
		const { known, outcomes } = this;
		await this.refuseRepeats(payments);
		await this.lookUp(payments);
		await outcomes.each(payments, (payment) => {
			const made = known.fromMemory(payment);
			if (made) return made;
			if (!known.isSettled(payment)) throw known.unknown(payment);
			return known.assertNoTwin(payment);
		});
		await this.readClaims(outcomes.open(payments));
		return outcomes.all;
	}

	private async payInTurn(all: readonly P[]): Promise<void> {
		const { claims, kind, known, outcomes } = this;
		const { now, noteWait } = this.setting;
		let began = now();
		await this.lookUp(all, (payment) => known.settledAt(payment));
		await outcomes.each(all, (payment) => known.fromMemory(payment));
		if (outcomes.mustStop) return;
		const forbidden = await kind.forbidden?.(outcomes.open(all));
		forbidden?.forEach((failure, payment) => outcomes.note(payment, { failure }));
		for (let waited = 0; ;) {
			await this.sendRequests(outcomes.open(all), began);
			const left = outcomes.open(all);
			if (outcomes.mustStop || left.length === 0) return;
			// These are claimed: by somebody else, or by a request of which nobody knows what became.
			began = now();
			const soon = began + BETWEEN_CLAIMS;
			await this.lookUp(left, (payment) => Math.min(soon, claims.freeAt(payment)));
			noteWait('claimed', (waited += now() - began));
		}
	}

	private async sendRequests(payments: readonly P[], lookedUpAt: number): Promise<void> {
		const { kind, outcomes, setting } = this;
		for (const request of kind.requests(payments)) {
			if (setting.now() - lookedUpAt > FRESH) {
				lookedUpAt = setting.now();
				await this.lookUp(payments);
			}
			if (outcomes.mustStop) return;
			await this.sendRequest(outcomes.open(request), lookedUpAt);
		}
	}

	/** What this try is the first to claim leaves at once. */
	private async sendRequest(request: readonly P[], lookedUpAt: number): Promise<void> {
		const { claims, known, outcomes, setting } = this;
		await outcomes.each(request, (payment) => {
			if (setting.isStopped()) throw stoppedBefore(payment);
			// The last look-up may have told less than those before it.
			return known.fromMemory(payment) ?? known.assertNoTwin(payment);
		});
		const won = await claims.claim(outcomes.open(request), lookedUpAt);
		await this.readClaims(request.filter((payment) => claims.freeAt(payment) === Infinity));
		const claimed = new Set(won.flatMap(({ payments }) => payments));
		const going = request.filter((payment) => claimed.has(payment));
		if (going.length > 0 && !setting.isStopped() && !outcomes.mustStop) return await this.send(going, won);
		claims.end(won, 'free');
		if (!setting.isStopped()) return;
		await outcomes.each(going, (payment) => {
			throw stoppedBefore(payment);
		});
	}

	private async send(going: readonly P[], won: readonly Claim<P>[]): Promise<void> {
		const { claims, kind, known, outcomes, setting } = this;
		for (const payment of going) known.sentNow.add(payment);
		const sent = await attempt(() => kind.send(going));
		if ('value' in sent) {
			await outcomes.each(going, (payment, index) => {
				const record = sent.value[index] ?? {};
				// The answer may show that it has failed already.
				return known.fromRecord(payment, record, endOfRecord(record) ?? undefined);
			});
			return claims.end(won, 'made');
		}
		const { failure } = sent;
		if (isWithoutEffect(failure)) {
			claims.end(won, 'free');
			return await outcomes.each(going, (payment) => {
				// Requests before it had none either: a repeat need not wait.
				setting.memory.delete(payment);
				throw kind.refusalOf?.(failure, going, payment) ?? failure;
			});
		}
		for (const payment of going) known.noteUnclear(payment, saysTaken(failure));
		await this.lookUp(going, (payment) => known.settledAt(payment));
		const end = outcomes.open(going).length < going.length ? 'made' : 'free';
		claims.end(won, going.every((payment) => known.isSettled(payment)) ? end : undefined);
		// Only another try sends again.
		await outcomes.each(going, (payment) => {
			throw known.unknown(payment, failure);
		});
	}

	/** Asks the service for payments, again and again until each is found, or its time is over. By default once. */
	private async lookUp(payments: readonly P[], until: (payment: P) => number = () => -Infinity): Promise<void> {
		const { claims, known, outcomes } = this;
		const { find } = this.kind;
		const { now, pause, isStopped, noteWait } = this.setting;
		const isExpected = (payment: P) => known.isUnclear(payment) || claims.freeAt(payment) > -Infinity;
		let left = outcomes.open(payments);
		for (let lookUps = 1; find !== null && left.length > 0; lookUps++) {
			const askedAt = now();
			const asked = await attempt(() => find(left));
			await outcomes.each(left, (payment) =>
				known.fromSighting(payment, 'value' in asked ? asked.value.get(payment) : asked),
			);
			// What was not sent need not be looked for any longer.
			const isOver = (payment: P) =>
				!isExpected(payment) && (outcomes.mustStop || known.lookedUp.get(payment) === 'hidden');
			left = outcomes.open(left).filter((payment) => askedAt < until(payment) && !isOver(payment));
			if (left.length === 0) return;
			const soonest = left.reduce((soonest, payment) => Math.min(soonest, until(payment)), Infinity) - now();
			// What nobody is known to have sent hardly shows up before that.
			const soon = left.some(isExpected) ? pauseBetweenLookUps(lookUps) : Infinity;
			if (soon === Infinity) noteWait('started', soonest);
			if (!isStopped()) await pause(Math.min(soon, soonest));
			if (!isStopped()) continue;
			return await outcomes.each(left, (payment) => {
				throw known.isUnclear(payment) ? known.unknown(payment) : stoppedBefore(payment);
			});
		}
	}

	/** Of what the service cannot be asked for, what its claim tells. */
	private async readClaims(payments: readonly P[]): Promise<void> {
		const ends = await this.claims.endsOf(payments);
		await this.outcomes.each([...ends.keys()], (payment) => this.known.fromClaim(payment, ends.get(payment)));
	}

	private async refuseRepeats(payments: readonly P[]): Promise<void> {
		const byIdentity = new Map<string, P>();
		await this.outcomes.each(payments, (payment) => {
			const other = byIdentity.get(payment.identity);
			if (other) throw twiceInList(payment, other);
			byIdentity.set(payment.identity, payment);
			return null;
		});
	}
}

/** What has become of the payments of a list so far. */
class Outcomes<P> {
	/** In the order in which they became known. */
	readonly all = new Map<P, PaymentOutcome>();
	private hasFailed = false;

	constructor(private readonly setting: Pick<Setting, 'goOn' | 'giveWay'>) {}

	/** Whether nothing more may be sent. */
	get mustStop(): boolean {
		return this.hasFailed && !this.setting.goOn;
	}

	/** Those without an outcome. */
	open(payments: readonly P[]): P[] {
		return payments.filter((payment) => !this.all.has(payment));
	}

	/** Takes a step of each payment without an outcome, and notes its outcome, if any. */
	async each(payments: readonly P[], step: (payment: P, index: number) => PaymentResult | null): Promise<void> {
		for (const [index, payment] of payments.entries()) {
			const turn = this.setting.giveWay();
			if (turn) await turn;
			if (this.all.has(payment)) continue;
			const done = attemptNow(() => step(payment, index));
			if ('failure' in done) this.note(payment, done);
			else if (done.value) this.note(payment, { result: done.value });
		}
	}

	note(payment: P, outcome: PaymentOutcome): void {
		this.hasFailed ||= 'failure' in outcome;
		this.all.set(payment, outcome);
	}
}
