import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { StoredMemory } from '../../core/eventMemory';
import { EventMemory } from '../../core/eventMemory';
import type { WorkflowMemory } from '../shared/workflowMemory';
import { asStored } from '../shared/workflowMemory';
import type { Progress } from './look';

/** What a polling trigger keeps in its static data. */
interface Stored {
	account: string;
	/** Number of the last poll that emitted something. */
	emission: number;
	/** By kind of event. */
	progress: Record<string, Progress>;
	/** Everything this trigger has seen in the lists, what existed at publishing included. */
	seen: StoredMemory;
}

/**
 * What each polling trigger of this process emitted last. n8n throws a poll's result away when the workflow is published
 * anew meanwhile, and then does not write static data either: the next trigger finds an older number there.
 */
const lastEmissions = new Map<string, { number: number; eventIds: string[] }>();

/** What a published trigger has seen, by the context n8n polls it in: it starts from what n8n has stored. */
const memories = new WeakMap<object, EventMemory>();

/** What a polling trigger knows from one poll to the next, and after a restart. */
export class PollState {
	private readonly data: IDataObject;
	private stored: Stored;
	private readonly memory: EventMemory;
	/** Whether n8n polls in this context for the first time: the workflow was published, or n8n started. */
	readonly isFirstOfContext: boolean;

	/** @param account changes when the credential names another account, whose payments are all new */
	constructor(
		private readonly n8n: IPollFunctions,
		private readonly account: string,
		private readonly shared: WorkflowMemory,
	) {
		this.data = n8n.getWorkflowStaticData('node');
		this.stored = storedIn(this.data, account);
		this.isFirstOfContext = !memories.has(n8n);
		this.memory = memories.get(n8n) ?? new EventMemory();
		memories.set(n8n, this.memory);
		this.settleLastEmission();
	}

	/** Takes in what a poll that overlaps this one has put there meanwhile. */
	reload(): void {
		this.stored = storedIn(this.data, this.account);
	}

	progressOf(kind: string): Progress {
		return this.stored.progress[kind] ?? {};
	}

	setProgress(kind: string, progress: Progress): void {
		this.stored.progress[kind] = progress;
	}

	/** Whether an event or fact is seen for the first time. */
	see(eventOrFact: string, now: number, rememberForHours: number): boolean {
		return this.memory.admit(eventOrFact, { now, rememberForHours, stored: this.stored.seen });
	}

	hasSeen(fact: string): boolean {
		return this.memory.knows(fact);
	}

	/** Puts everything where n8n stores it, together with what is emitted. */
	save(emitted: string[]): void {
		if (emitted.length > 0) {
			this.stored.emission += 1;
			lastEmissions.set(this.key, { number: this.stored.emission, eventIds: emitted });
		}
		// n8n notices an assignment to the static data itself in every context, one further inside only in some.
		Object.assign(this.data, copyOf(this.stored));
	}

	/** Takes back what an earlier poll was about to emit when n8n threw its result away. */
	private settleLastEmission(): void {
		const last = lastEmissions.get(this.key);
		if (!last) return;
		lastEmissions.delete(this.key);
		if (!this.isFirstOfContext || this.stored.emission === last.number) return;
		for (const id of last.eventIds) this.shared.forget(id);
	}

	private get key(): string {
		return JSON.stringify([this.n8n.getWorkflow().id, this.n8n.getNode().id]);
	}
}

function storedIn({ account, emission, progress, seen }: IDataObject, current: string): Stored {
	const number = typeof emission === 'number' ? emission : 0;
	if (account !== current) return { account: current, emission: number, progress: {}, seen: {} };
	return {
		account: current,
		emission: number,
		progress: copyOf((progress ?? {}) as Record<string, Progress>),
		seen: asStored(seen),
	};
}

/** Static data holds proxies, which structuredClone refuses. */
function copyOf<T>(plain: T): T {
	return JSON.parse(JSON.stringify(plain)) as T;
}
