import { deepCopy } from 'n8n-workflow';
import { EventMemory, type StoredMemory } from '../../core/events/memory';
import type { Twins } from '../service/balances';
import { asStored, type DeliveryOutcome, type LivePoll, type StoredPoll } from '../events/workflowMemory';

/** A look through one list that has not yet reached the end. Times in milliseconds since 1970. */
export interface OpenLook {
	startedAt: number;
	from: number;
	/** Where the next page starts; absent for the first one. */
	position?: string | number;
	/** What the next page may go on with, where its records need not differ from those before. */
	twins?: Twins;
	/** The end of the period that the service took: a position belongs to its period. */
	until?: number;
}

/** How far a list has been looked through. */
export interface Progress {
	/** When the last look that reached the end was begun. Absent until one has. */
	through?: number;
	/** The creation time from which that look read. Older records were never seen, or are forgotten, and would count as new. */
	from?: number;
	look?: OpenLook;
	/** When the trigger was published, where what existed then is not wanted. */
	baseline?: number;
}

/** How far the lists were looked through, by kind of event. */
export type ProgressByKind = Record<string, Progress>;

/** What a polling trigger keeps in the workflow's static data. */
interface Stored extends StoredPoll {
	account: string;
	progress: Record<string, never>;
	/** Everything this trigger has seen in the lists, what existed at publishing included. */
	seen: StoredMemory;
}

/** Events that were emitted while it is not yet known whether n8n holds the execution. */
export interface Emission {
	eventIds: readonly string[];
	/** The progress before it. The trigger returns to it when n8n could not start the execution, or was killed. */
	before: ProgressByKind;
	/** Milliseconds since 1970. */
	since: number;
	giveUp(): void;
}

/** A polling trigger as this process knows it. Times in milliseconds since 1970. */
export class Watch implements LivePoll {
	readonly memory = new EventMemory();
	/** By the state of a record, when its detail was read last in this process. Least recently read first. */
	readonly details = new Map<string, number>();
	readonly emissions: Emission[] = [];
	/** The context in which n8n polled it last. A workflow gets a new one when it is published again, or for every poll. */
	context: object | undefined;
	/** How often it was published after a pause. */
	publishings = 0;
	/** How often it has returned to where it was before an emission. */
	returns = 0;
	/** Until when a poll may still be making the first look. */
	firstLookEndsAt = 0;
	/** When it last polled. */
	at = 0;
	/** What the memory had forgotten when that was last looked at. See {@link EventMemory.crowdedOutUntil}. */
	forgottenUntil = 0;

	constructor(
		readonly account: string,
		public turn = 0,
		public progress: ProgressByKind = {},
		readonly seen: StoredMemory = {},
	) {}

	/** How far it had come before the emissions whose outcome is not known: it may return there. */
	get settled(): ProgressByKind {
		return Object.assign({}, this.progress, ...this.emissions.map(({ before }) => before).reverse()) as ProgressByKind;
	}

	/** Without what is being emitted: if that were stored and n8n killed, it would never be emitted. */
	stored(): Stored {
		const progress = deepCopy(this.settled) as Stored['progress'];
		return { account: this.account, turn: this.turn, at: this.at, progress, seen: this.seen };
	}

	/** To be called when the outcome of an emission is known. */
	settle(emission: Emission, outcome: DeliveryOutcome): void {
		const place = this.emissions.indexOf(emission);
		if (place === -1) return;
		this.emissions.splice(place, 1);
		for (const id of emission.eventIds) {
			if (outcome === 'held') this.memory.record(id, { stored: this.seen });
			else this.memory.forget(id, { stored: this.seen });
		}
		if (outcome === 'held') return;
		this.progress = { ...this.progress, ...emission.before };
		// What later ones return to must not be after that.
		for (const later of this.emissions.slice(place)) later.before = { ...later.before, ...emission.before };
		this.returns += 1;
		this.details.clear();
	}
}

/** The watch to go on with: this process's own, or what another process has stored since. */
export function current(known: Watch | undefined, account: string, stored: StoredPoll | undefined): Watch {
	const turn = Math.max(known?.turn ?? 0, stored?.turn ?? 0);
	if (stored?.account === account) {
		const { progress, seen } = stored as Partial<Stored>;
		return new Watch(account, turn, (progress ?? {}) as ProgressByKind, asStored(seen));
	}
	return known?.account === account ? known : new Watch(account, turn);
}
