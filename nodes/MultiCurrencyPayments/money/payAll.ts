import { attempt } from '../../../core/attempt';
import { endOfRecord } from '../../../core/payments/match';
import { pauseBetweenLookUps } from '../../../core/service/retryPolicy';
import { Claiming, type Claimed } from './claiming';
import { Knowledge } from './knowledge';
import type { PaymentOutcome, Payment, PaymentKind, PaymentResult } from './payment';
import { isWithoutEffect, saysTaken } from './failures';
import type { Setting } from './setting';
import { inTurn } from './memory';

/** How often to see whether another process has come to an end with what it has claimed, in milliseconds. */
const BETWEEN_CLAIMS = 10_000;

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
	await paying.check(payments);
	return paying.outcomes.all;
}

/** One try of the node at a list of payments. */
class Paying<P extends Payment> {
	readonly outcomes: Outcomes<P>;
	private readonly known: Knowledge<P>;
	private readonly claiming: Claiming<P>;

	constructor(
		private readonly kind: PaymentKind<P>,
		private readonly setting: Setting,
	) {
		this.outcomes = new Outcomes(setting);
		this.known = new Knowledge(kind, setting);
		this.claiming = new Claiming(kind, setting, (payment) => this.known.canAsk(payment));
	}

	async pay(payments: readonly P[]): Promise<void> {
		const all = await this.withoutTwins(payments);
		// What is wrong with the others is told at once.
		if (this.outcomes.mustStop) return await this.check(payments);
		const names = all.map(({ identity }) => identity);
		await inTurn(names, async () => {
			await this.payInTurn(all);
			await this.claiming.close();
		});
	}

	/** Sends nothing. */
	async check(payments: readonly P[]): Promise<void> {
		const { known } = this;
		const all = await this.withoutTwins(payments);
		await this.lookUp(all);
		await this.outcomes.each(
			all,
			(payment) => known.fromMemory(payment) ?? known.assertSettled(payment) ?? known.assertNoTwin(payment),
		);
		const ends = await this.claiming.peek(this.outcomes.open(all));
		await this.outcomes.each([...ends.keys()], (payment) => known.fromClaim(payment, ends.get(payment)));
	}

	private async payInTurn(all: readonly P[]): Promise<void> {
		const { outcomes, setting } = this;
		await this.lookUp(all, (payment) => this.known.settledAt(payment));
		await outcomes.each(all, (payment) => this.known.fromMemory(payment));
		await this.forbid(outcomes.open(all));
		let waited = 0;
		for (let round = outcomes.open(all); round.length > 0 && !outcomes.mustStop;) {
			// Somebody else has claimed these: they may be on their way until then.
			const taken = new Map<P, number>();
			await this.sendRequests(round, taken);
			if (outcomes.mustStop || taken.size === 0) return;
			const began = setting.now();
			const soon = began + BETWEEN_CLAIMS;
			await this.lookUp([...taken.keys()], (payment) => Math.min(soon, taken.get(payment) ?? 0));
			setting.noteWait('claimed', (waited += setting.now() - began));
			round = outcomes.open([...taken.keys()]);
		}
	}

	private async sendRequests(round: readonly P[], taken: Map<P, number>): Promise<void> {
		const requests = this.kind.requests(round);
		const isStale = (payment: P) => this.known.isStale(payment);
		for (const [index, request] of requests.entries()) {
			if (this.outcomes.mustStop) return;
			// A long list is on its way for long, and others pay meanwhile.
			if (request.some(isStale)) await this.lookUp(this.outcomes.open(requests.slice(index).flat()).filter(isStale));
			await this.sendRequest(this.outcomes.open(request), taken);
		}
	}

	/**
	 * A request leaves at once with what this try was the first to claim.
	 * @param expected by when what others have claimed shows
	 */
	private async sendRequest(request: readonly P[], expected: Map<P, number>): Promise<void> {
		const { claiming, known, outcomes } = this;
		const { isStopped, now } = this.setting;
		await outcomes.each(request, (payment) => {
			if (isStopped()) throw known.stoppedBefore(payment);
			return known.assertNoTwin(payment);
		});
		const { won, taken } = await claiming.claim(outcomes.open(request));
		for (const [payment, freeAt] of taken.freeAt) expected.set(payment, freeAt);
		await outcomes.each([...taken.ends.keys()], (payment) => known.fromClaim(payment, taken.ends.get(payment)));
		// What others have made since the last look-up shows by now: they have ended, and nobody else may send.
		if (won.some(({ isLate }) => isLate)) {
			known.outdate();
			await this.lookUp(outcomes.open(request));
			// Others wait for what leaves soon after the claim.
			if (won.some(({ until }) => until < now())) {
				claiming.end(won, 'free');
				for (const payment of outcomes.open(request)) expected.set(payment, -Infinity);
				return;
			}
		}
		const claimed = new Set(won.flatMap(({ payments }) => payments));
		const going = outcomes.open(request).filter((payment) => claimed.has(payment));
		if (going.length > 0 && !isStopped() && !outcomes.mustStop) return await this.send(going, won);
		claiming.end(won, 'free');
		for (const payment of isStopped() ? going : []) outcomes.note(payment, { failure: known.stoppedBefore(payment) });
	}

