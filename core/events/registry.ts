/** What all sources have in common: how an event is named, confirmed by a record, and ordered. */

import { Reference } from '../authorization';
import type { JsonObject } from '../payload';
import { isPathSegment } from '../pathSegment';
import { instantOf } from '../dates';
import { asObject, asText, isTooDeep } from '../payload';
import { withDetailsOf } from './details';
import { eventId } from './identity';
import { isOutOfOrder, orderedStatuses } from './order';
import type { ShownState } from './refunds';
import { hidesStateOfRefund, isRefundStatus, toldRefund } from './refunds';
import type { RecordAddress, Source } from './source';

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

/** What the nodes can ask about events. */
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

/** @param notificationSources in the order in which they are asked: the first one that recognises a body gets it */
export function eventRegistry(notificationSources: readonly Source[]): EventRegistry {
	const byName = new Map(notificationSources.map((source) => [source.name, source]));
	const sourceOf = ({ source }: PaymentEvent) => byName.get(source);

	/** By what the specification shows, or else by a guess. */
	const sourceAmong = (sources: readonly Source[], body: JsonObject) =>
		sources.find(({ shows }) => shows?.(body)) ?? sources.find(({ recognises }) => recognises(body));

	const sourceFor = (body: JsonObject) => sourceAmong(notificationSources, body);

	/**
	 * The source of a record at the address of a source, which only tells the sources of its family apart. A record that shows
	 * little may look like none of them.
	 */
	const recordSource = (told: Source, record: JsonObject): Source =>
		sourceAmong(
			notificationSources.filter((each) => familyOf(each) === familyOf(told)),
			record,
		) ?? told;

	const nameBy = (body: unknown, choose: (body: JsonObject) => Source | undefined): PaymentEvent | null => {
		const object = readable(body);
		const source = object && choose(object);
		return source ? eventOf(source, object) : null;
	};

	const isFamilyOf = (event: PaymentEvent, name: string): boolean => {
		const [told, expected] = [sourceOf(event), byName.get(name)];
		return told !== undefined && expected !== undefined && familyOf(told) === familyOf(expected);
	};

	const ownSourceFor = (body: JsonObject) =>
		sourceFor(body) ?? notificationSources.find(({ mayRecognise }) => mayRecognise?.(body));

	const recordAddress = (event: PaymentEvent, body: object): RecordAddress | null => {
		const object = asObject(body);
		if (object === null || event.uuid === null) return null;
		return sourceOf(event)?.record?.address(event.uuid, object) ?? null;
	};

	/** Whether a record looks like that of another source by nothing but a status, which says nothing of its own then. */
	const isWordOfOther = (told: Source, record: JsonObject): boolean => {
		const shown = sourceFor(record);
		return shown !== undefined && shown !== told && !told.showsExternalId && shown.mayHide?.(record) === true;
	};

	/** The events of a record by the states that its source finds in it; none where it does not tell what it is about. */
	const named = (
		record: unknown,
		name: string,
		states: (source: Source, body: JsonObject) => ShownState[],
	): PaymentEvent[] => {
		const [told, body] = [byName.get(name), readable(record)];
		if (!told || !body) return [];
		const source = recordSource(told, body);
		if (source.uuid(body) === null || source.status(body) === null) return [];
		return states(source, body).map((state) => describe(source, state.status, state.body));
	};

	const bindByValue = (event: PaymentEvent, reference: Reference): PaymentEvent => ({
		...event,
		// Also with a value that is bound to none: the id may be that of the payment whose external id the body shows.
		event_id: eventId(event.event_id, reference.written),
		external_id: reference.externalId,
	});

	const bindTo = (event: PaymentEvent, reference: Reference): PaymentEvent => {
		if (reference.is(event.external_id)) return event;
		// A number may be that of several external ids.
		const isNumber = sourceOf(event)?.echoesAsNumber !== undefined;
		return event.external_id === null || isNumber ? bindByValue(event, reference) : event;
	};

	return {
		notificationSources,
		nameEvent: (body) => nameBy(body, sourceFor),

		nameOwnEvent: (body) => nameBy(body, ownSourceFor),

		nameOtherwise: (event, body) =>
			isFamilyOf(event, notificationSources.at(-1)?.name ?? '')
				? nameBy(body, (object) => notificationSources.find(({ mayHide }) => mayHide?.(object)))
				: null,

		eventsOf: (record, source) => named(record, source, statesOf),

		shownBy: (record, source) => named(record, source, presentState),

		confirmEvent({ event: seen, body: notification, since = 0 }, record) {
			const body = readable(record);
			const told = sourceOf(seen);
			const shown = told && body && recordSource(told, body);
			if (!shown || seen.uuid === null || shown.uuid(body) !== seen.uuid) return null;
			// No record may ever show what came late.
			if (told.isAwaited?.(body)) return { events: [seen], isShown: false };
			const source = told.record?.hidesSource ? told : shown;
			const states = statesOf(shown, body);
			const refunds = refundsToldOf(states, seen.status, asObject(notification), since);
			if (refunds === null) return { events: [seen], isShown: false };
			if (refunds.length > 0)
				return { events: refunds.map((state) => describe(source, state.status, state.body)), isShown: true };
			const own = states.find(({ refund }) => refund === undefined) ?? states[states.length - 1];
			const recorded = isWordOfOther(told, body) ? null : (own?.status ?? null);
			// Fields that only the notification has distinguish its event from others of the same status.
			const said: JsonObject = { ...notification };
			const isHidden = isRefundStatus(seen.status) && hidesStateOfRefund(said, body);
			const status = isHidden ? seen.status : confirmedStatus(told, seen.status, recorded);
			// Why it failed, for example, the record of another attempt may show as well.
			const isSaid = status !== recorded && asObject(said.pay_code) !== null;
			const view =
				status === recorded
					? withDetailsOf(said, own?.body ?? body)
					: { ...said, ...withDetailsOf(said, body), ...(isSaid && { pay_code: said.pay_code }) };
			const event = describe(source, status, view);
			if (told.hidesEvent?.(view, status)) {
				// A later refund of the record is another event, which the record does not tell from others.
				if (status !== seen.status) return { events: [seen], isShown: false };
				// Nothing but its own content tells it from others, and a record may differ at every reading.
				event.event_id = describe(source, status, said).event_id;
			}
			return { events: [event], isShown: status === recorded };
		},

		mayStandFor(event) {
			const { status } = event;
			const source = sourceOf(event);
			if (!source || status === null || !event.is_final) return [];
			return Object.entries(source.record?.showsMeanwhile ?? {})
				.filter(([notified, shown]) => isHiddenEnd(source, notified) && shown.includes(status))
				.filter(([notified]) => !isOutOfOrder(source.order, [notified], status))
				.map(([notified]) => milestoneOf(source, event, notified));
		},

		mayBeStoodFor(event) {
			const source = sourceOf(event);
			return source !== undefined && event.status !== null && isHiddenEnd(source, event.status);
		},

		idsInPart(event, record) {
			const [source, body] = [sourceOf(event), readable(record)];
			const part = body && source?.notifiedPart?.(body);
			if (!source || !part) return [];
			return [bindTo(describe(source, source.status(part), part), Reference.to(event.external_id)).event_id];
		},

		recordLagsBehind(seen, { events }) {
			const source = sourceOf(seen);
			const { status: notified } = seen;
			if (notified === null) return false;
			return events.every(
				({ status }) =>
					isOutOfOrder(source?.order, [notified], status) ||
					// The refund has ended, and is still under way according to the record.
					(status === 'return_pending' && status !== notified && isRefundStatus(notified)),
			);
		},

		recordAddress,

		hidesEvent(event, body) {
			const object = asObject(body);
			// How records show refunds is assumed, so only who wants all confirmed has their records read.
			if (object === null || isRefundStatus(event.status) || recordAddress(event, object) === null) return false;
			return sourceOf(event)?.hidesEvent?.(object, event.status) === true;
		},

		isFamilyOf,

		bindingOf(event, body, reference) {
			const address = recordAddress(event, body);
			const hasRecord = address !== null;
			const source = sourceOf(event);
			const showsExternalId = source?.showsExternalId === true;
			const isPart = source?.isPart?.({ ...body }) === true;
			// A body may leave out what another payment's record shows.
			const isNameless = event.external_id === null;
			if (source?.echoesAsNumber?.({ ...body }, reference.externalId)) return 'bound';
			if (reference.is(event.external_id)) return isNameless && hasRecord ? 'askRecord' : 'bound';
			if (event.external_id === null && address?.isAssumed && !showsExternalId) return 'recordOrValue';
			if (event.external_id === null) return hasRecord ? 'askRecord' : 'byValue';
			if (isPart && (address?.isAssumed ?? true)) return 'recordOrValue';
			return hasRecord && !showsExternalId ? 'askRecord' : 'anotherPayment';
		},

		bindTo,

		bindByValue,

		isRecordOf(event, record, reference) {
			const [told, body] = [sourceOf(event), readable(record)];
			const source = told && body && recordSource(told, body);
			if (!source) return false;
			const shown = source.externalId(body);
			return shown === null && source.showsExternalId !== true ? null : reference.is(shown);
		},

		isBeginning(event, record, now, hasSeen = () => false) {
			const [source, body] = [sourceOf(event), asObject(record)];
			if (!source || body === null || source.isBeginning?.(body, event.status, now) !== true) return false;
			return (
				event.status === 'created' || !hasSeen(describe(source, 'created', { ...body, status: 'created' }).event_id)
			);
		},

		milestone(event, reference) {
			const source = sourceOf(event);
			if (!source || event.uuid === null || event.status === null) return null;
			if (!orderedStatuses(source.order).includes(event.status)) return null;
			return milestoneOf(source, event, event.status, reference);
		},

		comesTooLate(event, knows, reference) {
			const source = sourceOf(event);
			if (!source || event.uuid === null) return false;
			const isReached = (earlier: string) => knows(milestoneOf(source, event, earlier, reference));
			const previous = orderedStatuses(source.order).filter(isReached);
			return isOutOfOrder(source.order, previous, event.status);
		},
	};
}

