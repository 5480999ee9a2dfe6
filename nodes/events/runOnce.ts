import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { HOURS_REMEMBERED } from '../../core/events/memory';
import { processedBefore } from '../n8n/processedIds';
import { WorkflowMemory } from './workflowMemory';

const HOUR = 3_600_000;

/** n8n keeps ids without their times. A status that returns in another week with the same facts is an event all the same. */
const WEEK = 7 * 24 * HOUR;

/**
 * The items of an execution that a trigger has started, without the events that another execution has run. A process that
 * has handed an event on knows that. Any other asks n8n's database: a worker of queue mode, or an n8n that was restarted
 * before it ran what it held.
 */
export async function itemsToRun(n8n: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = n8n.getInputData();
	const { ran, unknown } = WorkflowMemory.of(n8n).begin(eventIdsOf(items), n8n.getExecutionId());
	// Somebody wants a retried execution to run once more.
	if (n8n.getMode() === 'retry') return items;
	const asked = items.filter(({ json }) => unknown.has(json.event_id));
	const eventsByKey = new Map(asked.flatMap(({ json }) => keysOf(json).map((key) => [key, json.event_id])));
	const before = asked.length === 0 ? [] : await processedBefore(n8n, [...eventsByKey.keys()]);
	const over = new Set([...ran, ...[...before].map((key) => eventsByKey.get(key))]);
	return over.size === 0 ? items : items.filter(({ json }) => !over.has(json.event_id));
}

export const eventIdsOf = (items: readonly INodeExecutionData[]): string[] =>
	items.map(({ json }) => json.event_id).filter((id) => typeof id === 'string');

/** What n8n's database knows an event by: its week, and the one before while a copy of it may have come then. */
function keysOf({ event_id: id, received_at: time }: INodeExecutionData['json']): string[] {
	const at = Date.parse(String(time)) || 0;
	const weeks = new Set([at, at - HOURS_REMEMBERED * HOUR].map((each) => Math.floor(each / WEEK)));
	return [...weeks].map((week) => `${String(id)} ${week}`);
}
