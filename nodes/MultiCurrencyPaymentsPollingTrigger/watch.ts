import { deepCopy, type IPollFunctions } from 'n8n-workflow';
import { EventMemory, type StoredMemory } from '../../core/events/memory';
import { keepNewest } from '../../core/keepNewest';
import { sha256 } from '../../core/service/payload';
import {
	asStored,
	WorkflowMemory,
	type DeliveryOutcome,
	type LivePoll,
	type StoredPoll,
} from '../events/workflowMemory';
import { reportsFailedStarts } from '../n8n/emitItems';
import type { Twins } from '../service/balances';
import type { PaymentsCredential } from '../service/credential';

/**
 * How long an emission waits for a report from an n8n that does not report a failed start, in milliseconds. An n8n that
 * does is waited for: its execution limit may hold the execution back for days.
 */
const LONGEST_EMISSION = 86_400_000;

/** Most details whose reading is remembered. A forgotten one is read once more. */
const MOST_DETAILS = 20_000;

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
type ProgressByKind = Record<string, Progress>;

/** What a polling trigger keeps in the workflow's static data. */
interface Stored extends StoredPoll {
	account: string;
	progress: ProgressByKind;
	/** Everything this trigger has seen in the lists, what existed at publishing included. */
	seen: StoredMemory;
}

/** Events that were emitted while it is not yet known whether n8n holds the execution. */
interface Emission {
	eventIds: readonly string[];
	/** The progress before it. The trigger returns to it when n8n could not start the execution, or was killed. */
	before: ProgressByKind;
	/** Milliseconds since 1970. */
	since: number;
	giveUp(): void;
}

/** A polling trigger as this process knows it. Times in milliseconds since 1970. */
class Watch implements LivePoll {
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
	at = 0;
	/** What the memory had forgotten when that was last looked at. See {@link EventMemory.crowdedOutUntil}. */
	forgottenUntil = 0;

	constructor(
		readonly account: string,
		public turn: number,
		public progress: ProgressByKind,
		readonly seen: StoredMemory,
	) {}

	/** How far it had come before the emissions whose outcome is not known: it may return there. */
	get settled(): ProgressByKind {
		return Object.assign({}, this.progress, ...this.emissions.map(({ before }) => before).reverse()) as ProgressByKind;
	}

	/** Without what is being emitted: if that were stored and n8n killed, it would never be emitted. */
	stored(): Stored {
		const { account, turn, at, seen } = this;
		return { account, turn, at, progress: deepCopy(this.settled), seen };
	}

