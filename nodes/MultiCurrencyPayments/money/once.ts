import type { IDataObject } from 'n8n-workflow';
import type { Facts, Knowledge, Sent } from '../../../core/idempotency';
import { differingFacts, nextStep, pauseBetweenLookUps, sameFacts } from '../../../core/idempotency';
import { pause } from '../../service/pause';
import type { SentMemory } from './memory';
import { ServiceFailure } from '../../service/failure';

/** One intended payment. */
export interface Intention {
	/** The `external_id` it carries. */
	key: string;
	/** Its place in the node's memory: item or chunk. */
	place: string;
	/** What a record found under the key has to agree with. */
	facts: Facts;
	send: (key: string) => Promise<IDataObject>;
	/** Asks the service for the key; null where the service offers no way to ask. */
	lookUp: ((key: string) => Promise<Found | null>) | null;
	preventDuplicates: boolean;
	/** How late a record may appear, in milliseconds. */
	settleTime: number;
	/** Of the account; keys of different accounts do not meet. */
	account: string;
	signal?: AbortSignal;
}

/** A record of the service and the facts read from it. */
export interface Found {
	record: IDataObject;
	facts: Facts;
}

export interface Settled {
	record: IDataObject;
	outcome: 'created' | 'found';
}

/** It is not known whether the payment was made. */
export class UnknownOutcome extends Error {
	constructor(
		readonly key: string,
		/** Whether the service was asked for the key and knew nothing of it so far. */
		readonly lookedUp: boolean,
		override readonly cause?: unknown,
	) {
		super(`The outcome of ${key} is unknown`);
		this.name = 'UnknownOutcome';
	}
}

/** A payment with this key exists and is about something else. */
export class KeyTaken extends Error {
	constructor(
		readonly key: string,
		readonly intended: Facts,
		readonly found: Facts,
	) {
		super(`${key} belongs to another payment`);
		this.name = 'KeyTaken';
	}

	get differing(): string[] {
		return differingFacts(this.intended, this.found);
	}
}

/** Work under way in this process, by name. */
const underWay = new Map<string, Promise<unknown>>();

/** Does work of one name one after the other in this process, so that two executions with one business key take turns. */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
	while (underWay.has(name)) await underWay.get(name);
	const working = work();
	underWay.set(
		name,
		working.then(
			() => underWay.delete(name),
			() => underWay.delete(name),
		),
	);
	return await working;
}

/**
 * Makes sure that an intended payment exists once: takes it from memory, finds it at the service or sends it, as
 * core/idempotency decides.
 * @throws {UnknownOutcome} {@link KeyTaken} {ServiceFailure}
 */
export async function sendOnce(intention: Intention, memory: SentMemory): Promise<Settled> {
	return await inTurn(`${intention.account} ${intention.key}`, async () => await settle(intention, memory));
}

async function settle(asked: Intention, memory: SentMemory): Promise<Settled> {
	const earlier = memory.recall(asked.place, asked.facts);
	// A key that is computed anew at every try (from the time, at random) must not make a repeat a new payment.
	const key = earlier && sameFacts(earlier.facts, asked.facts) ? earlier.key : asked.key;
	const intention = { ...asked, key };
	const { place, lookUp, preventDuplicates, settleTime, signal } = intention;
	if (earlier?.state === 'done' && earlier.key === key && earlier.record) {
		assertAgreement(intention, earlier.facts);
		return { record: earlier.record, outcome: earlier.outcome ?? 'created' };
	}
	const known: Knowledge = {
		canLookUp: lookUp !== null,
		preventDuplicates,
		unclearSince: earlier?.key === key ? earlier.at : null,
		sentInThisAttempt: false,
		notFoundAt: null,
		settleTime,
	};
	let cause: unknown;
	let lookUps = 0;
	for (;;) {
		switch (nextStep(known)) {
			case 'lookUp': {
				if (lookUps > 0) await pause(pauseBeforeLookUp(known, lookUps), signal);
				const askedAt = Date.now();
				const found = await askOrUnknown(intention, known, cause);
				if (found) {
					assertAgreement(intention, found.facts);
					remember(memory, intention, 'done', askedAt, { record: found.record, outcome: 'found' });
					return { record: found.record, outcome: 'found' };
				}
				if (signal?.aborted && known.unclearSince !== null) throw new UnknownOutcome(key, true, cause);
				known.notFoundAt = askedAt;
				lookUps++;
				break;
			}
			case 'send': {
				const sentAt = Date.now();
				remember(memory, intention, 'sending', sentAt);
				const sent = await intention.send(key).then(
					(record) => ({ record }),
					(failure: unknown) => ({ failure }),
				);
				if ('record' in sent) {
					remember(memory, intention, 'done', sentAt, { record: sent.record, outcome: 'created' });
					return { record: sent.record, outcome: 'created' };
				}
				if (!(sent.failure instanceof ServiceFailure) || !sent.failure.unclear) {
					// Provably nothing happened, so a repeat may send without waiting.
					memory.forget(place);
					throw sent.failure;
				}
				// From now, not from when it left: a request that hung may have been carried out at its very end.
				const unclearSince = Date.now();
				remember(memory, intention, 'unclear', unclearSince);
				Object.assign(known, { unclearSince, sentInThisAttempt: true, notFoundAt: null });
				cause = sent.failure;
				lookUps = 0;
				break;
			}
			case 'reportUnknown':
				throw new UnknownOutcome(key, lookUp !== null, cause);
		}
	}
}

/** Grows with every look-up, but the last one falls on the end of the settle time. */
function pauseBeforeLookUp({ unclearSince, settleTime }: Knowledge, lookUps: number): number {
	const left = (unclearSince ?? 0) + settleTime - Date.now();
	return Math.min(pauseBetweenLookUps(lookUps), Math.max(0, left));
}

/** Asks for the key. While a send is unclear, a look-up that fails leaves it unknown rather than refused. */
async function askOrUnknown({ key, lookUp }: Intention, known: Knowledge, cause: unknown): Promise<Found | null> {
	if (lookUp === null) return null;
	const asked = await lookUp(key).then(
		(found) => ({ found }),
		(failure: unknown) => ({ failure }),
	);
	if ('found' in asked) return asked.found;
	if (known.unclearSince === null) throw asked.failure;
	throw new UnknownOutcome(key, false, cause ?? asked.failure);
}

function assertAgreement({ key, facts }: Intention, found: Facts): void {
	if (differingFacts(facts, found).length > 0) throw new KeyTaken(key, facts, found);
}

function remember(
	memory: SentMemory,
	{ key, place, facts }: Intention,
	state: Sent<IDataObject>['state'],
	at: number,
	result?: Settled,
): void {
	memory.remember(place, { key, facts, state, at, ...result });
}
