import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { HOURS_REMEMBERED } from '../../core/events/memory';
import { bindByValue, bindTo, comesTooLate, milestone, type PaymentEvent } from '../../core/events';
import { flagIn } from '../../core/text/values';
import { confirm, isUnknown, type Confirmed } from '../events/confirmation';
import type { KnownNotification, Rejection } from '../events/incoming';
import { tellOfRefusal } from '../events/refusals';
import { WorkflowMemory } from '../events/workflowMemory';

const HOUR = 3_600_000;

/** The events that a notification is about. */
export interface ResolvedEvents {
	/** More than one when the service's record shows several refunds that the notification may be about. */
	events: PaymentEvent[];
	payload: object;
	/** Whether the record shows the status. Absent where the record was not read. */
	confirmed?: boolean;
}

/** The events of a notification, by the service's record where the user or the notification requires it. */
export async function resolveEvents(
	n8n: IWebhookFunctions,
	notification: KnownNotification,
	options: IDataObject,
	now: number,
): Promise<ResolvedEvents | { rejected: Rejection }> {
	const { event, body, binding, hidesEvent, reference, otherwise } = notification;
	const isUnbound = binding === 'askRecord' || binding === 'recordOrValue';
	// A switch that cannot be read asks: an event must not be believed for that.
	const isAskedFor = flagIn(options.confirmWithService) !== false;
	const isRecordNeeded = isAskedFor || isUnbound || hidesEvent;
	const asItCame = { events: [event], payload: body };
	if (!isRecordNeeded && !otherwise) return asItCame;
	const answer = await confirm(n8n, { ...notification, since: now - HOURS_REMEMBERED * HOUR });
	if (otherwise && isUnknown(answer) && !isUnknown(await confirm(n8n, otherwise)))
		return await resolveEvents(n8n, otherwise, options, now);
	const isClear = answer.outcome === 'confirmed' || (answer.outcome === 'later' && answer.hasRecord !== undefined);
	if (!isRecordNeeded && isClear) return asItCame;
	switch (answer.outcome) {
		case 'confirmed':
			return asConfirmed(notification, answer, isAskedFor);
		case 'anotherPayment':
			tellOfRefusal(n8n, answer.outcome);
			return { rejected: 401 };
		case 'noRecord':
			if (binding === 'recordOrValue' && reference)
				return { ...asNotified(notification), events: [bindByValue(event, reference)] };
			if (binding !== 'askRecord') return asNotified(notification);
	}
	// Links may have no record that ever shows it. What it is about if it is not what it looks like, only records tell.
	if (!isAskedFor && !isUnbound && !otherwise && wasPutOff(n8n, event, now)) return asNotified(notification);
	const { event_type: eventType, uuid } = event;
	n8n.logger.warn('The payment service could not confirm a notification yet; it will send it again', {
		eventType,
		uuid,
	});
	return { rejected: 503 };
}

/** What the notification says, which no record shows. */
const asNotified = ({ event, body }: KnownNotification): ResolvedEvents => ({
	events: [event],
	payload: body,
	confirmed: false,
});

/** @param isAskedFor whether the record is to be believed more than the notification */
function asConfirmed(
	notification: KnownNotification,
	{ events, payload, isBound, confirmed }: Confirmed,
	isAskedFor: boolean,
): ResolvedEvents {
	const { reference } = notification;
	// The record was read only to learn whose notification it is, or which. Meanwhile the payment has gone on.
	if (!isAskedFor && isBound && hasGoneOn(notification, events)) return asNotified(notification);
	return { events: reference ? events.map((each) => bindTo(each, reference)) : events, payload, confirmed };
}

/** Whether the events that a record shows only ever come after this one. */
function hasGoneOn({ event }: KnownNotification, shown: readonly PaymentEvent[]): boolean {
	// Both are of one payment, although only one of them may show its external id.
	const { external_id } = event;
	return comesTooLate(event, (reached) => shown.some((each) => milestone({ ...each, external_id }) === reached));
}

/** Whether a copy of this notification was put off before. A test has no time for a second one. */
function wasPutOff(n8n: IWebhookFunctions, { event_id: id }: PaymentEvent, now: number): boolean {
	if (n8n.getMode() === 'manual') return true;
	return !WorkflowMemory.of(n8n).admit(JSON.stringify(['put off', id]), now);
}
