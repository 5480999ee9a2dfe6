import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { StoredMemory } from '../../core/events/memory';
import { EventMemory } from '../../core/events/memory';
import { isUnsaved } from '../events/staticDataMark';
import type { StoredPoll, WorkflowMemory } from '../events/workflowMemory';
import { asStored } from '../events/workflowMemory';
import type { Progress } from './look';

/** What a polling trigger keeps in the workflow's static data. */
interface Stored {
	account: string;
	/** Number of the last poll that was finished. */
	turn: number;
	/** By kind of event. */
	progress: Record<string, Progress>;
	/** Everything this trigger has seen in the lists, what existed at publishing included. */
	seen: StoredMemory;
}

/** A polling trigger as this process knows it. */
interface Watch {
	/** The context that n8n polls it in; a workflow that is published anew gets another one. */
	context: object;
	memory: EventMemory;
	/** What the last poll was about to emit, and how things stood before. */
	lastEmission?: { eventIds: string[]; before: Stored };
}

const watches = new Map<string, Watch>();

/** What a polling trigger knows from one poll to the next, and after a restart. */
export class PollState {
	private readonly nodeId: string;
	private readonly key: string;
	private readonly watch: Watch;
	private stored: Stored;
	private before: Stored;
	/** Whether n8n polls in this context for the first time, because the workflow was published or n8n started. */
	readonly isFirstOfContext: boolean;

	/** @param account another one when the credential names another account, whose payments are all new */
	constructor(
		n8n: IPollFunctions,
		private readonly account: string,
		private readonly shared: WorkflowMemory,
	) {
		this.nodeId = n8n.getNode().id;
		this.key = JSON.stringify([n8n.getWorkflow().id, this.nodeId]);
		const known = watches.get(this.key);
		this.isFirstOfContext = known?.context !== n8n;
		this.stored = this.before = this.load();
		if (!known || this.stored.turn === 0) this.watch = { context: n8n, memory: new EventMemory() };
		else this.watch = this.isFirstOfContext ? this.takenOver(known, n8n) : known;
		this.watch.lastEmission = undefined;
		watches.set(this.key, this.watch);
	}

	/** Whether the workflow was published anew during this poll: n8n throws away what it gives, and polls again. */
	get isSuperseded(): boolean {
		return watches.get(this.key) !== this.watch;
	}

	/** Takes in what another poll, which overlaps this one, has stored meanwhile. */
	reload(): void {
		this.stored = this.load();
		this.before = copyOf(this.stored);
	}

	progressOf(kind: string): Progress {
		return this.stored.progress[kind] ?? {};
	}

	setProgress(kind: string, progress: Progress): void {
		this.stored.progress[kind] = progress;
	}

	/** Whether an event, or the reading of a detail, is seen for the first time. */
	see(eventOrReading: string, now: number, rememberForHours: number): boolean {
		return this.watch.memory.admit(eventOrReading, { now, rememberForHours, stored: this.stored.seen });
	}

	hasSeen(eventOrReading: string): boolean {
		return this.watch.memory.knows(eventOrReading);
	}

	/** Hands everything to n8n to store, together with what is emitted. */
	save(emitted: string[]): void {
		this.stored.turn += 1;
		if (emitted.length > 0) this.watch.lastEmission = { eventIds: emitted, before: this.before };
		this.shared.setPoll(this.nodeId, copyOf(this.stored) as Stored & StoredPoll);
	}

	/**
	 * Goes on where another context ended. When the workflow is published anew during a poll, n8n throws the poll's result
	 * away and does not save static data. What that poll was about to emit is then taken back.
	 */
	private takenOver({ context, memory, lastEmission }: Watch, n8n: IPollFunctions): Watch {
		if (!lastEmission || !isUnsaved(context)) return { context: n8n, memory };
		for (const id of lastEmission.eventIds) this.shared.forget(id);
		this.stored = { ...copyOf(lastEmission.before), turn: this.stored.turn };
		this.shared.setPoll(this.nodeId, copyOf(this.stored) as Stored & StoredPoll);
		return { context: n8n, memory: new EventMemory() };
	}

	private load(): Stored {
		const { account, turn = 0, progress, seen }: Partial<StoredPoll> = this.shared.pollOf(this.nodeId) ?? {};
		if (account !== this.account) return { account: this.account, turn, progress: {}, seen: {} };
		return {
			account: this.account,
			turn,
			progress: copyOf((progress ?? {}) as Record<string, Progress>),
			seen: asStored(seen),
		};
	}
}

function copyOf<T extends object>(plain: T): T & IDataObject {
	return JSON.parse(JSON.stringify(plain)) as T & IDataObject;
}
