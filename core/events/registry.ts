/** What all sources have in common: how an event is named, confirmed by a record, and put in order. */

import type { JsonObject } from '../payload';
import { asObject, isTooDeep } from '../payload';
import { eventId } from './identity';
import { isOutOfOrder, orderedStatuses } from './order';
import type { RecordAddress, Source } from './source';

/** An event in the shape both triggers emit, without the time it was received and its payload. */
export interface PaymentEvent {
	/** The same for every copy of one event, different between events. */
	event_id: string;
	/** `<source>.<status>`; without a status `<source>.notification`. */
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

/** What the nodes ask about events. */
export interface EventRegistry {
	/** The sources of notifications, in the order in which they are asked whether a body is theirs. */
	readonly notificationSources: readonly Source[];

	/**
	 * Names the event that a body tells of: a notification of any source, or a payin, payout or checkout link record of
	 * the service, which gives the same `event_id` as the notification about the same state.
	 * @returns null when nothing in it is known, it is no object, or it is nested deeper than 100 levels
	 */
	nameEvent(body: unknown): PaymentEvent | null;

	/**
	 * Names the event again by the service's current record: what is emitted when notifications are confirmed. The record
	 * has the last word, except where the notification uses a status that records do not have.
	 * @param seen the event as the notification told it
	 * @param record the answer to {@link recordAddress}
	 * @returns null when the record is about something else
	 */
	confirmEvent(seen: PaymentEvent, record: unknown): PaymentEvent | null;

	/**
	 * Whether the service's record does not show yet what its notification says: worth asking again, because notifications
	 * are the source of truth (specification: Events, delivery rule 4).
	 * @param confirmed what {@link confirmEvent} made of `seen`
	 */
	recordLagsBehind(seen: PaymentEvent, confirmed: PaymentEvent): boolean;

	/** How to ask for the record of what a notification is about; null when the service offers none. */
	recordAddress(event: PaymentEvent, body: object): RecordAddress | null;

	/** Whether a listed record shows nothing but its creation. */
	isBeginning(event: PaymentEvent, record: object): boolean;

	/**
	 * What to remember of an event so that a later one of the same payment can be recognised as late: that the payment has
	 * reached this status. Null when its source knows no order, or it has no uuid or status.
	 */
	milestone(event: PaymentEvent): string | null;

	/** Whether the event comes after one that only ever follows it. `knows` says whether a {@link milestone} is remembered. */
	comesTooLate(event: PaymentEvent, knows: (milestone: string) => boolean): boolean;
}

/** @param notificationSources in the order in which they are asked: the first that recognises a body has it */
export function eventRegistry(notificationSources: readonly Source[]): EventRegistry {
	const byName = new Map(notificationSources.map((source) => [source.name, source]));
	const sourceOf = ({ source }: PaymentEvent) => byName.get(source);

	const nameEvent = (body: unknown): PaymentEvent | null => {
		const object = readable(body);
		const source = object && notificationSources.find(({ recognises }) => recognises(object));
		return source ? describe(source, source.status(object), object) : null;
	};

	return {
		notificationSources,
		nameEvent,

		confirmEvent(seen, record) {
			const [body, recorded] = [asObject(record), nameEvent(record)];
			if (body === null || recorded === null || recorded.uuid === null || recorded.uuid !== seen.uuid) return null;
			const [told, shown] = [sourceOf(seen), sourceOf(recorded)];
			if (!told || !shown || familyOf(told) !== familyOf(shown)) return null;
			const status = confirmedStatus(told, seen.status, recorded.status);
			return describe(told.record?.hidesSource ? told : shown, status, body);
		},

		recordLagsBehind: (seen, confirmed) =>
			seen.status !== null && isOutOfOrder(sourceOf(seen)?.order, [seen.status], confirmed.status),

		recordAddress(event, body) {
			const object = asObject(body);
			if (object === null || event.uuid === null) return null;
			return sourceOf(event)?.record?.address(event.uuid, object) ?? null;
		},

		isBeginning(event, record) {
			const body = asObject(record);
			return body !== null && sourceOf(event)?.isBeginning?.(body, event.status) === true;
		},

		milestone(event) {
			const source = sourceOf(event);
			if (!source || event.uuid === null || event.status === null) return null;
			return orderedStatuses(source.order).includes(event.status)
				? milestoneOf(source, event.uuid, event.status)
				: null;
		},

		comesTooLate(event, knows) {
			const source = sourceOf(event);
			const { uuid, status } = event;
			if (!source || uuid === null) return false;
			const previous = orderedStatuses(source.order).filter((earlier) => knows(milestoneOf(source, uuid, earlier)));
			return isOutOfOrder(source.order, previous, status);
		},
	};
}

/** Names the event that a body of this source tells of; null when it is not one of its bodies. */
export function nameAs(source: Source, body: unknown): PaymentEvent | null {
	const object = readable(body);
	return object && source.recognises(object) ? describe(source, source.status(object), object) : null;
}

function readable(body: unknown): JsonObject | null {
	const object = asObject(body);
	return object === null || isTooDeep(object) ? null : object;
}

function describe(source: Source, status: string | null, body: JsonObject): PaymentEvent {
	const uuid = source.uuid(body);
	return {
		event_id: eventId(familyOf(source), ...source.identity(body, { uuid, status })),
		event_type: source.eventType ?? `${source.name}.${status ?? 'notification'}`,
		source: source.name,
		uuid,
		external_id: source.externalId(body),
		status,
		is_final: status !== null && source.finalStatuses.includes(status),
		amount: source.amount(body),
		currency: source.currency(body),
	};
}

/**
 * The status to believe when a notification and the service's current record are both at hand: the record's, unless it
 * merely lacks the word that the notification uses.
 */
function confirmedStatus({ record }: Source, notified: string | null, recorded: string | null): string | null {
	if (notified === null || recorded === null) return recorded ?? notified;
	const shows = record?.showsMeanwhile ?? {};
	return Object.hasOwn(shows, notified) && shows[notified].includes(recorded) ? notified : recorded;
}

function familyOf({ family, name }: Source): string {
	return family ?? name;
}

function milestoneOf(source: Source, uuid: string, status: string): string {
	return JSON.stringify(['status', familyOf(source), uuid, status]);
}
