import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { PaymentEvent } from '../../core/events';
import { HOURS_REMEMBERED } from '../../core/events/memory';
import { inCurrency } from '../../core/money';
import { fieldsWhere } from '../../core/objects';
import { textOrNull } from '../../core/service/payload';
import { processedBefore } from '../n8n/processedIds';
import { WorkflowMemory } from './workflowMemory';

const HOUR = 3_600_000;

/** n8n keeps ids without their times. A status that returns in another week with the same facts is an event all the same. */
const WEEK = 7 * 24 * HOUR;

/** What an item says in addition to the event itself. */
export interface EventCircumstances {
	receivedAt: Date;
	/** What the service sent, or its record. */
	payload: object;
	/** Whether it comes after an event that only ever follows it. Left out where the order is not watched. */
	outOfOrder?: boolean;
	/** Whether the service's record shows it. Left out where the record was not read. */
	confirmed?: boolean;
	/** The body as text, where it was asked for. */
	rawBody?: string;
}

/** An event as both triggers emit it: what is read first comes first. */
export function eventItem(
	event: PaymentEvent,
	{ receivedAt, payload, outOfOrder, confirmed, rawBody }: EventCircumstances,
): INodeExecutionData {
	const { event_type, external_id, status, amount, currency, uuid, source, is_final, event_id } = event;
	const json = {
		event_type,
		external_id,
		status,
		amount: currency === null ? amount : (inCurrency(amount, currency) ?? amount),
		currency,
		uuid,
		source,
		is_final,
		received_at: receivedAt.toISOString(),
		out_of_order: outOfOrder,
		confirmed,
		raw_body: rawBody,
		event_id,
		payload,
	};
	return { json: fieldsWhere(json, (value) => value !== undefined) as IDataObject };
}

/**
 * Whether a value is among those chosen. An empty choice means all, and only then a missing value passes. An expression may
 * give a text with the values.
 */
export function isChosen(chosen: unknown, value: string | null): boolean {
	const values: unknown[] = Array.isArray(chosen) ? chosen : (textOrNull(chosen)?.match(/\w+/g) ?? []);
	return values.length === 0 || (value !== null && values.includes(value));
}

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
