/**
 * Money moves once. A write that may move money carries an `external_id`; what is known about that key decides
 * whether it is sent, looked up, or reported as unknown. The service has no idempotency key of its own
 * (specification: "Endpoints"), so an unclear send is settled by asking for the record.
 */

import { createHash } from 'crypto';

/** What a payment is about. Two sends with one key must agree in all of it. Amounts are canonical decimal texts. */
export type Facts = Readonly<Record<string, string>>;

/**
 * What an execution remembers of one intended payment.
 * - `sending`: the request left, nothing more is known (also what a stopped process leaves behind)
 * - `unclear`: no answer came that tells whether the payment was made
 * - `done`: the service answered, or the record was found
 */
export interface Sent<R> {
	key: string;
	facts: Facts;
	state: 'sending' | 'unclear' | 'done';
	/** When it was sent last, in milliseconds since 1970. */
	at: number;
	outcome?: 'created' | 'found';
	record?: R;
}

/** What is known about an intended payment at one moment. Times in milliseconds since 1970. */
export interface Knowledge {
	/** Whether the service can be asked for the key at all. */
	canLookUp: boolean;
	/** Whether to ask before the first send. */
	preventDuplicates: boolean;
	/** When a request left whose outcome is unknown; null when none did. */
	unclearSince: number | null;
	/** Whether that request left in this very attempt of the node. */
	sentInThisAttempt: boolean;
	/** When the service was last asked and knew nothing of the key; null when it was not asked yet. */
	notFoundAt: number | null;
	/** How late a record may appear, in milliseconds. */
	settleTime: number;
}

/** The next step for an intended payment that is neither done nor found. */
export type Step = 'send' | 'lookUp' | 'reportUnknown';

/**
 * Decides the next step (see "What comes out" in the documentation of the package).
 * An unclear send is followed by look-ups for the settle time and then reported, never repeated in the same attempt.
 * A later attempt (Retry On Fail, a retried execution) looks first and sends once nothing is found after the settle time.
 */
export function nextStep(known: Knowledge): Step {
	const { canLookUp, preventDuplicates, unclearSince, sentInThisAttempt, notFoundAt, settleTime } = known;
	if (unclearSince === null) {
		return canLookUp && preventDuplicates && notFoundAt === null ? 'lookUp' : 'send';
	}
	if (!canLookUp) return 'reportUnknown';
	const settled = notFoundAt !== null && notFoundAt >= unclearSince + settleTime;
	if (!settled) return 'lookUp';
	return sentInThisAttempt ? 'reportUnknown' : 'send';
}

/** Pauses between look-ups, in milliseconds: soon at first, because most records appear at once. */
export function pauseBetweenLookUps(lookUps: number): number {
	return Math.min(5000, 250 * 2 ** (lookUps - 1));
}

/** The names of the facts in which two accounts of one payment differ. */
export function differingFacts(intended: Facts, other: Facts): string[] {
	return Object.keys(intended).filter((name) => other[name] !== undefined && other[name] !== intended[name]);
}

/** Whether two payments are about the same. */
export function sameFacts(a: Facts, b: Facts): boolean {
	return Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((name) => a[name] === b[name]);
}

/** One line of facts for a message: "amount 12.50, currency AUD". */
export function describeFacts(facts: Facts, names: string[] = Object.keys(facts)): string {
	return names.map((name) => `${name} ${facts[name]}`).join(', ');
}

/** A short digest that is the same for the same parts in the same order: 16 hex digits (64 bits). */
export function digestOf(...parts: string[]): string {
	const hash = createHash('sha256');
	for (const part of parts) hash.update(`${part.length}:${part};`);
	return hash.digest('hex').slice(0, 16);
}

/**
 * The stem of every default key of one node in one execution. It is made once and kept in the node's execution context,
 * which n8n carries into Retry On Fail and into the retry of an execution.
 * @param chance keeps the keys of an n8n whose execution numbers start again (a new database) apart from its old ones
 */
export function keyStem(executionId: string, node: string, chance: string): string {
	return `n8n-${executionId}-${digestOf(node).slice(0, 6)}${chance}`;
}
