/**
 * Events are named once: webhook trigger, polling trigger and create-and-wait all ask here what a body is about.
 * Specification: Events. What makes two bodies copies of one event is in eventIdentity.
 */

import { eventId, familyOf, hasPaidRefund, identify, refundBehind } from './identity';
import { sourceOf, statusOf } from './recognition';
import type { JsonObject } from '../payload';
import { asObject, asText, canonicalAmount, isTooDeep } from '../payload';
import { confirmedStatus, isFinal, isOutOfOrder, isRefundStatus, orderedStatuses } from './statuses';

/** Every source a notification can come from. Spec: Events; identity checks are in the service's public reference. */
export const webhookSources = [
	'payin',
	'payinCredentials',
	'card',
	'payout',
	'checkoutLink',
	'payid',
	'gatewayLink',
	'identityCheck',
] as const;

export type WebhookSource = (typeof webhookSources)[number];
export type EventSource = WebhookSource | 'balance' | 'settlement_report';

/** An event in the shape both triggers emit, without the time it was received and its payload. */
export interface PaymentEvent {
	/** The same for every copy of one event, different between events. */
	event_id: string;
	/** `<source>.<status>`; without a status `<source>.notification`. */
	event_type: string;
	source: EventSource;
	/** The payment's, batch's or link's; a PayID's or gateway payment's own id; null where none is sent. */
	uuid: string | null;
	external_id: string | null;
	/** In lower case. */
	status: string | null;
	is_final: boolean;
	/** As sent, never computed with. */
	amount: string | null;
	currency: string | null;
}

/**
 * Names the event that a body tells of: a notification of any source, or a payin, payout or checkout link record of the
 * service, which gives the same `event_id` as the notification about the same state.
 * @returns null when nothing in it is known, it is no object, or it is nested deeper than 100 levels
 */
export function nameEvent(body: unknown): PaymentEvent | null {
	const object = asObject(body);
	if (object === null || isTooDeep(object)) return null;
	const source = sourceOf(object);
	return source && describe(source, shownStatus(object), object);
}

/**
 * Names the event again by the service's current record: what is emitted when notifications are confirmed. The record
 * has the last word, except where the notification uses a status that records do not have.
 * @param seen the event as the notification told it
 * @param record the answer of the detail endpoint
 * @returns null when the record is about something else
 */
export function confirmEvent(seen: PaymentEvent, record: unknown): PaymentEvent | null {
	const recorded = nameEvent(record);
	const object = asObject(record);
	if (recorded === null || object === null || recorded.uuid === null || recorded.uuid !== seen.uuid) return null;
	if (familyOf(recorded.source) !== familyOf(seen.source)) return null;
	const source = seen.source === 'card' ? seen.source : recorded.source;
	return describe(source as WebhookSource, confirmedStatus(seen.status, recorded.status), object);
}

/**
 * Whether the service's record does not show yet what its notification says: worth asking again, because notifications
 * are the source of truth (spec: Events, delivery rule 4).
 * @param confirmed what {@link confirmEvent} made of `seen`
 */
export function recordLagsBehind(seen: PaymentEvent, confirmed: PaymentEvent): boolean {
	return seen.status !== null && isOutOfOrder(seen.source, [seen.status], confirmed.status);
}

/** Whether a payin record from a list says too little to be named: in a refund status its refunds are in the detail. */
export function needsDetail(record: unknown): boolean {
	const object = asObject(record);
	const status = object && statusOf(object);
	return object !== null && status !== null && isRefundStatus(status) && refundBehind(status, object) === null;
}

/** An entry of the v2 balance history, new or changed. Spec: Resources, "Balance history entry". Null when it has no id. */
export function nameBalanceEntry(entry: unknown): PaymentEvent | null {
	const object = asObject(entry);
	const id = asText(object?.id);
	if (object === null || id === null) return null;
	const status = asText(object.status)?.toLowerCase() ?? null;
	const detail = asObject(object.balance_detail);
	const amounts = [object.amount, detail?.outgoing, detail?.total, detail?.fees].map(canonicalAmount);
	return {
		event_id: eventId('balance', id, status, ...amounts),
		event_type: 'balance.entry',
		source: 'balance',
		uuid: id,
		external_id: null,
		status,
		is_final: isFinal('balance', status),
		amount: asText(object.amount),
		currency: asText(object.currency),
	};
}

