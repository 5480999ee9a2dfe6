/** One event, and what names it: its source, its status and a body. */

import { Reference } from '../service/authorization';
import { asObject, isTooDeep, type JsonObject } from '../service/payload';
import { isPathSegment } from '../service/pathSegment';
import { eventId } from './identity';
import type { Source } from './source';

/** An event in the shape both triggers emit, without the time it was received and its payload. */
export interface PaymentEvent {
	/** The same for every copy of an event, and different for every event. */
	event_id: string;
	/** `<source>.<status>`; without a status `<source>.notification`. A source may use one type for all its events. */
	event_type: string;
	/** The name of its {@link Source}. */
	source: string;
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

/** Names the event that a body of this source is about; null when the source does not recognise the body. */
export function nameAs(source: Source, body: unknown): PaymentEvent | null {
	const object = readable(body);
	return object && source.recognises(object) ? eventOf(source, object) : null;
}

/** The event that a body tells of; null when no record can have its ID. */
export function eventOf(source: Source, body: JsonObject): PaymentEvent | null {
	const event = describe(source, source.status(body), body);
	return isPathSegment(event.uuid ?? '') ? event : null;
}

/** A body as an object; null where it is none, or nested too deep. */
export function readable(body: unknown): JsonObject | null {
	const object = asObject(body);
	return object === null || isTooDeep(object) ? null : object;
}

/** The event that a body of a source tells of when its status is this one. */
export function describe(source: Source, status: string | null, body: JsonObject): PaymentEvent {
	const uuid = source.uuid(body);
	const externalId = source.externalId(body);
	return {
		event_id: boundId(eventId(familyOf(source), ...source.identity(body, { uuid, status })), Reference.to(externalId)),
		event_type: source.eventType ?? `${source.name}.${status ?? 'notification'}`,
		source: source.name,
		uuid,
		external_id: externalId,
		status,
		is_final: status !== null && source.finalStatuses.includes(status),
		amount: source.amount(body),
		currency: source.currency(body),
	};
}

/**
 * The id of an event of the payment with this external id. Whoever knows the authorization value of another payment can
 * name any uuid, but then it is another event, which is never taken for the true one.
 */
const boundId = (id: string, reference: Reference): string =>
	reference.isToNone ? id : eventId(id, reference.written);

/** What the sources of one kind of payment share. */
export function familyOf({ family, name }: Source): string {
	return family ?? name;
}
