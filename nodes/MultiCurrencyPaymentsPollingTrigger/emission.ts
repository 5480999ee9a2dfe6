import { NodeApiError, type INodeExecutionData, type IPollFunctions, type IRun, type JsonObject } from 'n8n-workflow';
import { idsInPart, isBeginning, mayStandFor, milestone } from '../../core/events';
import { eventItem, isChosen } from '../events/emitted';
import type { DeliveryOutcome } from '../events/workflowMemory';
import { emitItems } from '../n8n/emitItems';
import type { Look } from './look';
import type { PollState } from './watch';

/** Names of n8n's errors about an execution that it did start, but that was cancelled since or is over already. */
const STARTED = /Cancelled|NotFound/;

/** Remembers everything that was seen, and selects what to hand on. */
export function newItems(looks: readonly Look[], state: PollState, statuses: unknown): INodeExecutionData[] {
	// Where another poll has ended meanwhile, what this one takes for existing may be news to it.
	const taken = looks
		.filter(({ firstLook }) => !firstLook.isOpen || !state.isOvertaken)
		.map((look) => ({ look, ...newItemsOf(look, state, statuses) }));
	const items = taken.flatMap((each) => each.items);
	for (const { look, isComplete } of taken) {
		// The trigger returns to where it was when n8n could not start the execution.
		const isOver =
			look.progress.through !== undefined && isComplete && items.length === 0 && state.watch.emissions.length === 0;
		look.firstLook.keep(isOver);
	}
	return items;
}

/**
 * Those of one list. It is complete unless one of its events is being handed on with an outcome that is not known yet, or the
 * trigger has returned to where it was.
 */
function newItemsOf(look: Look, state: PollState, statuses: unknown) {
	const { shared, now } = state;
	// Oldest first, because the memory drops what came first.
	state.see(look.existing.reverse());
	const items: INodeExecutionData[] = [];
	let isComplete = true;
	for (const { event, record } of look.found.reverse()) {
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
		else if (standsFor.some((other) => shared.events.keeps(other))) state.see([id, ...inPart]);
		else if (shared.events.keeps(id) || !shared.reserve(id, now, reached === null ? inPart : [...inPart, reached]))
			state.see([id]);
		else {
			state.reserve(id, inPart);
			items.push(eventItem(event, { receivedAt: new Date(now), payload: record }));
		}
	}
	if (isComplete) {
		for (const read of look.readings) state.noteReading(read);
		const { baseline } = look.firstLook;
		isComplete = state.setProgress(look.source.kind, { ...look.progress, ...(baseline !== undefined && { baseline }) });
	}
	return { items, isComplete };
}

/**
 * Hands items on to n8n and learns whether it could start the execution. n8n saves static data before it stores the
 * execution, so what it saves then is the state from before the poll. It reports a failed start only through a promise
 * that it was given. A running execution reports itself (confirmItems). Without a report, a later poll looks again.
 * @returns the items to return to n8n in the usual way, where n8n does not offer this one
 */
export function emit(n8n: IPollFunctions, state: PollState, items: INodeExecutionData[]): INodeExecutionData[] {
	const ids = items.map(({ json }) => String(json.event_id));
	if (ids.length === 0) {
		state.save();
		return [];
	}
	const end = n8n.helpers.createDeferredPromise<IRun | undefined>();
	const outcome = end.promise.then((): DeliveryOutcome => 'held', outcomeOf);
	state.emit(ids, outcome, () => end.reject(new Error('n8n has not reported it')));
	state.save();
	try {
		if (!emitItems(n8n, items, end)) return items;
	} catch (error) {
		end.reject(error as Error);
		throw new NodeApiError(n8n.getNode(), error as JsonObject);
	}
	return [];
}

function outcomeOf(error: unknown): DeliveryOutcome {
	const names = error instanceof Error ? [error.name, error.constructor.name] : [];
	return names.some((name) => STARTED.test(name)) ? 'held' : 'failed';
}
