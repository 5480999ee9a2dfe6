import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { PaymentEvent } from '../../core/events';
import { inCurrency } from '../../core/money';
import { fieldsWhere } from '../../core/objects';
import { textOrNull } from '../../core/service/payload';
import { begunElsewhere } from './begunElsewhere';
import { WorkflowMemory } from './workflowMemory';

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
	const elsewhere = await begunElsewhere(
		n8n,
		items.filter(({ json }) => unknown.has(json.event_id)),
	);
	const isOver = (id: unknown) => ran.has(id) || elsewhere.has(id);
	return items.filter(({ json }) => !isOver(json.event_id));
}

export const eventIdsOf = (items: readonly INodeExecutionData[]): string[] =>
	items.map(({ json }) => json.event_id).filter((id) => typeof id === 'string');
