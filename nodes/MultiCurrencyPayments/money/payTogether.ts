import type { IDataObject } from 'n8n-workflow';
import type { NotificationTarget } from '../../../contract';
import { attempt, attemptNow } from '../../../core/attempt';
import { differingFacts, digestOf, pauseBetweenLookUps, SHARED_BATCH_KEY } from '../../../core/idempotency';
import { inLanes } from '../../../core/parallelPages';
import { isAnswer } from '../../service/answers';
import type { ServiceClient } from '../../service/client';
import { unusableAnswer } from '../../service/failure';
import { LANES } from '../../service/lists';
import { pause } from '../../service/pause';
import { TimeSlice } from '../../service/timeSlice';
import type { ItemCall } from '../form/itemCall';
import type { Notify } from '../form/notification';
import type { Run } from '../form/run';
import type { BatchKind, PaymentRequest, Together } from './batchKind';
import { movementOf } from './batchKind';
import { chunksOf } from './batchPlan';
import type { EarlierPayout, Payments, Sought } from './earlierPayouts';
import { EarlierPayouts, placesOf } from './earlierPayouts';
import { CannotTell, KeyTaken, PaidTwice, PAYMENT } from './failures';
import type { Identified } from './identify';
import { identify } from './identify';
import type { SentMemory } from './memory';
import { memoryOf } from './memory';
import type { Found, PaymentResult, Terms } from './intention';
import { Attempt, earlierAttempt, isWithoutEffect } from './attempt';
import { termsOf } from './payment';
import { forgetSamePayee, noteSamePayee, payeeOf, samePayeeBefore } from './samePayee';
import { inTurns } from './turns';

/** What became of one payment of a list. */
export type Outcome<R> = { request: R; result: PaymentResult } | { request: R; failure: unknown };

/** How a list is paid. */
export interface Manner<R> {
	/** Whether the others are paid when one fails. */
	goOn: boolean;
	/** Where the service sends the status changes of a payment. The first payment of a request decides. */
	notifyOf: (request: R) => Notify;
	/**
	 * To be awaited before the first request, where other lists are paid beside this one.
	 * @returns whether anything may be sent
	 */
	mayFollow?: (hasFailed: boolean) => Promise<boolean>;
	/** Whether to check, after the last request, if another process paid the same at the same time. */
	detectDuplicates: boolean;
}

/** One payment of a list, identified. */
export interface Named<R> {
	request: R;
	terms: Terms;
	id: Identified;
}

/** One payment of a list on its way. */
interface Payee<R> extends Named<R> {
	payment: Attempt;
}

/** What the items of a run share, whether they are sent together or one by one. */
interface Shared {
	/** The answers of the service about earlier payouts. */
	payouts: EarlierPayouts;
	/** The moment from which these answers count. Milliseconds since 1970. */
	since: number;
	/** The keys of all identified payments. */
	keys: Set<string>;
	/** The keys of payees that are identified by their account alone, by everything else that is known of them. */
	payees: Map<string, string>;
	/** The first item with such a payee, by identity. */
	namedBy: Map<string, number>;
}

/** Says of a payment that duplicates of it were looked for in vain. */
const UNTOLD =
	'Whether another process has made it at the same moment could not be told: the service did not list it in time. Look for its External ID in the merchant dashboard.';

/** The longest time for which an answer about earlier payouts counts, in milliseconds. */
const FRESH = 30_000;

const sharedInRuns = new WeakMap<Run, Shared>();

/** @param client with the time limits that the first item asks for */
function sharedIn(run: Run, client: ServiceClient): Shared {
	const shared = sharedInRuns.get(run) ?? {
		payouts: new EarlierPayouts(client),
		since: Date.now(),
		keys: new Set(),
		payees: new Map(),
		namedBy: new Map(),
	};
	sharedInRuns.set(run, shared);
	return shared;
}

