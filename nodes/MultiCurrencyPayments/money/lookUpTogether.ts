import { attempt } from '../../../core/attempt';
import { lastOf, leastOf } from '../../../core/extremes';
import { pause } from '../../service/pause';
import type { Attempt } from './attempt';
import type { PaymentRequest } from './batchKind';
import type { EarlierPayout, Sought } from './earlierPayouts';
import { placesOf } from './earlierPayouts';
import type { PaymentResult } from './intention';
import { liveOne } from './liveOne';
import type { Payee } from './payee';
import type { PaymentList } from './paymentList';
import { freshSince } from './sharedInRun';

/** A payment to be looked for, with the item that asks for it. */
type SoughtPayee<R extends PaymentRequest> = Sought & { request: R; payee: Payee<R> };

/**
 * Asks for payments until each is found or may be sent, or its outcome stays unknown.
 * @param accept takes what was found
 * @returns those that are neither found nor unknown
 */
export async function lookUpTogether<R extends PaymentRequest>(
	list: PaymentList<R>,
	payees: readonly Payee<R>[],
	accept = (_: Payee<R>, result: PaymentResult) => result,
): Promise<Payee<R>[]> {
	const { outcomes } = list;
	const mustAsk = ({ payment }: Payee<R>) => payment.step === 'lookUp';
	let open = payees.filter(mustAsk);
	for (let lookUps = 0; open.length > 0; lookUps++) {
		if (lookUps > 0) await pauseFor(open, lookUps);
		await ask(list, open, lookUps, accept);
		open = outcomes.open(open).filter(mustAsk);
	}
	return await outcomes.each(outcomes.open(payees), ({ payment }) =>
		payment.step === 'reportUnknown' ? payment.reportUnknown() : null,
	);
}

async function ask<R extends PaymentRequest>(
	list: PaymentList<R>,
	payees: readonly Payee<R>[],
	lookUps: number,
	accept: (payee: Payee<R>, result: PaymentResult) => PaymentResult,
): Promise<void> {
	const { earlier, outcomes } = list;
	// Before the first send, fresh answers of this run count, because the run remembers what it sent itself.
	const isNew = payees.every(({ payment }) => !payment.isUnclear);
	const now = Date.now();
	const askedAt = !isNew ? now : lookUps === 0 ? freshSince(earlier) : lastMoment(payees, now);
	const sought = (
		await outcomes.each(payees, ({ payment }) => {
			payment.assertNotStopped();
			return null;
		})
	).map(soughtOf);
	const isYoung = sought.every(({ payee: { payment }, places }) => places.length === 1 && places[0] === payment.sentIn);
	const asked = await attempt(() => earlier.payouts.find(sought, askedAt, isYoung));
	await outcomes.each(sought, (one) => {
		const { payee } = one;
		if ('failure' in asked) throw payee.payment.notAsked(asked.failure);
		const result = answered(list, payee, asked.value.get(one) ?? [], askedAt);
		return result && accept(payee, result);
	});
}

/** Takes the answer of a look-up. @returns the payment that it shows, if any */
export function answered<R extends PaymentRequest>(
	{ kind }: PaymentList<R>,
	{ request, payment }: Payee<R>,
	shown: readonly EarlierPayout[],
	askedAt: number,
): PaymentResult | null {
	const found = liveOne(kind, request, payment, shown);
	return found ? payment.found(found, askedAt) : payment.notFound(askedAt);
}

async function pauseFor<R>(payees: readonly Payee<R>[], lookUps: number): Promise<void> {
	await pause(
		leastOf(payees, ({ payment }) => payment.pauseAfter(lookUps)),
		payees[0]?.terms.signal,
	);
}

/** See {@link Attempt.findNamesake}. @returns those that may be sent */
export async function findNamesakes<R extends PaymentRequest>(
	{ earlier, outcomes }: PaymentList<R>,
	payees: readonly Payee<R>[],
): Promise<Payee<R>[]> {
	const sought = payees.filter(({ payment }) => payment.mayHaveNamesake).map(soughtOf);
	// A repeat looks in every year, too.
	const asked = await attempt(() => earlier.payouts.find(sought, freshSince(earlier), false));
	await outcomes.each(sought, (one) => {
		if ('failure' in asked) throw asked.failure;
		one.payee.payment.noteNamesake(asked.value.has(one));
		return null;
	});
	return outcomes.open(payees);
}

/** The latest moment in the past from which a look-up counts for one of the payees. */
const lastMoment = (payees: readonly { payment: Attempt }[], now: number): number =>
	lastOf(
		payees.filter(({ payment }) => payment.countsFrom <= now),
		({ payment }) => payment.countsFrom,
	);

const soughtOf = <R extends PaymentRequest>(payee: Payee<R>): SoughtPayee<R> => ({
	request: payee.request,
	payee,
	key: payee.payment.key,
	places: placesToAsk(payee),
});

/** After a send a payment is looked for in the batch in which it left; before that, wherever it may have been sent. */
function placesToAsk<R extends PaymentRequest>({ request, payment }: Payee<R>): string[] {
	const { sentIn, key } = payment;
	if (sentIn === undefined) return placesOf(key, request.batchKey);
	return payment.hasLeft ? [sentIn] : [...new Set([sentIn, ...placesOf(key, request.batchKey)])];
}
