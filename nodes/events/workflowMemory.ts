import type { IDataObject } from 'n8n-workflow';
import type { Moment, StoredMemory } from '../../core/events/memory';
import { EventMemory } from '../../core/events/memory';

/** Names under which a workflow's static data keeps the memory. Shared by all nodes of the workflow. */
const EVENTS = 'multiCurrencyPaymentsEvents';
const POLLS = 'multiCurrencyPaymentsPolls';

/** Most workflows whose memory a process holds. Of one that was quiet longer only the copy in static data stays. */
const MOST_WORKFLOWS = 500;

/** What a node context needs to have for its workflow's memory to be found. */
export interface MemoryContext {
	getWorkflow(): { id?: string };
	getWorkflowStaticData(type: 'global'): IDataObject;
}

/** How an event is remembered. */
export interface Remembering {
	/** Milliseconds since 1970. */
	now: number;
	rememberForHours: number;
}

/** How far a polling trigger has come, as plain JSON. */
export interface StoredPoll extends IDataObject {
	/** Counts the trigger's polls: of two states the one with more is the later. */
	turn: number;
}

interface Memory {
	events: EventMemory;
	/**
	 * The stored copy, one object for the whole process. n8n writes static data some time after the event, and the last
	 * write wins. Since all deliveries hold the same object, each write says all that is known by then.
	 */
	stored: StoredMemory;
	/** The events that deliveries of this process are handing on. Each promise ends when that is over. */
	handings: Map<string, Promise<void>>;
	/**
	 * States of the workflow's polling triggers, by node. By itself n8n saves them only when a poll emits something. A
	 * delivery writes the whole static data, so it writes them, too.
	 */
	polls: Map<string, StoredPoll>;
}

/** What came of handing an event on, as far as is known. */
export type Handing = 'handedOn' | 'failed' | 'unknown';

/** A part of static data whose content is decided at the moment n8n writes it. */
class WrittenLater {
	readonly #written: () => object | undefined;

	constructor(written: () => object | undefined) {
		this.#written = written;
	}

	toJSON(): object | undefined {
		return this.#written();
	}
}

function writtenLater(written: () => object | undefined): IDataObject {
	return new WrittenLater(written) as unknown as IDataObject; // JSON is all that n8n makes of it
}

const memories = new Map<string, Memory>();

/**
 * The events that the triggers of one workflow have handed on, in this process and, through the workflow's static data,
 * in others and after a restart. What is guaranteed is said in core/events/memory.
 */
export class WorkflowMemory {
	private constructor(
		private readonly memory: Memory,
		private readonly context: MemoryContext,
	) {}

	static of(context: MemoryContext): WorkflowMemory {
		const id = context.getWorkflow().id ?? '';
		const memory = memories.get(id) ?? { events: new EventMemory(), stored: {}, handings: new Map(), polls: new Map() };
		memories.delete(id);
		memories.set(id, memory);
		for (const quietest of memories.keys()) {
			if (memories.size <= MOST_WORKFLOWS) break;
			memories.delete(quietest);
		}
		return new WorkflowMemory(memory, context);
	}

	/** Whether an event is new, and handed on in this very step. If so it is remembered, together with the milestones. */
	admit(eventId: string, remembering: Remembering, milestones: readonly string[] = []): boolean {
		return this.change((events, moment) => events.admit(eventId, moment, milestones), remembering);
	}

	/**
	 * Whether an event is new, and a delivery is to hand it on. If so its copies are held back from here on. It is
	 * remembered for good only when it was handed on: n8n writes the delivery's static data when it holds the execution.
	 * @param handing tells what comes of it
	 */
	claim(
		eventId: string,
		remembering: Remembering,
		milestones: readonly string[],
		handing: () => Promise<Handing>,
	): boolean {
		const isNew = this.change((events, moment) => events.claim(eventId, moment, milestones), remembering);
		if (!isNew) return false;
		const { events, stored, handings } = this.memory;
		const record = () => {
			events.record(eventId, { stored });
			return stored;
		};
		const data = this.context.getWorkflowStaticData('global');
		data[EVENTS] = writtenLater(record);
		data[POLLS] = writtenLater(() => this.polls());
		const ended = handing().then((outcome) => {
			handings.delete(eventId);
			if (outcome === 'handedOn') record();
			if (outcome === 'failed') this.forget(eventId);
		});
		handings.set(eventId, ended);
		return true;
	}

