import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { attempt } from '../../core/attempt';
import { HOURS_REMEMBERED } from '../../core/events/memory';
import { sharedMarks, type RemovableMarks } from '../n8n/sharedMarks';
import { WorkflowMemory } from './workflowMemory';

const HOUR = 3_600_000;
const REMEMBERED = HOURS_REMEMBERED * HOUR;

/** A mark may stay for good. A status that returns in another week with the same facts is an event all the same. */
const WEEK = 7 * 24 * HOUR;

/** How many events are asked for at a time. */
const AT_ONCE = 20;

/** Most marks of a workflow that a process leaves in the database. */
export const MOST_MARKS = 20_000;

/**
 * Asks n8n's database which events another process has begun to run, and notes that this one begins the others. Of several
 * that ask at the same moment, one is the first. Where the database does not answer, an event goes on.
 * @param items events that this process has neither handed on nor run
 * @returns the ids of the events that have begun
 */
export async function begunElsewhere(
	n8n: IExecuteFunctions,
	items: readonly INodeExecutionData[],
): Promise<Set<unknown>> {
	const begun = new Set<unknown>();
	if (items.length === 0) return begun;
	const marks = await sharedMarks(n8n);
	const own = WorkflowMemory.of(n8n).marks;
	const events = [...new Map(items.map(({ json }) => [json.event_id, json] as const)).values()];
	for (let next = 0; next < events.length; next += AT_ONCE) {
		const answers = events.slice(next, next + AT_ONCE).map(async (event) => {
			const first = await attempt(async () => await beginHere(marks, event, own));
			if ('value' in first && !first.value) begun.add(event.event_id);
		});
		await Promise.all(answers);
	}
	await removeOld(marks, own, 2 * events.length);
	return begun;
}

/** Whether nobody has begun to run an event before. */
async function beginHere(
	marks: RemovableMarks,
	{ event_id: id, received_at: time }: INodeExecutionData['json'],
	own: Map<string, number>,
): Promise<boolean> {
	const at = Date.parse(String(time)) || 0;
	// A copy may have come in the week before.
	const [before, week] = [at - REMEMBERED, at].map((each) => `event ${String(id)} ${Math.floor(each / WEEK)}`);
	if (before !== week && (await marks.has(before))) return false;
	// Twice is better than never: what may be this very mark counts as that.
	const isFirst = await marks.add(week, true);
	if (isFirst) own.set(week, Date.now());
	return isFirst;
}

/** Removes some of the marks whose copies nobody expects any more, so that n8n's database does not grow with every event. */
async function removeOld(marks: RemovableMarks, own: Map<string, number>, most: number): Promise<void> {
	const isOld = (at: number) => own.size > MOST_MARKS || Date.now() - at > REMEMBERED;
	let left = most;
	for (const [mark, at] of own) {
		if (left-- === 0 || !isOld(at)) return;
		own.delete(mark);
		await attempt(async () => await marks.remove(mark));
	}
}