/** Asks ahead for earlier payments where a list will need them, while its items are still being read. */
export function lookAhead<R extends PaymentRequest>({ found }: BatchKind<R>, first: ItemCall): void {
	const isSought = attemptNow(
		() =>
			found !== null &&
			first.text('externalId') !== '' &&
			first.collection('additionalFields').batchExternalId === undefined &&
			termsOf(first).preventDuplicates,
	);
	if (!('value' in isSought && isSought.value)) return;
	const { payouts, since } = sharedIn(first.run, first.client);
	payouts.begin(since);
}

/**
 * Makes sure that each payment of a list exists once. What is remembered or found is not sent; the others go in as few
 * requests as possible. Each payment shares the outcome of its request. Without `goOn` nothing is sent after the first
 * failure, and payments that were not reached have no outcome.
 */
export async function payTogether<R extends PaymentRequest>(
	kind: BatchKind<R>,
	run: Run,
	requests: readonly R[],
	manner: Manner<R>,
): Promise<Outcome<R>[]> {
	const [first] = requests;
	if (!first) return [];
	return await new PaymentList(kind, sharedIn(run, first.item.client), memoryOf(run), manner).pay(requests);
}

class PaymentList<R extends PaymentRequest> {
	private readonly outcomes = new Map<R, Outcome<R>>();
	private readonly slice = new TimeSlice();
	private hasFailed = false;

	constructor(
		private readonly kind: BatchKind<R>,
		private readonly earlier: Shared,
		private readonly memory: SentMemory,
		private readonly manner: Manner<R>,
	) {}

	async pay(requests: readonly R[]): Promise<Outcome<R>[]> {
		const named = await this.name(requests);
		const identities = new Set(named.flatMap(({ id }) => [id.identity, ...(id.before ? [id.before.identity] : [])]));
		if (!this.mustStop) await inTurns([...identities], async () => await this.payInTurn(named));
		return [...this.outcomes.values()];
	}

	/** Identifies the payment of each item. Two items that mean the same one are a mistake, or cannot be told apart. */
	private async name(requests: readonly R[]): Promise<Named<R>[]> {
		const named = new Map<string, Named<R>>();
		for (const request of requests) {
			await this.step(request, () => {
				const one = nameOf(this.kind, request, this.memory);
				const { identity } = one.id;
				const twin = named.get(identity)?.request.item.index ?? this.twinInThisRun(one);
				if (twin !== undefined) throw meansTheSame(one, twin);
				this.earlier.keys.add(one.id.key);
				if (isKnownByAccount(this.kind, request)) this.assertOtherPayee(one);
				named.set(identity, one);
				return null;
			});
		}
		return [...named.values()];
	}

	/** @throws NodeOperationError when another item pays the same payee the same amount, but to another account */
	private assertOtherPayee({ request, id: { key } }: Named<R>): void {
		const all = payeeOf(request);
		const { payees } = this.earlier;
		const other = payees.get(all) ?? key;
		if (other !== key) throw samePayee(request, other);
		payees.set(all, key);
	}

	/** The index of another item of this run that pays the same account under the same Batch External ID. */
	private twinInThisRun({ request, terms, id: { identity } }: Named<R>): number | undefined {
		if (!isKnownByAccount(this.kind, request)) return undefined;
		const { index } = request.item;
		const { namedBy } = this.earlier;
		if (!namedBy.has(identity)) namedBy.set(identity, index);
		const own = this.memory.recall(identity);
		const isOthers = own && !this.memory.isFrom(own, terms.place) && this.memory.isFrom(own, own.place);
		const other = isOthers ? Number(own.place.replace('item ', '')) : namedBy.get(identity);
		return other === index ? undefined : other;
	}

