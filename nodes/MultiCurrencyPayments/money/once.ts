import { attempt } from '../../../core/attempt';
import { pause } from '../../service/pause';
import { Attempt, earlierAttempt } from './attempt';
import { KeyTaken, PaidTwice } from './failures';
import { identify } from './identify';
import type { Intention, LookUp, PaymentResult, Terms } from './intention';
import { NotShown } from './intention';
import type { SentMemory, Twin } from './memory';
import { inTurn } from './turns';

/**
 * Makes sure that an intended payment exists once: takes it from the memory of this execution or process, finds it at the
 * service, or sends it. core/idempotency decides the order of the steps.
 * @throws {UnknownOutcome} {KeyTaken} {EndedWithoutMoney} {CannotTell} {ServiceFailure}
 */
export async function sendOnce({ send, lookUp, ...intention }: Intention, memory: SentMemory): Promise<PaymentResult> {
	const terms = { ...intention, canLookUp: lookUp !== null };
	const { before, ...identified } = identify(terms, memory);
	if (before) await clearUp(terms, before, lookUp, memory);
	return await inTurn(identified.identity, async () => {
		const payment = new Attempt(terms, identified, memory);
		return (
			payment.remembered() ??
			(await lookUpAlone(payment, lookUp, terms)) ??
			(await findNamesake(payment, lookUp)) ??
			(await sendAlone(payment, send)) ??
			(await lookUpAlone(payment, lookUp, terms)) ??
			payment.reportUnknown()
		);
	});
}

/**
 * Clears up what this place sent before, with other facts: if it was made, the place is taken; if not, it is free
 * again.
 */
async function clearUp(terms: Terms, before: Twin, lookUp: LookUp | null, memory: SentMemory): Promise<void> {
	await inTurn(before.identity, async () => {
		const earlier = earlierAttempt(terms, before, memory);
		if ((await lookUpAlone(earlier, lookUp, terms)) !== null)
			throw new KeyTaken(terms.subject, before.key, terms.facts, before.facts);
		earlier.giveUp();
	});
}

/** Asks for the record: before the first send, and after an unclear one until it shows or the settle time is over. */
async function lookUpAlone(
	payment: Attempt,
	lookUp: LookUp | null,
	{ signal }: Pick<Terms, 'signal'>,
): Promise<PaymentResult | null> {
	for (let lookUps = 0; payment.step === 'lookUp'; lookUps++) {
		if (lookUps > 0) await pause(payment.pauseAfter(lookUps), signal);
		payment.assertNotStopped();
		const askedAt = Date.now();
		const asked = await attempt(async () => (lookUp === null ? null : await lookUp(payment.key)));
		if ('failure' in asked && asked.failure instanceof NotShown) return payment.notShown();
		if ('failure' in asked) throw payment.notAsked(asked.failure);
		const result = asked.value ? payment.found(asked.value, askedAt) : payment.notFound(askedAt);
		if (result) return result;
	}
	return null;
}

/** See {@link Attempt.mayHaveNamesake}. */
async function findNamesake(payment: Attempt, lookUp: LookUp | null): Promise<null> {
	if (!payment.mayHaveNamesake || lookUp === null) return null;
	const asked = await attempt(() => lookUp(payment.key));
	const tells = 'value' in asked || asked.failure instanceof NotShown || asked.failure instanceof PaidTwice;
	if (!tells) throw asked.failure;
	const isFree = 'value' in asked && asked.value === null;
	payment.noteNamesake(!isFree);
	return null;
}

/** @returns null when it may not be sent, or was sent with an unclear outcome */
async function sendAlone(payment: Attempt, send: Intention['send']): Promise<PaymentResult | null> {
	if (payment.step !== 'send') return null;
	payment.assertMayLeave();
	payment.leave();
	const sent = await attempt(() => send(payment.key, payment.counted, payment.isWithoutLookUp));
	if ('value' in sent) return payment.arrived(sent.value);
	payment.unanswered(sent.failure);
	return null;
}
