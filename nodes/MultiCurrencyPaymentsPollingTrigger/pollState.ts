import { deepCopy, type IPollFunctions } from 'n8n-workflow';
import { keepNewest } from '../../core/keepNewest';
import { WorkflowMemory, type DeliveryOutcome } from '../events/workflowMemory';
import { reportsFailedStarts } from '../n8n/emitItems';
import { current, Watch, type Emission, type Progress, type ProgressByKind } from './watch';

/**
 * How long an emission waits for a report from an n8n that does not report a failed start, in milliseconds. An n8n that
 * does is waited for: its execution limit may hold the execution back for days.
 */
const LONGEST_EMISSION = 86_400_000;

/** Most details whose reading is remembered. A forgotten one is read once more. */
const MOST_DETAILS = 20_000;

/** What a polling trigger knows from one poll to the next, and after a restart, as one poll needs it. */
export class PollState {
	/** What all triggers of the workflow know. */
	readonly shared: WorkflowMemory;
	private readonly nodeId: string;
	private readonly watch: Watch;
	private readonly progressBefore: ProgressByKind;
	private readonly returnsBefore: number;
	private readonly publishing: number;
	/** How many polls had ended when this one began. */
	readonly turn: number;
	/** Whether n8n polls in this context for the first time, because the workflow was published or n8n started. */
	readonly isFirstOfContext: boolean;

	/** @param account the account of the credential. When it changes, everything is new. */
	constructor(
		n8n: IPollFunctions,
		account: string,
		readonly now: number,
	) {
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
		this.publishing = watch.publishings;
		this.progressBefore = deepCopy(watch.progress);
		this.turn = watch.turn;
		this.returnsBefore = watch.returns;
		if (reportsFailedStarts(n8n)) return;
		for (const { since, giveUp } of watch.emissions) if (Math.abs(now - since) > LONGEST_EMISSION) giveUp();
	}

	/** Whether during this poll the workflow was published after a pause, or its credential changed to another account. */
	get isSuperseded(): boolean {
		const live = this.shared.polls.get(this.nodeId) ?? this.watch;
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
		return this.watch.turn !== this.turn;
	}

	/** When the detail of a record in this state was read last, in milliseconds since 1970; -Infinity for never. */
	readAt(recordState: string): number {
		return this.watch.details.get(recordState) ?? -Infinity;
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

	/**
	 * Watches no record any more of which the memory had to forget what was seen.
	 * @returns when the oldest that is still watched was created, in milliseconds since 1970; null when no more was forgotten
	 */
	giveUpForgotten(): number | null {
		const { crowdedOutUntil } = this.watch.memory;
		for (const progress of this.everyProgress()) {
			for (const [kind, { look, ...rest }] of Object.entries(progress)) {
				const from = Math.max(rest.from ?? 0, crowdedOutUntil);
				progress[kind] = { ...rest, from, ...(look && look.from >= from && { look }) };
			}
		}
		if (crowdedOutUntil <= this.watch.forgottenUntil) return null;
		this.watch.forgottenUntil = crowdedOutUntil;
		return crowdedOutUntil;
	}

	/** How far it has come, and the states to which it may return. */
	private everyProgress(): ProgressByKind[] {
		return [this.watch.progress, this.progressBefore, ...this.watch.emissions.map(({ before }) => before)];
	}

	progressOf(kind: string): Progress {
		return this.watch.progress[kind] ?? {};
	}

	/** Whether there are emissions whose outcome is not known. */
	get mayReturn(): boolean {
		return this.watch.emissions.length > 0;
	}

	/** How far it had come before the emissions whose outcome is not known: it may return there. */
	settledProgressOf(kind: string): Progress {
		return this.watch.settled[kind] ?? {};
	}

	/** @returns false where an emission has failed during this poll: what it held has to be looked for first */
	setProgress(kind: string, progress: Progress): boolean {
		if (this.hasReturned && kind in this.watch.progress) return false;
		this.watch.progress = { ...this.watch.progress, [kind]: progress };
		return true;
	}

	private get hasReturned(): boolean {
		return this.watch.returns !== this.returnsBefore;
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
		const before = { ...this.progressBefore, ...(this.hasReturned && this.watch.progress) };
		const emission: Emission = { eventIds, before, since: this.now, giveUp };
		this.watch.emissions.push(emission);
		const settled = (what: DeliveryOutcome) => this.watch.settle(emission, what);
		this.shared.handOn('poll', eventIds, outcome, { settled });
	}

	private get moment() {
		return { now: this.now, stored: this.watch.seen };
	}
}