/** Names the event that a body of this source is about; null when the source does not recognise the body. */
export function nameAs(source: Source, body: unknown): PaymentEvent | null {
	const object = readable(body);
	return object && source.recognises(object) ? eventOf(source, object) : null;
}

/** The event that a body tells of; null when no record can have its ID. */
function eventOf(source: Source, body: JsonObject): PaymentEvent | null {
	const event = describe(source, source.status(body), body);
	return isPathSegment(event.uuid ?? '') ? event : null;
}

function statesOf(source: Source, record: JsonObject): ShownState[] {
	return source.states?.(record) ?? [ownState(source, record)];
}

function ownState(source: Source, record: JsonObject): ShownState {
	return { status: source.status(record), body: record, isCurrent: true };
}

/** The state that a record is in, and what must have come before. */
function presentState(source: Source, record: JsonObject): ShownState[] {
	const now = statesOf(source, record).find(({ isCurrent }) => isCurrent) ?? ownState(source, record);
	const earlier = source.earlierStatus?.(now.status) ?? null;
	return earlier === null ? [now] : [{ status: earlier, body: { ...record, status: earlier }, isCurrent: false }, now];
}

/**
 * The refunds of a record that a notification may be about: those of its amount, and of its description where both show
 * one, in its status or, without any, in whatever status they have reached since. Of those requested before `since`, at most the newest counts. A refund that
 * does not show when it was requested is younger than its payment. Null where those of its amount have another
 * description.
 */
