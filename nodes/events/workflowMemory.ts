import { deepCopy, type IAllExecuteFunctions } from 'n8n-workflow';
import { keepNewest } from '../../core/keepNewest';
import { EventMemory, type Moment, type StoredMemory } from '../../core/events/memory';
import { asWritten, nodeIdsOf, writtenLater } from '../n8n/staticData';
import { fieldsWhere, isObjectOrList } from '../../core/objects';

/** Names under which a workflow's static data keeps the memory. Shared by all nodes of the workflow. */
const EVENTS = 'multiCurrencyPaymentsEvents';
const POLLS = 'multiCurrencyPaymentsPolls';

const HOUR = 3_600_000;

/**
 * The longest time for which a polling trigger remembers what it has seen, in hours: what it looks back, 30 days at most,
 * before a poll that may be a month ago, and two days. Each hour has a bucket of its own, which costs a comparison per poll.
 */
export const LONGEST_POLL_HOURS = 1_512;

/** How long its state is kept after its last poll, in milliseconds. */
const KEPT = LONGEST_POLL_HOURS * HOUR;

/**
 * The same for one that is not in the workflow any more. Not at once: an execution or a poll of an earlier version may still
 * be under way, and knows nothing of the triggers that were added since.
 */
const KEPT_WHEN_GONE = 24 * HOUR;

/** Most workflows whose memory a process holds. Of those quiet for longest, only the copy in static data stays. */
const MOST_WORKFLOWS = 500;

/** Most events of a workflow that a process knows to have handed on or run. */
const MOST_RUNS = 20_000;

/** What a node context needs to have for its workflow's memory to be found. */
type MemoryContext = Pick<IAllExecuteFunctions, 'getWorkflow' | 'getWorkflowStaticData'>;

/** How far a polling trigger has come, as plain JSON. */
export interface StoredPoll {
	/** Counts the trigger's polls: the state with the higher count is the later one. */
	turn: number;
	/** When it last polled, in milliseconds since 1970. */
	at: number;
}

/** What a polling trigger knows in this process. */
export interface LivePoll extends StoredPoll {
	/** As it is to be stored when n8n writes static data. */
	stored(): StoredPoll;
}

/** The outcome of handing an event on: n8n holds the execution, or could not start it. */
export type DeliveryOutcome = 'held' | 'failed';

/** Events that are being handed on together. */
export interface Handover {
	by: 'delivery' | 'poll';
	settle(outcome: DeliveryOutcome): void;
	/** Resolves when the outcome is known. */
	ended: Promise<void>;
}

/** What this process knows of a workflow, one object for all contexts of it. */
class Memory {
	readonly events = new EventMemory();
	/**
	 * The stored copy. n8n writes static data some time after the event, and the last write wins. Each write contains
	 * everything known by then, because it takes the copy from here when it is made.
	 */
	stored: StoredMemory = {};
	/** By event and milestone, what is being handed on in this process. */
	readonly handings = new Map<string, Handover>();
	/** By event that this process has handed on or run, the execution that has run first here; empty before that. */
	readonly runs = new Map<string, string>();
	/** The marks that this process has left in n8n's database, and when, oldest first; in milliseconds since 1970. */
	readonly marks = new Map<string, number>();
	/**
	 * States of the workflow's polling triggers, by node. By itself n8n saves them only when a poll emits something. A
	 * delivery writes the whole static data, so it writes them as well.
	 */
	readonly polls = new Map<string, LivePoll>();
}

const memories = new Map<string, Memory>();

/**
 * The events that the triggers of one workflow have handed on, in this process and, through the workflow's static data,
 * in others and after a restart. core/events/memory says what is guaranteed.
 */
export class WorkflowMemory {
	private constructor(
		private readonly memory: Memory,
		private readonly context: MemoryContext,
	) {}

	static of(context: MemoryContext): WorkflowMemory {
		const id = context.getWorkflow().id ?? '';
		const memory = memories.get(id) ?? new Memory();
		memories.delete(id);
		memories.set(id, memory);
		for (const [quietest, { handings }] of memories) {
			if (memories.size <= MOST_WORKFLOWS) break;
			if (handings.size === 0 && quietest !== id) memories.delete(quietest);
		}
		return new WorkflowMemory(memory, context);
	}

	/** Merges memory and static data. @param now in milliseconds since 1970, as everywhere here */
	merge(now: number): void {
		this.change((events, moment) => events.merge(moment), now);
	}

	/** Remembers something that starts no execution, such as a milestone. @returns whether it is new */
	admit(milestone: string, now: number): boolean {
		return this.change((events, moment) => events.admit(milestone, moment), now);
	}

	/** Whether an event is new. If so, its copies are held back from here on, and {@link handOn} follows in the same step. */
	reserve(eventId: string, now: number, milestones: readonly string[]): boolean {
		return this.change((events, moment) => events.reserve(eventId, moment, milestones), now);
	}

	/**
	 * Hands reserved events on. They are remembered for good once n8n is known to hold the execution, and forgotten when
	 * it could not start it.
	 * @param milestones that they bring
	 * @param settled called with the outcome, in the same step in which it is remembered
	 */
	handOn(
		by: Handover['by'],
		eventIds: readonly string[],
		outcome: Promise<DeliveryOutcome>,
		{ milestones = [], settled }: { milestones?: readonly string[]; settled?: (outcome: DeliveryOutcome) => void },
	): void {
		const { handings, events, runs } = this.memory;
		let end: () => void = () => undefined;
		const ended = new Promise<void>((resolve) => {
			end = resolve;
		});
		const settle = (what: DeliveryOutcome) => {
			if (handings.get(eventIds[0])?.settle !== settle) return;
			for (const each of [...eventIds, ...milestones]) handings.delete(each);
			for (const id of eventIds) {
				if (what === 'held') events.record(id, this.memory);
				else events.forget(id, this.memory);
			}
			settled?.(what);
			end();
		};
		for (const id of [...eventIds, ...milestones]) handings.set(id, { by, settle, ended });
		for (const id of eventIds) runs.set(id, '');
		keepNewest(runs, MOST_RUNS);
		outcome.then(settle, () => settle('failed'));
	}