	private async payInTurn(named: readonly Named<R>[]): Promise<void> {
		await this.clearUp(named);
		const missing: Payee<R>[] = [];
		for (const one of named) {
			if (this.outcomes.has(one.request)) continue;
			const payee = { ...one, payment: new Attempt(one.terms, one.id, this.memory) };
			if (!(await this.step(one.request, () => payee.payment.remembered()))) missing.push(payee);
		}
		const sendable = await this.findNamesakes(await this.toldApart(await this.lookUp(missing)));
		const created: Payee<R>[] = [];
		const chunks = await chunksOf(this.kind, await this.withinLimits(sendable));
		if ((await this.manner.mayFollow?.(this.hasFailed)) === false) return;
		for (const index of chunks.keys()) {
			if (this.mustStop) break;
			for (const payee of await this.send(await this.stillMissing(chunks, index))) created.push(payee);
		}
		if (this.manner.detectDuplicates) await this.detectDuplicates(created);
	}

	/**
	 * Clears up what these places sent before, with other facts: if it was made, they are taken; if not, they are free
	 * again.
	 */
	private async clearUp(named: readonly Named<R>[]): Promise<void> {
		const changed: Payee<R>[] = [];
		for (const one of named) {
			const { before } = one.id;
			if (!before) continue;
			await this.step(one.request, () => {
				changed.push({ ...one, payment: earlierAttempt(one.terms, before, this.memory) });
				return null;
			});
		}
		const free = await this.lookUp(changed, ({ terms, payment, id: { before } }) => {
			throw new KeyTaken(terms.subject, payment.key, terms.facts, before?.facts ?? {});
		});
		for (const { request, payment } of free) {
			await this.step(request, () => {
				payment.giveUp();
				return null;
			});
		}
	}

	/**
	 * Asks for payments until each is found or may be sent, or its outcome stays unknown.
	 * @returns those that are neither found nor unknown
	 */
	private async lookUp(
		payees: readonly Payee<R>[],
		accept = (_: Payee<R>, result: PaymentResult) => result,
	): Promise<Payee<R>[]> {
		let open = payees.filter(({ payment }) => payment.step === 'lookUp');
		for (let lookUps = 0; open.length > 0; lookUps++) {
			if (lookUps > 0) await this.pauseFor(open, lookUps);
			await this.ask(open, lookUps, accept);
			open = open.filter(({ request, payment }) => !this.outcomes.has(request) && payment.step === 'lookUp');
		}
		const left: Payee<R>[] = [];
		for (const payee of payees) {
			if (this.outcomes.has(payee.request)) continue;
			const { payment } = payee;
			const isUnknown = payment.step === 'reportUnknown';
			if (!(await this.step(payee.request, () => (isUnknown ? payment.reportUnknown() : null)))) left.push(payee);
		}
		return left;
	}

	private async ask(
		payees: readonly Payee<R>[],
		lookUps: number,
		accept: (payee: Payee<R>, result: PaymentResult) => PaymentResult,
	): Promise<void> {
		// Before the first send, fresh answers of this run count, because the run remembers what it sent itself.
		const isNew = payees.every(({ payment }) => !payment.isUnclear);
		const now = Date.now();
		const askedAt = !isNew ? now : lookUps === 0 ? this.fresh : lastMoment(payees, now);
		const sought: (Sought & { payee: Payee<R> })[] = [];
		for (const payee of payees) {
			await this.step(payee.request, () => {
				payee.payment.assertNotStopped();
				sought.push({ payee, key: payee.payment.key, places: placesToAsk(payee) });
				return null;
			});
		}
		const isYoung = sought.every(
			({ payee: { payment }, places }) => places.length === 1 && places[0] === payment.sentIn,
		);
		const asked = await attempt(async () => await this.earlier.payouts.find(sought, askedAt, isYoung));
		for (const one of sought) {
			const { payee } = one;
			await this.step(payee.request, () => {
				if ('failure' in asked) throw payee.payment.notAsked(asked.failure);
				const result = this.answered(payee, asked.value.get(one) ?? [], askedAt);
				return result && accept(payee, result);
			});
		}
	}

	/** Takes the answer of a look-up. @returns the payment that it shows, if any */
	private answered(payee: Payee<R>, shown: readonly EarlierPayout[], askedAt: number): PaymentResult | null {
		const found = liveOne(this.kind, payee.request, payee.payment.key, shown);
		return found ? payee.payment.found(found, askedAt) : payee.payment.notFound(askedAt);
	}