	/** To be called when the outcome of an emission is known. */
	settle(emission: Emission, outcome: DeliveryOutcome): void {
		const place = this.emissions.indexOf(emission);
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
function current(known: Watch | undefined, account: string, stored: (StoredPoll & Partial<Stored>) | undefined): Watch {
	const isStored = stored?.account === account;
	if (!isStored && known?.account === account) return known;
	const { progress, seen } = isStored ? stored : {};
	return new Watch(account, Math.max(known?.turn ?? 0, stored?.turn ?? 0), progress ?? {}, asStored(seen));
}

/** What a polling trigger knows from one poll to the next, and after a restart, as one poll needs it. */
export class PollState {
	/** What all triggers of the workflow know. */
	readonly shared: WorkflowMemory;
	private readonly nodeId: string;
	readonly watch: Watch;
	/** The watch when this poll began. */
	readonly before: Readonly<Pick<Watch, 'turn' | 'progress' | 'publishings' | 'returns'>>;
	/** Whether n8n polls in this context for the first time, because the workflow was published or n8n started. */
	readonly isFirstOfContext: boolean;

	/** @param credential when it changes to another account, everything is new */
	constructor(
		n8n: IPollFunctions,
		{ baseUrl, appId }: PaymentsCredential,
		readonly now: number,
	) {
		// Sandbox and production may share an app ID.
		const account = sha256(JSON.stringify([baseUrl, appId])).slice(0, 16);
		this.nodeId = n8n.getNode().id;
		const shared = WorkflowMemory.of(n8n);
		this.shared = shared;
		const live = shared.polls.get(this.nodeId);
		const known = live instanceof Watch ? live : undefined;
		const isTakingOver = known?.context !== n8n && n8n.getActivationMode() === 'leadershipChange';
		const watch = current(known, account, shared.storedPoll(this.nodeId, isTakingOver));
		this.watch = watch;
		this.isFirstOfContext = watch.context !== n8n;
		watch.context = n8n;
		watch.at = now;
		shared.polls.set(this.nodeId, watch);
		// Published after a pause: of a workflow that stays published n8n says “update”, or “init” when n8n starts.
		if (this.isFirstOfContext && n8n.getActivationMode() === 'activate') {
			watch.progress = {};
			watch.details.clear();
			for (const emission of watch.emissions) emission.before = {};
			watch.publishings += 1;
			watch.firstLookEndsAt = 0;
		}
		const { turn, progress, publishings, returns } = watch;
		this.before = { turn, progress: deepCopy(progress), publishings, returns };
		if (reportsFailedStarts(n8n)) return;
		for (const { since, giveUp } of watch.emissions) if (Math.abs(now - since) > LONGEST_EMISSION) giveUp();
	}

	/** Whether during this poll the workflow was published after a pause, or its credential changed to another account. */
	get isSuperseded(): boolean {
		const live = this.shared.polls.get(this.nodeId) ?? this.watch;
		return live !== this.watch || this.watch.publishings !== this.before.publishings;
	}

	/** Whether another poll of this trigger has ended during this one. */
	get isOvertaken(): boolean {
		return this.watch.turn !== this.before.turn;
	}

	noteReading(recordState: string): void {
		const { details } = this.watch;
		details.delete(recordState);
		details.set(recordState, this.now);
		keepNewest(details, MOST_DETAILS);
	}

	/** Forgets how far other kinds of events were looked through. One that is chosen again begins anew. */
	watchOnly(kinds: readonly string[]): void {
		for (const progress of this.everyProgress()) {
			for (const kind of Object.keys(progress)) if (!kinds.includes(kind)) delete progress[kind];
		}
	}

	/** Watches no record any more of which the memory had to forget what was seen, and says so in n8n's log. */
	giveUpForgotten({ logger }: IPollFunctions): void {
		const { crowdedOutUntil } = this.watch.memory;
		for (const progress of this.everyProgress()) {
			for (const [kind, { look, ...rest }] of Object.entries(progress)) {
				const from = Math.max(rest.from ?? 0, crowdedOutUntil);
				progress[kind] = { ...rest, from, ...(look && look.from >= from && { look }) };
			}
		}
		if (crowdedOutUntil <= this.watch.forgottenUntil) return;
		this.watch.forgottenUntil = crowdedOutUntil;
		const time = new Date(crowdedOutUntil).toISOString();
		logger.warn(
			`The payments polling trigger has seen more than it can remember. What was created before ${time} is no longer watched for changes. Lower Look Back (Hours), or choose fewer Events.`,
		);
	}

	/** How far it has come, and the states to which it may return. */
	private everyProgress(): ProgressByKind[] {
		return [this.watch.progress, this.before.progress, ...this.watch.emissions.map(({ before }) => before)];
	}

	/** @returns false where an emission has failed during this poll: what it held has to be looked for first */
	setProgress(kind: string, progress: Progress): boolean {
		if (this.hasReturned && kind in this.watch.progress) return false;
		this.watch.progress = { ...this.watch.progress, [kind]: progress };
		return true;
	}

	private get hasReturned(): boolean {
		return this.watch.returns !== this.before.returns;
	}

	hasSeen(eventOrMark: string): boolean {
		return this.watch.memory.knows(eventOrMark, this.now);
	}

	/** To be called before anything is looked up. @param hours how long an event can be found in the lists */
	rememberFor(hours: number): void {
		this.watch.memory.rememberFor(hours);
		this.watch.memory.merge(this.moment);
	}

	/** Remembers events that are not to be emitted, or marks. */
	see(eventsOrMarks: readonly string[]): void {
		this.watch.memory.admitAll(eventsOrMarks, this.moment);
	}

	/** Remembers an event that is being emitted, and its marks: for good only when n8n holds the execution. */
	reserve(eventId: string, marks: readonly string[]): void {
		this.watch.memory.reserve(eventId, this.moment, marks);
	}

	/** Gives n8n everything to store when it next writes static data. */
	save(): void {
		this.watch.turn += 1;
		this.watch.firstLookEndsAt = 0;
		this.shared.polls.set(this.nodeId, this.watch);
		this.shared.save();
	}

	/** To be called before {@link save}. @param giveUp has the outcome be “failed”, unless it is known by then */
	emit(eventIds: readonly string[], outcome: Promise<DeliveryOutcome>, giveUp: () => void): void {
		const before = { ...this.before.progress, ...(this.hasReturned && this.watch.progress) };
		const emission: Emission = { eventIds, before, since: this.now, giveUp };
		this.watch.emissions.push(emission);
		const settled = (what: DeliveryOutcome) => this.watch.settle(emission, what);
		this.shared.handOn('poll', eventIds, outcome, { settled });
	}

	private get moment() {
		return { now: this.now, stored: this.watch.seen };
	}
}
