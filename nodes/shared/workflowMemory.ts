import type { IDataObject } from 'n8n-workflow';
import type { Moment, StoredMemory } from '../../core/eventMemory';
import { EventMemory } from '../../core/eventMemory';

/** Name under which a workflow's static data keeps the memory. Shared by all nodes of the workflow. */
const STORED_AS = 'multiCurrencyPaymentsEvents';

/** Workflows whose memory a process holds; of the one that was quiet longest only the copy in static data stays. */
const MOST_WORKFLOWS = 500;

/** What a node context needs to have for its workflow's memory to be found. */
export interface MemorySource {
	getWorkflow(): { id?: string };
	getWorkflowStaticData(type: 'global'): IDataObject;
}

/** How an event is remembered. */
export interface Remembering {
	/** Milliseconds since 1970. */
	now: number;
	rememberForHours: number;
}

interface Memory {
	events: EventMemory;
	/**
	 * The stored copy, one object for the whole process. n8n writes static data some time after the event, and whoever
	 * writes last wins: since all deliveries hold the same object, every write says what is known when it happens.
	 */
	stored: StoredMemory;
	/** Events that deliveries of this process are handing on; each promise ends when that is over. */
	handings: Map<string, Promise<void>>;
}

/** What came of handing an event on, as far as is known. */
export type Handing = 'handedOn' | 'failed' | 'unknown';

/** The memory as the static data of one delivery holds it: what it says is made up at the moment n8n writes it. */
class WrittenLater {
	readonly #written: () => StoredMemory;

	constructor(written: () => StoredMemory) {
		this.#written = written;
	}

	toJSON(): StoredMemory {
		return this.#written();
	}
}

const memories = new Map<string, Memory>();

/**
 * The events that the triggers of one workflow have handed on, in this process and, through the workflow's static data,
 * in others and after a restart. What is guaranteed is said in core/eventMemory.
 */
export class WorkflowMemory {
	private constructor(
		private readonly memory: Memory,
		private readonly source: MemorySource,
	) {}

	static of(source: MemorySource): WorkflowMemory {
		const id = source.getWorkflow().id ?? '';
		const memory = memories.get(id) ?? { events: new EventMemory(), stored: {}, handings: new Map() };
		memories.delete(id);
		memories.set(id, memory);
		for (const quietest of memories.keys()) {
			if (memories.size <= MOST_WORKFLOWS) break;
			memories.delete(quietest);
		}
		return new WorkflowMemory(memory, source);
	}

	/** Whether an event is new and to be handed on in this very step; if so it is remembered, together with the facts. */
	admit(eventId: string, remembering: Remembering, facts: readonly string[] = []): boolean {
		return this.change((events, moment) => events.admit(eventId, moment, facts), remembering);
	}

	/**
	 * Whether an event is new and to be handed on by a delivery. If so its copies are held back from here on, but it is
	 * remembered for good only when it was handed on: n8n writes the delivery's static data when it holds the execution.
	 * @param handing what comes of it
	 */
	claim(eventId: string, remembering: Remembering, facts: readonly string[], handing: () => Promise<Handing>): boolean {
		const isNew = this.change((events, moment) => events.claim(eventId, moment, facts), remembering);
		if (!isNew) return false;
		const { events, stored, handings } = this.memory;
		const record = () => {
			events.record(eventId, { stored });
			return stored;
		};
		this.source.getWorkflowStaticData('global')[STORED_AS] = new WrittenLater(record) as unknown as IDataObject;
		const ended = handing().then((outcome) => {
			handings.delete(eventId);
			if (outcome === 'handedOn') record();
			if (outcome === 'failed') this.forget(eventId);
		});
		handings.set(eventId, ended);
		return true;
	}

	/** Ends when the delivery that is handing an event on is over; undefined when there is none in this process. */
	handing(eventId: string): Promise<void> | undefined {
		return this.memory.handings.get(eventId);
	}

	/** Whether an event was claimed by a delivery of which nobody knows what came of it. */
	isUndecided(eventId: string, now: number): boolean {
		return this.memory.events.isClaimed(eventId, { now });
	}

	/** Whether an event or fact is remembered, as of the last {@link admit} or {@link claim}. */
	knows(eventOrFact: string): boolean {
		return this.memory.events.knows(eventOrFact);
	}

	/** Takes back an event that was not handed on after all, so that its next copy is. */
	forget(eventId: string): void {
		this.memory.events.forget(eventId, { stored: this.memory.stored });
	}

	/** Brings memory and static data together, with a change to both. */
	private change(
		change: (events: EventMemory, moment: Moment) => boolean,
		{ now, rememberForHours }: Remembering,
	): boolean {
		const data = this.source.getWorkflowStaticData('global');
		const loaded = asStored(data[STORED_AS]);
		const stored = { ...loaded };
		const isNew = change(this.memory.events, { now, stored, rememberForHours });
		replaceContent(this.memory.stored, stored);
		// n8n notices an assignment to the static data itself in every context, one further inside only in some.
		if (!saysTheSame(loaded, stored)) data[STORED_AS] = this.memory.stored;
		return isNew;
	}
}

/** The memory in what static data holds, whatever became of it there. A copy. */
export function asStored(value: unknown): StoredMemory {
	if (typeof value !== 'object' || value === null) return {};
	return Object.fromEntries(
		Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
	);
}

function saysTheSame(one: StoredMemory, other: StoredMemory): boolean {
	const names = Object.keys(one);
	return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

function replaceContent(target: StoredMemory, content: StoredMemory): void {
	for (const name of Object.keys(target)) if (!(name in content)) delete target[name];
	Object.assign(target, content);
}
