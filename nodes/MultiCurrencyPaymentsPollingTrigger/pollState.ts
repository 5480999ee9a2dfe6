import type { IPollFunctions } from 'n8n-workflow';
import type { StoredMemory } from '../../core/events/span';
import { EventMemory } from '../../core/events/memory';
import { MOST_AT_MOST } from '../../core/events/span';
import type { Outcome } from '../events/handing';
import type { LivePoll, StoredPoll, WorkflowMemory } from '../events/workflowMemory';
import { asStored } from '../events/workflowMemory';
import { reportsFailedStarts } from '../service/n8nVersions';
import { CLOCKS_DIFFER } from '../service/period';
import { ReadDetails } from './readDetails';
import type { Progress } from './progress';

/** How far the lists were looked through, by kind of event. */
type ProgressByKind = Record<string, Progress>;

/** What a polling trigger keeps in the workflow's static data. */
interface Stored extends StoredPoll {
	account: string;
	progress: Record<string, never>;
	/** Everything this trigger has seen in the lists, what existed at publishing included. */
	seen: StoredMemory;
}

/**
 * How long an emission waits for a report from an n8n that does not report a failed start, in milliseconds. An n8n that
 * does is waited for: its execution limit may hold the execution back for days.
 */
const LONGEST_EMISSION = 86_400_000;

/** Events that were emitted while it is not yet known whether n8n holds the execution. */
interface Emission {
	eventIds: readonly string[];
	/** The progress before it. The trigger returns to it when n8n could not start the execution, or was killed. */
	before: ProgressByKind;
	/** Milliseconds since 1970. */
	since: number;
	giveUp(): void;
}

/** A polling trigger as this process knows it. */
class Watch implements LivePoll {
	readonly memory = new EventMemory();
	readonly details = new ReadDetails();
	readonly emissions: Emission[] = [];
	/**
	 * The context in which n8n polled it last. A workflow gets a new one when it is published again; with n8n's durable
	 * scheduler every poll has its own.
	 */
	context: object | undefined;
	/** How often it was published after a pause. */
	publishings = 0;
	/** Until when a poll may still be making the first look, in milliseconds since 1970. */
	firstLookEndsAt = 0;
	/** When it last polled, in milliseconds since 1970. */
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
		const progress = JSON.parse(JSON.stringify(this.settled)) as Record<string, never>;
		return { account: this.account, turn: this.turn, at: this.at, progress, seen: this.seen };
	}

	/** To be called when the outcome of an emission is known. */
	settle(emission: Emission, outcome: Outcome): void {
		const place = this.emissions.indexOf(emission);
		if (place === -1) return;
		this.emissions.splice(place, 1);
		for (const id of emission.eventIds) {
			if (outcome === 'held') this.memory.record(id, { stored: this.seen });
			else this.memory.forget(id, { stored: this.seen });
		}
		if (outcome === 'held') return;
		this.progress = { ...this.progress, ...emission.before };
		this.details.forgetAll();
	}
}

/** What a polling trigger knows from one poll to the next, and after a restart. */
export class PollState {
	private readonly nodeId: string;
	private readonly watch: Watch;
	private readonly progressBefore: ProgressByKind;
	private readonly turnBefore: number;
	private readonly publishing: number;
	/** Whether n8n polls in this context for the first time, because the workflow was published or n8n started. */
	readonly isFirstOfContext: boolean;

	/** @param account the account of the credential. When it changes, everything is new. */
	constructor(
		private readonly n8n: IPollFunctions,
		account: string,
		private readonly shared: WorkflowMemory,
		private readonly now: number,
	) {
		this.nodeId = n8n.getNode().id;
		const known = shared.livePoll(this.nodeId);
		this.watch = current(known instanceof Watch ? known : undefined, account, shared.storedPoll(this.nodeId));
		this.isFirstOfContext = this.watch.context !== n8n;
		this.watch.context = n8n;
		this.watch.at = now;
		shared.setPoll(this.nodeId, this.watch);
		// The workflow was published after a pause. For one that stays published n8n says “update”, or “init” when n8n
		// starts.
		if (this.isFirstOfContext && n8n.getActivationMode() === 'activate') {
			this.watch.progress = {};
			for (const emission of this.watch.emissions) emission.before = {};
			this.watch.publishings += 1;
			this.watch.firstLookEndsAt = 0;
		}
		this.publishing = this.watch.publishings;
		this.progressBefore = copyOf(this.watch.progress);
		this.turnBefore = this.watch.turn;
		if (reportsFailedStarts(n8n)) return;
		for (const { since, giveUp } of this.watch.emissions) if (Math.abs(now - since) > LONGEST_EMISSION) giveUp();
	}

	/**
	 * Whether the workflow was published again after a pause, or its credential was changed to another account, during this
	 * poll.
	 */
	get isSuperseded(): boolean {
		const live = this.shared.livePoll(this.nodeId) ?? this.watch;
		return live !== this.watch || this.watch.publishings !== this.publishing;
	}

