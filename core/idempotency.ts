/**
 * Money moves once. A write that may move money carries an `external_id` as its key. What is known about the key
 * decides whether to send the write, look the record up, or report the outcome as unknown. The service has no
 * idempotency key of its own (specification: "Endpoints"), so the only way to clear up an unclear send is to ask for
 * the record.
 */

import { createHash } from 'crypto';
import { distinguishes, plain } from './paymentMatch';

/**
 * The facts of a payment, by name. Two sends with one key must agree in all of them. Amounts are canonical decimal
 * texts.
 */
export type PaymentFacts = Readonly<Record<string, string>>;

/**
 * What an execution remembers of one intended payment.
 * - `sending`: the request has left and nothing more is known, for example because the process was killed
 * - `unclear`: no answer says whether the payment was made
 * - `done`: the service answered, or the record was found
 */
export interface Sent<R> {
	key: string;
	/** The kind of payment. Equal keys of different kinds do not collide. */
	kind: string;
	facts: PaymentFacts;
	/** What its description says. It may be another one in every try, so it is no fact. */
	description?: string;
	state: 'sending' | 'unclear' | 'done';
	/** When it was last sent or, if `unclear`, when it became unclear. Milliseconds since 1970. */
	at: number;
	/** The execution that sent it last; undefined when it was only found. */
	execution?: string;
	/** The `external_id` of the batch it was sent in. */
	batchKey?: string;
	/** Whether the service has answered with a record, though not with the one that was asked for. */
	wasTaken?: true;
	/** Whether no look-up can tell what became of it: it was sent without one, or an earlier payment has its key. */
	isHidden?: boolean;
	outcome?: 'created' | 'found';
	record?: R;
	/** The status in which its record ended without money. */
	ended?: string;
}

/** What is known about an intended payment at one moment. Points in time are in milliseconds since 1970. */
export interface Knowledge {
	/** Whether the service can be asked for the key at all. */
	canLookUp: boolean;
	/** Whether to ask before the first send. */
	askFirst: boolean;
	/**
	 * Until when it may have been sent unknown to this process: by a process before this one, or by an execution that
	 * crashed.
	 */
	unseenUntil: number;
	/** Since when the outcome of a request is unknown; null when no outcome is. */
	unclearSince: number | null;
	/** Whether that request left in this very try of the node. */
	sentInThisTry: boolean;
	/** Whether the service has taken it: it has answered with a record, though not with the one that was asked for. */
	wasTaken: boolean;
	/** When the service last answered that it does not know the key; null when it was not asked yet. */
	notFoundAt: number | null;
	/** How late the service may show a record, in milliseconds. */
	settleTime: number;
}

/** The next step for an intended payment that is neither done nor found. */
export type Step = 'send' | 'lookUp' | 'reportUnknown';

/**
 * Decides the next step. After an unclear send the record is looked up until the settle time is over, and then the outcome
 * is reported as unknown: one try of the node never sends twice. A later try (Retry On Fail, a retried execution)
 * looks the record up first, and sends again only when it is not there after the settle time. What the service says it
 * has taken is never sent again.
 */
export function nextStep(known: Knowledge): Step {
	const { canLookUp, askFirst, unclearSince, sentInThisTry, wasTaken, notFoundAt } = known;
	if (unclearSince === null && !(canLookUp && askFirst)) return 'send';
	if (!canLookUp) return 'reportUnknown';
	if (notFoundAt === null || notFoundAt < settledAt(known)) return 'lookUp';
	return unclearSince !== null && (sentInThisTry || wasTaken) ? 'reportUnknown' : 'send';
}

/** The moment from which a look-up that finds nothing counts: by then the service shows what was sent before. */
export function settledAt({ unclearSince, unseenUntil, askFirst, settleTime }: Knowledge): number {
	return Math.max(unclearSince ?? -Infinity, askFirst ? unseenUntil : -Infinity) + settleTime;
}

/** The pause after so many look-ups, in milliseconds: short at first, because most records appear at once. */
export function pauseBetweenLookUps(lookUps: number): number {
	return Math.min(5000, 250 * 2 ** (lookUps - 1));
}

/** The names of the facts that both payments have and that differ. */
export function differingFacts(intended: PaymentFacts, other: PaymentFacts): string[] {
	return Object.keys(intended).filter((name) => other[name] !== undefined && other[name] !== intended[name]);
}

/** Whether two payments have the same facts. */
export function sameFacts(a: PaymentFacts, b: PaymentFacts): boolean {
	return Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((name) => a[name] === b[name]);
}

/** One line of facts for a message: "amount 12.50, currency AUD". */
export function describeFacts(facts: PaymentFacts, names: string[] = Object.keys(facts)): string {
	return names.map((name) => `${name} ${facts[name]}`).join(', ');
}

/** A short digest of texts in their order: 16 hex digits (64 bits). */
export function digestOf(...parts: string[]): string {
	let text = '';
	for (const part of parts) text += `${part.length}:${part};`;
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** How every key begins that the node has made because the user gave none. */
const DEFAULT_KEY = 'n8n-';

/**
 * The prefix of the default keys of one node in one execution. It is made once and kept in the node's execution
 * context, which n8n carries into Retry On Fail and into the retry of an execution.
 * @param execution by which users find the execution in n8n: its start or its number
 * @param beginning what no other execution has: an n8n with a new database counts its executions from 1 again, and must
 * not reuse old keys
 */
export function keyStem(execution: string, node: string, beginning: string): string {
	return `${DEFAULT_KEY}${execution}-${digestOf(node, beginning)}`;
}

/**
 * The key of a payment that is known only by its facts, in whatever order and spelling, within the call that the texts name. A remark
 * may be another one in each call.
 */
export function keyOfFacts(facts: PaymentFacts, ...texts: string[]): string {
	const names = Object.keys(facts).filter(distinguishes).sort();
	return `${DEFAULT_KEY}${digestOf(...texts, ...names.flatMap((name) => [name, plain(facts[name])]))}`;
}

/**
 * The `external_id` of every batch of several payees that has none of its own: the service can be asked for batches by it,
 * and so for what was paid before. What is bound to it is bound to no batch in particular.
 */
export const SHARED_BATCH_KEY = `${DEFAULT_KEY}batch`;

/** Whether a key looks like one that the node has made. */
export const isDefaultKey = (key: string): boolean => key.startsWith(DEFAULT_KEY);
