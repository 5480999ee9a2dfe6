import type { INodeExecutionData } from 'n8n-workflow';
import { idsInPart, isBeginning, mayStandFor, milestone } from '../../core/events';
import { eventItem, isChosen } from '../events/emitted';
import type { WorkflowMemory } from '../events/workflowMemory';
import type { BegunLook, Seen } from './look';
import type { PollState } from './pollState';

/** A list, and what a poll saw of it. */
export interface Look extends BegunLook {
	seen: Seen;
}

export interface EmitOptions {
	state: PollState;
	shared: WorkflowMemory;
	/** Milliseconds since 1970. */
	now: number;
	statuses: unknown;
}

/** Remembers everything that was seen, and selects what to hand on. */
export function emitNew(looks: readonly Look[], options: EmitOptions): INodeExecutionData[] {
	const { state } = options;
	// Where another poll has ended meanwhile, what this one takes for existing may be news to it.
	const taken = looks
		.filter(({ firstLook }) => !firstLook.isOpen || !state.isOvertaken)
		.map((look) => ({ ...look, ...newEventsOf(look, options) }));
	const items = taken.flatMap((each) => each.items);
	for (const { firstLook, seen, isComplete } of taken) {
		// The trigger returns to where it was when n8n could not start the execution.
		firstLook.keep(seen.progress.through !== undefined && isComplete && items.length === 0 && !state.mayReturn);
	}
	return items;
}

/**
 * The events of one list. It is complete unless one of them is being handed on with an outcome that is not known yet, or the
 * trigger has returned to where it was.
 */
function newEventsOf({ source, seen, firstLook }: Look, { state, shared, now, statuses }: EmitOptions) {
	// Oldest first, because the memory drops what came first.
	state.see(seen.existing.reverse());
	const items: INodeExecutionData[] = [];
	let isComplete = true;
	for (const { event, record } of seen.found.reverse()) {
		const { event_id: id } = event;
		if (state.hasSeen(id)) continue;
		if (isBeginning(event, record, now, (other) => state.hasSeen(other)) || !isChosen(statuses, event.status)) {
			state.see([id]);
			continue;
		}
		// Two payments may be paid to one account: each id stands for one of them.
		const inPart = idsInPart(event, record).filter((part) => !state.hasSeen(part));
		const standsFor = [...inPart, ...mayStandFor(event)];
		const reached = milestone(event);
		// The next poll looks again.
		if (shared.handingOfAny([id, ...standsFor])) isComplete = false;
		else if (standsFor.some((other) => shared.keeps(other))) state.see([id, ...inPart]);
		else if (shared.keeps(id) || !shared.reserve(id, now, reached === null ? inPart : [...inPart, reached]))
			state.see([id]);
		else {
			state.reserve(id, inPart);
			items.push(eventItem(event, { receivedAt: new Date(now), payload: record }));
		}
	}
	if (isComplete) {
		for (const read of seen.readings) state.noteReading(read);
		const { baseline } = firstLook;
		isComplete = state.setProgress(source.kind, { ...seen.progress, ...(baseline !== undefined && { baseline }) });
	}
	return { items, isComplete };
}
