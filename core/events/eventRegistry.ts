/** What the nodes can ask about events. */

import type { Reference } from '../service/authorization';
import type { PaymentEvent } from './event';
import type { RecordAddress, Source } from './source';

/** What a notification says. */
export interface Notified {
	event: PaymentEvent;
	body: object;
	/** It is not about refunds requested before this time, whose events may be forgotten. Milliseconds since 1970. */
	since?: number;
}

/** The outcome of comparing a notification with its record. */
export interface Confirmation {
	/**
	 * More than one when the record shows several refunds of the notified amount: their notifications cannot be told
	 * apart.
	 */
	events: PaymentEvent[];
	/** Whether the record shows their status itself. */
	isShown: boolean;
}

/**
 * Whether a notification is about the payment that its authorization value is bound to: it is, it is not, only the
 * service's record can tell, only the value says which payment it is, or the value does where there is no record.
 */
export type Binding = 'bound' | 'anotherPayment' | 'askRecord' | 'byValue' | 'recordOrValue';

/** The answers of all sources. */
export interface EventRegistry {
	/** The sources of notifications, in the order in which they are asked to recognise a body. */
	readonly notificationSources: readonly Source[];

	/**
	 * Names the event that a notification of any source is about. A record of the service gets the same `event_id` as the
	 * notification about the same state: see {@link EventRegistry.eventsOf}.
	 * @returns null when no source recognises it, it is not an object, it is nested deeper than 100 levels, or no record can
	 * have its uuid
	 */
	nameEvent(body: unknown): PaymentEvent | null;

	/** {@link nameEvent} of a notification whose authorization value was made for a payment of this account. */
	nameOwnEvent(body: unknown): PaymentEvent | null;

	/**
	 * Names the other event that a notification may be about, where its body does not show whether it is about a payin, a
	 * payout or a checkout link. Only their records tell. Null where there is none.
	 */
	nameOtherwise(event: PaymentEvent, body: unknown): PaymentEvent | null;

	/**
	 * Names every event that a record of the service shows, oldest first: its status, and each of its refunds. Each has the
	 * `event_id` of the notification about it.
	 * @param source whose record it is, or another of the same family: what the service was asked for decides, not how the
	 * record looks
	 */
	eventsOf(record: unknown, source: string): PaymentEvent[];

	/**
	 * The {@link milestone} of each final status of which only notifications tell, and for which that of a record may stand:
	 * a failed payment shows as expired.
	 */
	mayStandFor(event: PaymentEvent): string[];

	/** Whether another status of a record may stand for that of an event. */
	mayBeStoodFor(event: PaymentEvent): boolean;

	/**
	 * The ids that the event of a record has where its notification shows only a part of the record: payment credentials
	 * by themselves.
	 */
	idsInPart(event: PaymentEvent, record: unknown): string[];

	/**
	 * Names the present state of a record, and before it what must have happened earlier: a payment in a refund status was
	 * received.
	 */
	shownBy(record: unknown, source: string): PaymentEvent[];

	/**
	 * Names the event again by the service's current record. The result is what a trigger that confirms notifications
	 * emits. The record decides, except where the notification uses a status that records do not have.
	 * @param notified the notification, and its event
	 * @param record the answer of the service at {@link recordAddress}
	 * @returns null when the record is about something else
	 */
	confirmEvent(notified: Notified, record: unknown): Confirmation | null;

	/**
	 * Whether the service's record does not yet show what the notification says. Then it is worth asking again, because
	 * notifications are the source of truth (specification: Events, delivery rule 4).
	 * @param confirmed what {@link confirmEvent} made of `seen` by this record
	 */
	recordLagsBehind(seen: PaymentEvent, confirmed: Confirmation): boolean;

	/** The request for the record that a notification is about; null when the service offers none. */
	recordAddress(event: PaymentEvent, body: object): RecordAddress | null;

	/** Whether only the record can tell which of several events a notification is about: which payee of a payout has been paid. */
	hidesEvent(event: PaymentEvent, body: object): boolean;

	/** Whether an event belongs to this source or to one of the same family. */
	isFamilyOf(event: PaymentEvent, source: string): boolean;

	/** Whether an event is about the payment that its notification's authorization value is bound to. */
	bindingOf(event: PaymentEvent, body: object, reference: Reference): Binding;

	/**
	 * The event with the external id that its authorization value is bound to, where the notification shows none, or only
	 * its number. It is part of the `event_id`, as one that is shown is.
	 */
	bindTo(event: PaymentEvent, reference: Reference): PaymentEvent;

	/**
	 * The event under the external id that its authorization value is bound to, whatever its body says: it may show that of
	 * a part, or of somebody else.
	 */
	bindByValue(event: PaymentEvent, reference: Reference): PaymentEvent;

	/**
	 * Whether the record at {@link recordAddress} of an event is that of the payment an authorization value is bound to;
	 * null when the record does not show it.
	 */
	isRecordOf(event: PaymentEvent, record: object, reference: Reference): boolean | null;

	/**
	 * Whether a listed record shows nothing but that it was created.
	 * @param now in milliseconds since 1970
	 * @param hasSeen by event_id: what was seen as created before has come further
	 */
	isBeginning(event: PaymentEvent, record: object, now: number, hasSeen?: (eventId: string) => boolean): boolean;

	/**
	 * What to remember of an event, so that another event of the same payment can be recognised as late: that the payment
	 * with this uuid and external id has reached this status. Null when the order of its statuses is not known, or the event
	 * has no uuid or status.
	 * @param reference what its authorization value is bound to: an event does not show an external id of which that carries
	 * only the digest
	 */
	milestone(event: PaymentEvent, reference?: Reference): string | null;

	/** Whether the event comes after one that only ever follows it. `knows` says whether a {@link milestone} is remembered. */
	comesTooLate(event: PaymentEvent, knows: (milestone: string) => boolean, reference?: Reference): boolean;
}