/** A settlement report that can be downloaded. Spec: Resources, "Settlement report entry". Null when it has no id. */
export function nameSettlementReport(report: unknown): PaymentEvent | null {
	const object = asObject(report);
	const id = asText(object?.id);
	if (object === null || id === null) return null;
	return {
		event_id: eventId('settlement_report', id),
		event_type: 'settlement_report.available',
		source: 'settlement_report',
		uuid: id,
		external_id: null,
		status: 'available',
		is_final: isFinal('settlement_report', 'available'),
		amount: asText(asObject(object.summary)?.settled_amount),
		currency: asText(object.currency),
	};
}

/**
 * What to remember of an event so that a later one of the same payment can be recognised as late; null when its source
 * knows no order, or it has no uuid or status.
 */
export function statusFact(event: PaymentEvent): string | null {
	if (event.uuid === null || event.status === null || !orderedStatuses(event.source).includes(event.status))
		return null;
	return factOf(event.source, event.uuid, event.status);
}

/** Whether the event comes after one that only ever follows it. `knows` says whether a {@link statusFact} is remembered. */
export function comesTooLate(event: PaymentEvent, knows: (fact: string) => boolean): boolean {
	const { source, uuid, status } = event;
	if (uuid === null) return false;
	return isOutOfOrder(
		source,
		orderedStatuses(source).filter((previous) => knows(factOf(source, uuid, previous))),
		status,
	);
}

function factOf(source: EventSource, uuid: string, status: string): string {
	return JSON.stringify(['status', familyOf(source), uuid, status]);
}

/** A payin record stays `received` after a partial refund: `partially_refunded` is a word of notifications alone. */
function shownStatus(body: JsonObject): string | null {
	const status = statusOf(body);
	return status === 'received' && hasPaidRefund(body) ? 'partially_refunded' : status;
}

function describe(source: WebhookSource, status: string | null, body: JsonObject): PaymentEvent {
	const uuid = uuidOf(source, body);
	return {
		event_id: identify(source, uuid, status, body),
		event_type: `${source}.${status ?? 'notification'}`,
		source,
		uuid,
		external_id: externalIdOf(source, body),
		status,
		is_final: isFinal(source, status),
		amount: amountOf(source, body),
		currency: currencyOf(source, body),
	};
}

function uuidOf(source: WebhookSource, body: JsonObject): string | null {
	const own = asText(body.uuid);
	if (source === 'gatewayLink') return asText(body.payment_id);
	return source === 'payid' || source === 'payout' ? (own ?? asText(body.id)) : own;
}

/** A checkout link carries the merchant's own id in its metadata, a gateway link as its order. */
function externalIdOf(source: WebhookSource, body: JsonObject): string | null {
	const own = asText(body.external_id);
	if (source === 'gatewayLink') return own ?? asText(body.order_id);
	if (source !== 'checkoutLink') return own;
	return own ?? asText(asObject(body.meta_data)?.external_id) ?? asText(asObject(body.metadata)?.external_id);
}

function amountOf(source: WebhookSource, body: JsonObject): string | null {
	if (source === 'payout') return asText(body.total_amount);
	return asText(body.amount) ?? asText(asObject(body.transaction_info)?.total);
}

/** PayIDs and gateway links belong to v1, which is AUD only (spec: Versioning, rule 2). */
function currencyOf(source: WebhookSource, body: JsonObject): string | null {
	const shown = asText(body.currency) ?? asText(asObject(body.transaction_info)?.currency);
	return shown ?? (source === 'payid' || source === 'gatewayLink' ? 'AUD' : null);
}