function refundsToldOf(
	states: readonly ShownState[],
	status: string | null,
	notification: JsonObject | null,
	since: number,
): ShownState[] | null {
	if (!isRefundStatus(status) || notification === null) return [];
	const { amount = null, description = null } = toldRefund(notification) ?? {};
	const ofAmount = states.filter(({ refund }) => refund && (amount === null || refund.amount === amount));
	const fitting = ofAmount.filter(
		({ refund }) => !refund?.description || description === null || refund.description === description,
	);
	if (ofAmount.length > 0 && fitting.length === 0) return null;
	const inStatus = fitting.filter((state) => state.status === status);
	const told = inStatus.length > 0 ? inStatus : fitting;
	if (amount === null && inStatus.length === 0) return told.slice(-1);
	return told.filter((state, index) => index === told.length - 1 || (beganAt(state) ?? since) >= since);
}

/** When a refund was requested, or else when its payment was created, in milliseconds since 1970; null when neither is known. */
function beganAt({ refund, body }: ShownState): number | null {
	return instantOf(refund?.createdAt ?? asText(body.created_at));
}

function readable(body: unknown): JsonObject | null {
	const object = asObject(body);
	return object === null || isTooDeep(object) ? null : object;
}

function describe(source: Source, status: string | null, body: JsonObject): PaymentEvent {
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

/**
 * The status that counts when a notification and the service's current record are both at hand: the record's, unless
 * records do not use the status of the notification.
 */
function confirmedStatus({ record }: Source, notified: string | null, recorded: string | null): string | null {
	if (notified === null || recorded === null) return recorded ?? notified;
	const shows = record?.showsMeanwhile ?? {};
	return Object.hasOwn(shows, notified) && shows[notified].includes(recorded) ? notified : recorded;
}

/** Whether only notifications tell of this end. A refund is an event of its own, whatever became of the payment. */
function isHiddenEnd({ record, finalStatuses }: Source, status: string): boolean {
	return (
		Object.hasOwn(record?.showsMeanwhile ?? {}, status) && finalStatuses.includes(status) && !isRefundStatus(status)
	);
}

function familyOf({ family, name }: Source): string {
	return family ?? name;
}

function milestoneOf(
	source: Source,
	{ uuid, external_id: externalId }: PaymentEvent,
	status: string,
	reference?: Reference,
): string {
	const { written } = externalId === null && reference ? reference : Reference.to(externalId);
	return JSON.stringify(['status', familyOf(source), uuid, status, written]);
}