	/**
	 * A long list may be on its way for hours, and others pay meanwhile. So payees who were looked up too long ago are
	 * looked for again among the recent payments, together with those who wait behind them.
	 * @param index of the chunk that is sent next
	 * @returns those of it that may be sent
	 */
	private async stillMissing(chunks: readonly (readonly Payee<R>[])[], index: number): Promise<readonly Payee<R>[]> {
		const now = Date.now();
		const chunk = chunks[index] ?? [];
		const isLeft = ({ request }: Payee<R>) => !this.outcomes.has(request);
		// The answer of a look-up may have been as old as that before.
		const isStale = (payee: Payee<R>) => isLeft(payee) && (payee.payment.notFoundAt ?? now) < now - 2 * FRESH;
		if (!chunk.some(isStale)) return chunk.filter(isLeft);
		const isUnderOneKey = ([one]: readonly Payee<R>[]) => one?.request.batchKey === chunk[0]?.request.batchKey;
		const stale = chunks.slice(index).filter(isUnderOneKey).flat().filter(isStale);
		const asked = await attempt(
			async () =>
				await this.since(
					leastOf(stale, ({ payment }) => payment.notFoundAt ?? now),
					stale,
				),
		);
		for (const payee of 'failure' in asked ? chunk.filter(isStale) : stale) {
			await this.step(payee.request, () => {
				if ('failure' in asked) throw payee.payment.notAsked(asked.failure);
				return this.answered(payee, shownOf(payee, asked.value), now);
			});
		}
		return await this.toldApart(chunk.filter(isLeft));
	}

	/** Recent payments with the keys of payees under one Batch External ID, or none. @throws {ServiceFailure} {PagingError} */
	private async since(moment: number, payees: readonly Payee<R>[]): Promise<Payments> {
		const batchKey = payees[0]?.request.batchKey ?? '';
		const sought = payees.map(({ payment: { key } }) => ({ key, places: placesOf(key, batchKey) }));
		return await this.earlier.payouts.since(moment, sought, batchKey);
	}

	/** From when on answers count: the list of this run may take hours, and others pay meanwhile. */
	private get fresh(): number {
		return Math.max(this.earlier.since, Date.now() - FRESH);
	}

	private async pauseFor(payees: readonly Payee<R>[], lookUps: number): Promise<void> {
		await pause(
			leastOf(payees, ({ payment }) => payment.pauseAfter(lookUps)),
			payees[0]?.terms.signal,
		);
	}

	/**
	 * Stops payees that are identified by their account alone and may be a repeat: a payee whose account was corrected
	 * looks new.
	 */
	private async toldApart(payees: readonly Payee<R>[]): Promise<Payee<R>[]> {
		const inDoubt = payees.filter(({ request }) => isKnownByAccount(this.kind, request));
		if (inDoubt.length === 0) return [...payees];
		for (const { request } of inDoubt) {
			const asked = await attempt(async () => await this.earlier.payouts.under(request.batchKey, this.fresh));
			await this.step(request, () => {
				if ('failure' in asked) throw asked.failure;
				const before = samePayeeBefore(this.memory, request, asked.value, this.earlier.keys);
				if (before === null) return null;
				throw samePayee(request, before);
			});
		}
		return payees.filter(({ request }) => !this.outcomes.has(request));
	}

	/** See {@link Attempt.findNamesake}. @returns those that may be sent */
	private async findNamesakes(payees: readonly Payee<R>[]): Promise<Payee<R>[]> {
		const sought = payees
			.filter(({ payment }) => payment.mayHaveNamesake)
			.map((payee) => ({ payee, key: payee.payment.key, places: placesToAsk(payee) }));
		if (sought.length === 0) return [...payees];
		// A repeat looks in every year, too.
		const asked = await attempt(async () => await this.earlier.payouts.find(sought, this.fresh, false));
		for (const one of sought) {
			await this.step(one.payee.request, () => {
				if ('failure' in asked) throw asked.failure;
				one.payee.payment.noteNamesake(asked.value.has(one));
				return null;
			});
		}
		return payees.filter(({ request }) => !this.outcomes.has(request));
	}

