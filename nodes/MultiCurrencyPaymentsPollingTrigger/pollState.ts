import type { IPollFunctions } from 'n8n-workflow';
import type { StoredMemory } from '../../core/events/span';
import { EventMemory } from '../../core/events/memory';
import { MOST_AT_MOST } from '../../core/events/span';
import type { Outcome } from '../events/handing';
import type { LivePoll, StoredPoll, WorkflowMemory } from '../events/workflowMemory';
import { asStored } from '../events/workflowMemory';
import { ReadDetails } from './readDetails';
import type { Progress } from './look';

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
 * How long an emission waits for word from n8n, in milliseconds. Older versions (seen on 2.4) tell nobody that a start has
 * failed.
 */
const LONGEST_EMISSION = 86_400_000;

/** Events that were emitted, while it is not known whether n8n holds the execution. */
interface Emission {
	eventIds: readonly string[];
	/** How far the trigger had come before. It goes back there when n8n could not start the execution, or was killed. */
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
	/** Events of emissions that failed. They are to be emitted even where what else is found existed at publishing. */
	readonly owed = new Set<string>();
	/** The context that n8n polls it in; a workflow that is published anew gets another one. */
	context: object | undefined;

	constructor(
		readonly account: string,
		public turn = 0,
		public at = 0,
		public progress: ProgressByKind = {},
		readonly seen: StoredMemory = {},
	) {}

	/** Without what is being emitted: were it stored and n8n killed, nobody would ever emit it. */
	stored(): Stored {
		const [oldest] = this.emissions;
		const progress = JSON.parse(JSON.stringify(oldest?.before ?? this.progress)) as Record<string, never>;
		return { account: this.account, turn: this.turn, at: this.at, progress, seen: this.seen };
	}

	/** To be called when it is known what came of an emission. */
	settle(emission: Emission, outcome: Outcome): void {
		const place = this.emissions.indexOf(emission);
		if (place === -1) return;
		this.emissions.splice(place, 1);
		for (const id of emission.eventIds) {
			if (outcome === 'held') {
				this.memory.record(id, { stored: this.seen });
				continue;
			}
			this.memory.forget(id, { stored: this.seen });
			this.owed.add(id);
		}
		if (outcome === 'held') return;
		this.progress = { ...this.progress, ...emission.before };
		this.details.forgetAll();
	}
}

/** By workflow and node. */
const watches = new Map<string, Watch>();

/** What a polling trigger knows from one poll to the next, and after a restart. */
export class PollState {
	private readonly nodeId: string;
	private readonly watch: Watch;
	private readonly progressBefore: ProgressByKind;
	/** Whether n8n polls in this context for the first time, because the workflow was published or n8n started. */
	readonly isFirstOfContext: boolean;

	/** @param account another one when the credential names another account, whose payments are all new */
	constructor(
		private readonly n8n: IPollFunctions,
		account: string,
		private readonly shared: WorkflowMemory,
		private readonly now: number,
	) {
		this.nodeId = n8n.getNode().id;
		const key = JSON.stringify([n8n.getWorkflow().id, this.nodeId]);
		this.watch = current(watches.get(key), account, shared.storedPoll(this.nodeId));
		this.isFirstOfContext = this.watch.context !== n8n;
		this.watch.context = n8n;
		watches.set(key, this.watch);
		// After a pause. While a workflow stays published n8n says “update”, and “init” when it starts.
		if (this.isFirstOfContext && n8n.getActivationMode() === 'activate') this.watch.progress = {};
		this.progressBefore = copyOf(this.watch.progress);
		for (const { since, giveUp } of this.watch.emissions) if (Math.abs(now - since) > LONGEST_EMISSION) giveUp();
	}

	/** Whether the workflow was published anew during this poll: the poll of that finds everything, too. */
	get isSuperseded(): boolean {
		return this.watch.context !== this.n8n;
	}

	get details(): ReadDetails {
		return this.watch.details;
	}

	/** What was seen before this time may be forgotten, in milliseconds since 1970. */
	get forgottenUntil(): number {
		return this.watch.memory.crowdedOutUntil;
	}

	progressOf(kind: string): Progress {
		return this.watch.progress[kind] ?? {};
	}

	setProgress(kind: string, progress: Progress): void {
		this.watch.progress = { ...this.watch.progress, [kind]: progress };
	}

	hasSeen(eventId: string): boolean {
		return this.watch.memory.knows(eventId, this.now);
	}

	/** Whether an event was to be emitted before and n8n could not start the execution. */
	isOwed(eventId: string): boolean {
		return this.watch.owed.delete(eventId);
	}

	/** To be called before anything is looked up. @param hours how long an event can be found in the lists */
	ask(hours: number): void {
		const span = { askedBy: 'poll', hours, atMost: MOST_AT_MOST };
		this.watch.memory.merge({ ...this.moment, span });
	}

	/** Remembers an event that is not to be emitted. */
	see(eventId: string): void {
		this.watch.memory.admit(eventId, this.moment);
	}

	/** Remembers an event that is being emitted: for good only when n8n holds the execution. */
	claim(eventId: string): void {
		this.watch.memory.claim(eventId, this.moment);
	}

	/** Hands everything to n8n to store when it stores something. */
	save(): void {
		this.watch.turn += 1;
		this.watch.at = this.now;
		this.shared.setPoll(this.nodeId, this.watch);
	}

	/** To be called before {@link save}, with what comes of the emission. */
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

/** The watch that goes on: this process's own, or what another process has stored since. */
function current(known: Watch | undefined, account: string, stored: StoredPoll | undefined): Watch {
	const turn = Math.max(known?.turn ?? 0, stored?.turn ?? 0);
	const at = Math.max(known?.at ?? 0, stored?.at ?? 0);
	if (stored?.account === account) {
		const { progress, seen } = stored as Partial<Stored>;
		return new Watch(account, turn, at, copyOf((progress ?? {}) as ProgressByKind), asStored(seen));
	}
	return known?.account === account ? known : new Watch(account, turn, at);
}

function copyOf<T extends object>(plain: T): T {
	return JSON.parse(JSON.stringify(plain)) as T;
}