	/** Whether another poll is making the first look. Only that one can tell what existed at publishing. */
	get hasFirstLookUnderWay(): boolean {
		return this.now < this.watch.firstLookEndsAt;
	}

	/** @param endsAt when the poll has to stop, in milliseconds since 1970 */
	beginFirstLook(endsAt: number): void {
		this.watch.firstLookEndsAt = endsAt;
	}

	/** Whether another poll of this trigger has ended during this one. */
	get isOvertaken(): boolean {
		return this.watch.turn !== this.turnBefore;
	}

	/** When the detail of a record in this state was read last, in milliseconds since 1970. */
	readonly readAt = (recordState: string): number | undefined => this.watch.details.readAt(recordState);

	/** Remembers that the detail of a record in this state was read. */
	noteReading(recordState: string): void {
		this.watch.details.note(recordState, this.now);
	}

	/** Forgets how far other kinds of events were looked through. One that is chosen again begins anew. */
	watchOnly(kinds: readonly string[]): void {
		for (const progress of this.everyProgress()) {
			for (const kind of Object.keys(progress)) if (!kinds.includes(kind)) delete progress[kind];
		}
	}

	/**
	 * Watches no record any more of which the memory had to forget what was seen.
	 * @returns the creation time of the oldest record that is still watched, in milliseconds since 1970; null when nothing
	 * was forgotten in this poll
	 */
	giveUpForgotten(): number | null {
		const { crowdedOutUntil } = this.watch.memory;
		if (crowdedOutUntil <= this.watch.forgottenUntil) return null;
		this.watch.forgottenUntil = crowdedOutUntil;
		// The memory drops the oldest records first. So it still knows those that a clock may show too early.
		const until = crowdedOutUntil - CLOCKS_DIFFER;
		for (const progress of this.everyProgress()) {
			for (const [kind, { look, ...rest }] of Object.entries(progress)) {
				const from = Math.max(rest.from ?? 0, until);
				progress[kind] = { ...rest, from, ...(look && look.from >= from && { look }) };
			}
		}
		return until;
	}

	/** How far it has come, and the states to which it may return. */
	private everyProgress(): ProgressByKind[] {
		return [this.watch.progress, this.progressBefore, ...this.watch.emissions.map(({ before }) => before)];
	}

	progressOf(kind: string): Progress {
		return this.watch.progress[kind] ?? {};
	}

	/** How far it had come before the emissions whose outcome is not known: it may return there. */
	settledProgressOf(kind: string): Progress {
		return this.watch.settled[kind] ?? {};
	}

	setProgress(kind: string, progress: Progress): void {
		this.watch.progress = { ...this.watch.progress, [kind]: progress };
	}

	readonly hasSeen = (eventOrMark: string): boolean => this.watch.memory.knows(eventOrMark, this.now);

	/** To be called before anything is looked up. @param hours how long an event can be found in the lists */
	ask(hours: number): void {
		const span = { askedBy: 'poll', hours, atMost: MOST_AT_MOST };
		this.watch.memory.merge({ ...this.moment, span });
	}

	/** Remembers events that are not to be emitted, or marks. */
	see(eventsOrMarks: readonly string[]): void {
		this.watch.memory.admitAll(eventsOrMarks, this.moment);
	}

	/** Remembers an event that is being emitted: for good only when n8n holds the execution. */
	claim(eventId: string): void {
		this.watch.memory.claim(eventId, this.moment);
	}

	/** Gives n8n everything to store when it next writes static data. */
	save(): void {
		this.watch.turn += 1;
		this.watch.firstLookEndsAt = 0;
		this.shared.setPoll(this.nodeId, this.watch);
		this.shared.savePolls();
	}

	/** To be called before {@link save}. @param outcome the outcome of the emission */
	emit(eventIds: readonly string[], outcome: Promise<Outcome>): void {
		const { promise: givenUp, resolve } = this.n8n.helpers.createDeferredPromise<Outcome>();
		const giveUp = () => resolve('failed');
		const emission: Emission = { eventIds, before: this.progressBefore, since: this.now, giveUp };
		this.watch.emissions.push(emission);
		const settle = (what: Outcome) => this.watch.settle(emission, what);
		this.shared.handOn('poll', eventIds, Promise.race([outcome, givenUp]), settle);
	}

	private get moment() {
		return { now: this.now, stored: this.watch.seen };
	}
}

/** The watch to go on with: this process's own, or what another process has stored since. */
function current(known: Watch | undefined, account: string, stored: StoredPoll | undefined): Watch {
	const turn = Math.max(known?.turn ?? 0, stored?.turn ?? 0);
	if (stored?.account === account) {
		const { progress, seen } = stored as Partial<Stored>;
		return new Watch(account, turn, copyOf((progress ?? {}) as ProgressByKind), asStored(seen));
	}
	return known?.account === account ? known : new Watch(account, turn);
}

function copyOf<T extends object>(plain: T): T {
	return JSON.parse(JSON.stringify(plain)) as T;
}