	/** Stops all of them where together they are more than the credential allows. @returns those that may be sent */
	private async withinLimits(payees: readonly Payee<R>[]): Promise<readonly Payee<R>[]> {
		const [first] = payees;
		if (!first || this.mustStop) return payees;
		const { client } = first.request.item;
		// Without sums there is nothing that holds for the list as a whole.
		if (!client.guard?.limitsAmounts) return payees;
		const moves = payees.map(({ request, payment: { key } }) => movementOf({ request, key }));
		const asked = await attempt(
			async () => await client.guard?.assertTogether({ path: this.kind.path, moves }, client),
		);
		if ('value' in asked) return payees;
		for (const { request } of payees) {
			await this.step(request, () => {
				throw asked.failure;
			});
		}
		return [];
	}

	/** Sends payments in one request. @returns those that the service has confirmed */
	private async send(chunk: readonly Payee<R>[]): Promise<Payee<R>[]> {
		const batchKey = this.batchKeyOf(chunk);
		if (this.slice.isOver) await this.slice.giveWay();
		// Nothing may come between these checks and the leaving.
		const stays = ({ request, payment }: Payee<R>) =>
			this.note(request, () => {
				payment.assertMayLeave();
				return null;
			});
		const leaving = chunk.filter((payee) => !stays(payee));
		if (this.mustStop) return [];
		const [first, ...others] = leaving.map(({ request, payment }) => ({ request, key: payment.key }));
		if (!first) return [];
		for (const { request, terms, payment } of leaving) {
			payment.leave(batchKey);
			if (isKnownByAccount(this.kind, request))
				noteSamePayee(this.memory, request, payment.key, Math.max(terms.settleTime, FRESH));
		}
		const together: Together<R> = [first, ...others];
		const target = this.manner.notifyOf(first.request)(batchKey);
		const sent = await attempt(async () => await this.request(together, batchKey, target));
		const created: Payee<R>[] = [];
		for (const [index, payee] of leaving.entries()) {
			const { request, payment } = payee;
			await this.step(request, () => {
				if ('failure' in sent) {
					if (isWithoutEffect(sent.failure)) forgetSamePayee(this.memory, request, payment.key);
					payment.unanswered(sent.failure);
					return null;
				}
				created.push(payee);
				return payment.arrived(sent.value[index] ?? {});
			});
		}
		if ('value' in sent) return created;
		await this.lookUp(leaving.filter(({ request }) => !this.outcomes.has(request)));
		return [];
	}

	/**
	 * @returns the record of each payment, in their order
	 * @throws {ServiceFailure} unclear when the answer does not confirm exactly these payments
	 */
	private async request(payments: Together<R>, batchKey: string, target: NotificationTarget): Promise<IDataObject[]> {
		const { path, bodyOf, recordsIn } = this.kind;
		const { client } = payments[0].request.item;
		const request = { method: 'POST', path } as const;
		const sent = { ...request, body: bodyOf(payments, batchKey, target), moves: payments.map(movementOf) };
		const answer = await client.write<object>(sent, isAnswer);
		const records = recordsIn(answer, payments);
		if (records === null) throw unusableAnswer(request, answer);
		return records;
	}

	/** The `external_id` of the batch of these payments; see {@link EarlierPayouts}. */
	private batchKeyOf([first, ...others]: readonly Payee<R>[]): string {
		if (!first) return SHARED_BATCH_KEY;
		const { request, payment } = first;
		if (request.batchKey !== '') return request.batchKey;
		if (others.length === 0) return payment.key;
		return this.kind.found ? SHARED_BATCH_KEY : this.memory.defaultKey(`batch-${request.item.index}`);
	}