	/** Ends when the delivery that is handing an event on is over. Undefined when this process has none. */
	handing(eventId: string): Promise<void> | undefined {
		return this.memory.handings.get(eventId);
	}

	/** Whether a delivery claimed the event and nobody knows what came of it. */
	isUndecided(eventId: string, now: number): boolean {
		return this.memory.events.isClaimed(eventId, { now });
	}

	/** Whether an event or milestone is remembered, as of the last {@link admit} or {@link claim}. */
	knows(eventOrMilestone: string): boolean {
		return this.memory.events.knows(eventOrMilestone);
	}

	/** Takes back an event that was not handed on after all, so that its next copy is handed on. */
	forget(eventId: string): void {
		this.memory.events.forget(eventId, { stored: this.memory.stored });
	}

	/** How far a polling trigger of the workflow has come, by what this process or the static data knows. */
	pollOf(nodeId: string): StoredPoll | undefined {
		this.loadPolls();
		return this.memory.polls.get(nodeId);
	}

	/** Keeps how far a polling trigger has come, in the static data, too. */
	setPoll(nodeId: string, state: StoredPoll): void {
		this.memory.polls.set(nodeId, state);
		this.context.getWorkflowStaticData('global')[POLLS] = writtenLater(() => this.polls());
	}

	private polls(): Record<string, StoredPoll> | undefined {
		return this.memory.polls.size > 0 ? Object.fromEntries(this.memory.polls) : undefined;
	}

	private loadPolls(): void {
		const data: unknown = this.context.getWorkflowStaticData('global')[POLLS];
		const loaded = data instanceof WrittenLater ? data.toJSON() : data;
		if (typeof loaded !== 'object' || loaded === null) return;
		for (const [nodeId, state] of Object.entries(loaded)) {
			if (!isStoredPoll(state) || state.turn <= (this.memory.polls.get(nodeId)?.turn ?? 0)) continue;
			// Static data holds proxies, which belong to one context.
			this.memory.polls.set(nodeId, JSON.parse(JSON.stringify(state)) as StoredPoll);
		}
	}

	/** Merges memory and static data, and changes both. */
	private change(
		change: (events: EventMemory, moment: Moment) => boolean,
		{ now, rememberForHours }: Remembering,
	): boolean {
		this.loadPolls();
		const data = this.context.getWorkflowStaticData('global');
		const loaded = asStored(data[EVENTS]);
		const stored = { ...loaded };
		const isNew = change(this.memory.events, { now, stored, rememberForHours });
		replaceContent(this.memory.stored, stored);
		// An assignment to the static data itself n8n notices in every context, one further inside only in some.
		if (!saysTheSame(loaded, stored)) data[EVENTS] = this.memory.stored;
		return isNew;
	}
}

/** A copy of the memory that static data holds, whatever became of it there. */
export function asStored(value: unknown): StoredMemory {
	if (typeof value !== 'object' || value === null) return {};
	return Object.fromEntries(
		Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
	);
}

function isStoredPoll(value: unknown): value is StoredPoll {
	return typeof value === 'object' && value !== null && 'turn' in value && typeof value.turn === 'number';
}

function saysTheSame(one: StoredMemory, other: StoredMemory): boolean {
	const names = Object.keys(one);
	return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

function replaceContent(target: StoredMemory, content: StoredMemory): void {
	for (const name of Object.keys(target)) if (!(name in content)) delete target[name];
	Object.assign(target, content);
}