	private async send(going: readonly P[], won: readonly Claimed<P>[]): Promise<void> {
		const { claiming, kind, known, outcomes } = this;
		for (const payment of going) known.noteSend(payment);
		const sent = await attempt(() => kind.send(going));
		if ('value' in sent) {
			claiming.end(won, 'made');
			const records = new Map(going.map((payment, index) => [payment, sent.value[index] ?? {}]));
			return await outcomes.each(going, (payment) => {
				const record = records.get(payment) ?? {};
				// The answer may show that it has failed already.
				return known.fromRecord(payment, record, endOfRecord(record) ?? undefined);
			});
		}
		const { failure } = sent;
		if (isWithoutEffect(failure)) {
			claiming.end(won, 'free');
			return await outcomes.each(going, (payment) => {
				known.forget(payment);
				throw kind.refusalOf?.(failure, going, payment) ?? failure;
			});
		}
		for (const payment of going) known.noteUnclear(payment, saysTaken(failure));
		await this.lookUp(going, (payment) => known.settledAt(payment));
		// Nothing of it is on its way any more. What shows is found, and the rest may be sent by a later try.
		if (going.every((payment) => known.isSettled(payment))) claiming.end(won, 'free');
		await outcomes.each(going, (payment) => {
			throw known.unknown(payment, failure);
		});
	}

	/** Asks the service for payments, again and again until each is found, or its time is over. By default once. */
	private async lookUp(payments: readonly P[], until: (payment: P) => number = () => -Infinity): Promise<void> {
		const { claiming, known, outcomes } = this;
		const { find } = this.kind;
		const { now, pause, isStopped, noteWait } = this.setting;
		let left = payments;
		for (let lookUps = 1; find !== null && left.length > 0; lookUps++) {
			const askedAt = now();
			const asked = await attempt(() => find(left));
			await outcomes.each(left, (payment) => {
				const sighting = 'value' in asked ? asked.value.get(payment) : asked;
				known.noteLookUp(payment, sighting, askedAt);
				return known.fromSighting(payment, sighting);
			});
			left = outcomes.open(left).filter((payment) => {
				// What was not sent need not be looked for any longer.
				const isHidden = known.isHidden(payment) && !claiming.hasTried(payment);
				const isOver = (isHidden || outcomes.mustStop) && !known.isUnclear(payment);
				return askedAt < until(payment) && !isOver;
			});
			if (left.length === 0) return;
			const soonest = left.reduce((soonest, payment) => Math.min(soonest, until(payment)), Infinity) - now();
			// What nobody is known to have sent hardly shows up before that.
			const isExpected = left.some((payment) => known.isUnclear(payment) || claiming.hasTried(payment));
			if (!isExpected) noteWait('started', soonest);
			if (!isStopped()) await pause(isExpected ? Math.min(pauseBetweenLookUps(lookUps), soonest) : soonest);
			if (isStopped())
				await outcomes.each(left, (payment) => {
					throw known.isUnclear(payment) ? known.unknown(payment) : known.stoppedBefore(payment);
				});
			left = outcomes.open(left);
		}
	}

	private async forbid(payments: readonly P[]): Promise<void> {
		if (payments.length === 0 || this.outcomes.mustStop) return;
		const forbidden = (await this.kind.forbidden?.(payments)) ?? new Map<P, unknown>();
		await this.outcomes.each([...forbidden.keys()], (payment) => {
			throw forbidden.get(payment);
		});
	}

	private async withoutTwins(payments: readonly P[]): Promise<P[]> {
		const byIdentity = new Map<string, P>();
		await this.outcomes.each(payments, (payment) => {
			const other = byIdentity.get(payment.identity);
			if (other) throw this.known.twiceInList(payment, other);
			byIdentity.set(payment.identity, payment);
			return null;
		});
		return [...byIdentity.values()];
	}
}

/** What has become of the payments of a list so far. */
export class Outcomes<P> {
	private readonly byPayment = new Map<P, PaymentOutcome>();
	private hasFailed = false;

	/**
	 * @param manner.goOn whether the others are paid when one fails
	 * @param manner.giveWay lets others of the process work when this list has kept it busy for long
	 */
	constructor(private readonly manner: { goOn: boolean; giveWay(): Promise<void> | undefined }) {}

	/** In the order in which they became known. */
	get all(): ReadonlyMap<P, PaymentOutcome> {
		return this.byPayment;
	}

	/** Whether nothing more may be sent. */
	get mustStop(): boolean {
		return this.hasFailed && !this.manner.goOn;
	}

	/** Those without an outcome. */
	open(payments: readonly P[]): P[] {
		return payments.filter((payment) => !this.byPayment.has(payment));
	}

	/** Takes a step of each payment without an outcome, and notes its outcome, if any. */
	async each(
		payments: readonly P[],
		step: (payment: P) => PaymentResult | null | Promise<PaymentResult | null>,
	): Promise<void> {
		for (const payment of payments) {
			const turn = this.manner.giveWay();
			if (turn) await turn;
			if (this.byPayment.has(payment)) continue;
			const done = await attempt(() => step(payment));
			if ('failure' in done) this.note(payment, done);
			else if (done.value) this.note(payment, { result: done.value });
		}
	}

	note(payment: P, outcome: PaymentOutcome): void {
		this.hasFailed ||= 'failure' in outcome;
		this.byPayment.set(payment, outcome);
	}
}