	/**
	 * Two processes that pay the same at once cannot see each other beforehand, so each looks for duplicates afterwards:
	 * until the service lists its own payments, or their settle time is over.
	 */
	private async detectDuplicates(created: readonly Payee<R>[]): Promise<void> {
		const { found } = this.kind;
		if (found === null) return;
		const known = created.filter(({ id, terms }) => id.isKnownElsewhere && !terms.makesAnother);
		const byBatch = new Map<string, Payee<R>[]>();
		for (const payee of known) {
			const { batchKey } = payee.request;
			const there = byBatch.get(batchKey);
			if (there) there.push(payee);
			else byBatch.set(batchKey, [payee]);
		}
		await inLanes([...byBatch.values()], LANES, async (payees) => {
			let open = payees;
			for (let looks = 1; open.length > 0; looks++) {
				const { signal } = payees[0]?.terms ?? {};
				const left = lastOf(open, ({ payment }) => payment.shownBy) - Date.now();
				open = await this.withoutTold(open, found);
				if (left <= 0 || signal?.aborted) break;
				if (open.length > 0) await pause(Math.min(pauseBetweenLookUps(looks), left), signal);
			}
			for (const { request } of open) {
				const outcome = this.outcomes.get(request);
				if (outcome && 'result' in outcome) outcome.result = { ...outcome.result, note: UNTOLD };
			}
		});
	}

	/** @returns those that the service does not show yet, neither themselves nor another payment under their key */
	private async withoutTold(
		payees: readonly Payee<R>[],
		found: NonNullable<BatchKind<R>['found']>,
	): Promise<Payee<R>[]> {
		const since = leastOf(payees, ({ payment }) => Math.min(payment.notFoundAt ?? this.earlier.since, payment.madeAt));
		const lately = await attempt(async () => await this.since(since, payees));
		// The payments are made and known: a failed check does not change that.
		if ('failure' in lately) return [...payees];
		const open: Payee<R>[] = [];
		for (const payee of payees) {
			const { request, payment } = payee;
			await this.step(request, () => {
				const all = shownOf(payee, lately.value).map((one) => ({ one, ...found(request, one) }));
				const live = all.filter(({ key, ended }) => key === payment.key && ended === undefined);
				const own = payment.madeUuid;
				// The service may list the other one before this one.
				const uuids = new Set([...own, ...live.map(({ one }) => one.transaction.uuid)]);
				if (uuids.size > 1) return payment.isThereTwice([...uuids]);
				if (!all.some(({ one }) => own.includes(one.transaction.uuid))) open.push(payee);
				return null;
			});
		}
		return open;
	}

	private get mustStop(): boolean {
		return this.hasFailed && !this.manner.goOn;
	}

	/** Takes a step of one payment and notes its outcome, if any. @returns whether there was one */
	private async step(request: R, step: () => PaymentResult | null): Promise<boolean> {
		if (this.slice.isOver) await this.slice.giveWay();
		return this.note(request, step);
	}

	private note(request: R, step: () => PaymentResult | null): boolean {
		const done = attemptNow(step);
		if ('value' in done && done.value === null) return false;
		const outcome = 'value' in done && done.value ? outcomeOf(request, done.value) : { request, ...done };
		this.hasFailed ||= 'failure' in outcome;
		this.outcomes.set(request, outcome as Outcome<R>);
		return true;
	}
}

/** What recent payments show of a payee. The batch of another one may have a like name. */
const shownOf = <R extends PaymentRequest>({ request, payment: { key } }: Payee<R>, lately: Payments) =>
	lately.withKey(key, placesOf(key, request.batchKey));

const leastOf = <T>(all: readonly T[], numberOf: (one: T) => number): number =>
	all.reduce((least, one) => Math.min(least, numberOf(one)), Infinity);

const lastOf = <T>(all: readonly T[], momentOf: (one: T) => number): number =>
	all.reduce((last, one) => Math.max(last, momentOf(one)), -Infinity);

/**
 * Of several payments under one key, the one that was asked for and has not ended without money.
 * @throws {PaidTwice}
 */
