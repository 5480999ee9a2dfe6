import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { HOURS_REMEMBERED } from '../../core/events/memory';
import type { PaymentEvent } from '../../core/events';
import { bindByValue, bindTo, comesTooLate, milestone } from '../../core/events';
import { flagIn } from '../../core/text/switches';
import type { Answer } from '../events/confirmation';
import { confirm } from '../events/confirmation';
import type { KnownNotification } from '../events/incoming';
import { tellOfRefusal } from '../events/refusals';
import type { Rejection } from '../events/rejection';
import { WorkflowMemory } from '../events/workflowMemory';

const HOUR = 3_600_000;

/** The events that a notification is about. */
export interface Told {
	/** More than one when the service's record shows several refunds that the notification may be about. */
	events: PaymentEvent[];
	payload: object;
	/** Whether the record shows the status. Absent where the record was not read. */
	confirmed?: boolean;
}

/** The events of a notification, by the service's record where the user or the notification requires it. */
export async function toldBy(
	n8n: IWebhookFunctions,
	notification: KnownNotification,
	options: IDataObject,
	now: number,
): Promise<Told | { rejected: Rejection }> {
	const { event, body, binding, hidesEvent, reference, otherwise } = notification;
	const isUnbound = binding === 'askRecord' || binding === 'recordOrValue';
	// A switch that cannot be read asks: an event must not be believed for that.
	const isAskedFor = flagIn(options.confirmWithService) !== false;
	const isRecordNeeded = isAskedFor || isUnbound || hidesEvent;
	const asItCame = { events: [event], payload: body };
	if (!isRecordNeeded && !otherwise) return asItCame;
	const asNotified = { ...asItCame, confirmed: false };
	const answer = await confirm(n8n, { ...notification, since: now - HOURS_REMEMBERED * HOUR });
	if (otherwise && isUnknown(answer) && !isUnknown(await confirm(n8n, otherwise)))
		return await toldBy(n8n, otherwise, options, now);
	const isClear = answer.outcome === 'confirmed' || (answer.outcome === 'later' && answer.hasRecord !== undefined);
	if (!isRecordNeeded && isClear) return asItCame;
	if (answer.outcome === 'confirmed') {
		const { events, payload, isBound, confirmed } = answer;
		// The record was read only to learn whose notification it is, or which. Meanwhile the payment has gone on.
		if (!isAskedFor && isBound && hasGoneOn(notification, events)) return asNotified;
		return {
			events: reference ? events.map((each) => bindTo(each, reference)) : events,
			payload,
			confirmed,
		};
	}
	if (answer.outcome === 'noRecord' && binding === 'recordOrValue' && reference)
		return { ...asNotified, events: [bindByValue(event, reference)] };
	if (answer.outcome === 'noRecord' && binding !== 'askRecord') return asNotified;
	if (answer.outcome === 'anotherPayment') {
		tellOfRefusal(n8n, answer.outcome);
		return { rejected: 401 };
	}
	// Links may have no record that ever shows it. What it is about if it is not what it looks like, only records tell.
	if (!isAskedFor && !isUnbound && !otherwise && wasPutOff(n8n, event, now)) return asNotified;
	n8n.logger.warn('The payment service could not confirm a notification yet; it will send it again', {
		eventType: event.event_type,
		uuid: event.uuid,
	});
	return { rejected: 503 };
}

function isUnknown(answer: Answer): boolean {
	return answer.outcome === 'later' && answer.hasRecord === false;
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
