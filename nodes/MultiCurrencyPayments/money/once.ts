import { Attempt, earlierAttempt } from './attempt';
import { KeyTaken } from './failures';
import { identify } from './identify';
import type { Intention, LookUp, PaymentResult, Terms } from './intention';
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
			(await payment.lookUp(lookUp)) ??
			(await payment.findNamesake(lookUp)) ??
			(await payment.send(send)) ??
			(await payment.lookUp(lookUp)) ??
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
		if ((await earlier.lookUp(lookUp)) !== null)
			throw new KeyTaken(terms.subject, before.key, terms.facts, before.facts);
		earlier.giveUp();
	});
}