export function liveOne<R extends PaymentRequest>(
	{ found }: BatchKind<R>,
	request: R,
	key: string,
	earlier: readonly EarlierPayout[],
): Found | undefined {
	if (found === null) return undefined;
	const shown = earlier.map((one) => found(request, one));
	const exact = shown.filter((one) => one.key === key);
	const all = exact.length > 0 ? exact : shown;
	const live = all.filter(({ ended }) => ended === undefined);
	const same = live.filter(({ facts }) => differingFacts(request.facts, facts).length === 0);
	if (same.length > 1)
		throw new PaidTwice(
			key,
			same.map(({ record }) => String(record.uuid)),
		);
	return same[0] ?? live[0] ?? all[0];
}

/** The latest moment in the past from which a look-up counts for one of the payees. */
function lastMoment(payees: readonly { payment: Attempt }[], now: number): number {
	const past = payees.filter(({ payment }) => payment.countsFrom <= now);
	return past.length === 0 ? now : lastOf(past, ({ payment }) => payment.countsFrom);
}

/** Under which key a payment is made. @throws {CannotTell} {KeyTaken} */
export function nameOf<R extends PaymentRequest>(kind: BatchKind<R>, request: R, memory: SentMemory): Named<R> {
	const { item, externalId, batchKey, facts } = request;
	const terms: Terms = {
		subject: PAYMENT,
		kind: kind.name,
		ownKey: memory.context.kind === 'tool' ? externalId : ownKeyOf(kind, request),
		within: batchKey,
		facts,
		canLookUp: kind.found !== null,
		...termsOf(item),
	};
	return { request, terms, id: identify(terms, memory) };
}

/** The user's own reference of a payment: the one given, or the account under a Batch External ID. Empty without either. */
function ownKeyOf<R extends PaymentRequest>(kind: BatchKind<R>, request: R): string {
	const { externalId, batchKey, destination } = request;
	return isKnownByAccount(kind, request) ? `${batchKey}-${digestOf(destination)}` : externalId;
}

/** Whether the receiving account alone identifies a payment, under a Batch External ID. */
export const isKnownByAccount = <R extends PaymentRequest>(
	{ found }: BatchKind<R>,
	{ externalId, batchKey }: R,
): boolean => found !== null && externalId === '' && batchKey !== '';

/** Why two payments of a list that mean the same one are refused. */
export function meansTheSame<R extends PaymentRequest>({ request, id, terms }: Named<R>, other: number): Error {
	const { item, externalId } = request;
	if (id.isMadeOfFacts) return new CannotTell(terms.subject, 'sameFactsTwice');
	const by = `item ${other}`;
	return externalId === ''
		? item.refusal(
				`Whether this is a repeat or a second payment cannot be told: ${by} pays the same account under the same Batch External ID`,
				'Give this one an External ID of its own, such as the number of an invoice: the other is known by its account.',
			)
		: item.refusal(`The External ID ${id.key} is used by ${by} too`, 'Give every payee an External ID of its own.');
}

/** Why a payment is refused that may repeat another one to the same payee. */
export const samePayee = ({ item, batchKey }: PaymentRequest, key: string): Error =>
	item.refusal(
		`Whether this is a repeat or a second payment cannot be told: another payment under the Batch External ID ${batchKey} has the same payee and amount`,
		`That payment ${key === '' ? 'shows no External ID' : `has the External ID ${key}`}. Give this one an External ID of its own if it is to be made as well.`,
	);

/** After a send a payment is looked for in the batch in which it left; before that, wherever it may have been sent. */
function placesToAsk<R extends PaymentRequest>({ request, payment }: Payee<R>): string[] {
	const { sentIn, key } = payment;
	if (sentIn === undefined) return placesOf(key, request.batchKey);
	return payment.wasAskedFor ? [sentIn] : [...new Set([sentIn, ...placesOf(key, request.batchKey)])];
}

function outcomeOf<R>(request: R, result: PaymentResult): Outcome<R> {
	const { duplicates } = result.record;
	return Array.isArray(duplicates)
		? { request, failure: new PaidTwice(result.key, duplicates.map(String)) }
		: { request, result };
}