	/**
	 * To be called by the execution of these events before anything else runs.
	 * @returns those that another execution has run in this process, and those that this process has neither handed on nor run
	 */
	begin(eventIds: readonly string[], executionId: string): Record<'ran' | 'unknown', Set<unknown>> {
		const { runs } = this.memory;
		const unknown = new Set(eventIds.filter((id) => !runs.has(id)));
		for (const id of eventIds) runs.set(id, runs.get(id) || executionId);
		const ran = new Set(eventIds.filter((id) => runs.get(id) !== executionId));
		keepNewest(runs, MOST_RUNS);
		return { ran, unknown };
	}

	/** To be called by the execution of polled events: it is running, whichever process has handed them on. */
	confirm(eventIds: readonly string[], now: number): void {
		const { events, handings, stored } = this.memory;
		const ended = new Set(eventIds.flatMap((id) => handings.get(id) ?? []));
		for (const handing of ended) handing.settle('held');
		events.admitAll(eventIds, { now, stored });
		// Where n8n has loaded no static data, as for an execution after a restart, this would replace that of all nodes.
		if (ended.size > 0 && this.context.getWorkflowStaticData('global')[POLLS] !== undefined) this.save();
	}

	/** The handing, under way in this process, of one of these events or milestones. */
	handingOfAny(eventIds: readonly string[]): Handover | undefined {
		return eventIds.flatMap((id) => this.memory.handings.get(id) ?? [])[0];
	}

	/** Which events and milestones are remembered or being handed on, as far as this process has looked. */
	get events(): Pick<EventMemory, 'knows' | 'keeps'> {
		return this.memory.events;
	}

	/**
	 * How far a polling trigger has come according to static data. Undefined when this process knows more.
	 * @param isTakingOver whether another process may have polled since this one did: it does not count on from the same turn
	 */
	storedPoll(nodeId: string, isTakingOver: boolean): StoredPoll | undefined {
		const loaded = asWritten(this.context.getWorkflowStaticData('global')[POLLS]);
		if (!isObjectOrList(loaded)) return undefined;
		const state: unknown = (loaded as Record<string, unknown>)[nodeId];
		if (!isStoredPoll(state)) return undefined;
		const known = this.polls.get(nodeId);
		const isLater = isTakingOver && known ? state.at > known.at : state.turn > (known?.turn ?? 0);
		// Static data holds proxies, which belong to one context.
		return isLater ? deepCopy(state) : undefined;
	}

	/** What the polling triggers know in this process, by node. */
	get polls(): Map<string, LivePoll> {
		return this.memory.polls;
	}

	/** The marks that this process has left in n8n's database, and when, oldest first. */
	get marks(): Map<string, number> {
		return this.memory.marks;
	}

	/** Has n8n save events and polls when it next writes static data. @param held events whose execution it holds by then */
	save(held: readonly string[] = []): void {
		const data = this.context.getWorkflowStaticData('global');
		const before = asWritten(data[POLLS]);
		data[EVENTS] = writtenLater(() => {
			for (const id of held) this.memory.events.record(id, this.memory);
			return this.memory.stored;
		});
		data[POLLS] = writtenLater(() => this.pollsWith(before));
	}

	/** The polls that this process knows, and those stored by others, except triggers that no longer poll. */
	private pollsWith(stored: unknown): Record<string, StoredPoll> | undefined {
		const nodeIds = nodeIdsOf(this.context);
		const isOver = (nodeId: string, { at }: StoredPoll) =>
			Math.abs(Date.now() - at) >= (nodeIds?.has(nodeId) === false ? KEPT_WHEN_GONE : KEPT);
		const all: Record<string, StoredPoll> = {};
		for (const [nodeId, poll] of this.polls) {
			if (isOver(nodeId, poll)) this.polls.delete(nodeId);
			else all[nodeId] = poll.stored();
		}
		for (const [nodeId, state] of Object.entries(isObjectOrList(stored) ? stored : {})) {
			if (isStoredPoll(state) && state.turn > (all[nodeId]?.turn ?? 0) && !isOver(nodeId, state)) all[nodeId] = state;
		}
		return Object.keys(all).length > 0 ? all : undefined;
	}

	/** Merges memory and static data, and changes both. */
	private change<T>(change: (events: EventMemory, moment: Moment) => T, now: number): T {
		const loaded = asStored(asWritten(this.context.getWorkflowStaticData('global')[EVENTS]));
		const stored = { ...loaded };
		const result = change(this.memory.events, { now, stored });
		this.memory.stored = stored;
		// n8n notices an assignment to the static data itself in every context, but one deeper inside only in some.
		if (!saysTheSame(loaded, stored)) this.save();
		return result;
	}
}

/** A copy of the memory in static data, which may be damaged. */
export function asStored(value: unknown): StoredMemory {
	if (!isObjectOrList(value)) return {};
	return fieldsWhere(value as StoredMemory, (each) => typeof each === 'string');
}

function isStoredPoll(value: unknown): value is StoredPoll {
	if (!isObjectOrList(value)) return false;
	return 'turn' in value && typeof value.turn === 'number' && 'at' in value && typeof value.at === 'number';
}

function saysTheSame(one: StoredMemory, other: StoredMemory): boolean {
	const names = Object.keys(one);
	return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
