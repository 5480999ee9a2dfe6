import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { isRefundStatus } from '../../core/events/refunds';
import type { Span } from '../../core/events/span';
import { DEFAULT_SPAN, LONGEST_HOURS } from '../../core/events/span';
import type { PaymentEvent } from '../../core/events';
import { bindByValue, bindTo, comesTooLate, milestone } from '../../core/events';
import { flagIn } from '../../core/switches';
import type { Answer } from '../events/confirmation';
import { confirm } from '../events/confirmation';
import type { KnownNotification } from '../events/incoming';
import { tellOfRefusal } from '../events/refusals';
import type { Rejection } from '../events/rejection';
import type { Remembering } from '../events/workflowMemory';
import { WorkflowMemory } from '../events/workflowMemory';

const HOUR = 3_600_000;

/** The events that a notification is about. */
export interface Told {
	/** More than one when the service's record shows several refunds that the notification may be about. */
	events: PaymentEvent[];
	payload: object;
	/** Whether the record shows the status. Absent where the record was not read. */
	confirmed?: boolean;
	/** How they are remembered. */
	remembering: Remembering;
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
	const remembering: Remembering = { now, span: spanOf(options) };
	const isRecordNeeded = isAskedFor || isUnbound || hidesEvent;
	const asItCame = { events: [event], payload: body, remembering };
	if (!isRecordNeeded && !otherwise) return asItCame;
	const asNotified = { ...asItCame, confirmed: false };
	const answer = await confirm(n8n, { ...notification, since: now - LONGEST_HOURS * HOUR });
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
			remembering: isRefundStatus(event.status) ? forRefunds(remembering) : remembering,
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
	if (!isAskedFor && !isUnbound && !otherwise && wasPutOff(n8n, event, remembering)) return asNotified;
	n8n.logger.warn('The payment service could not confirm a notification yet; it will send it again', {
		eventType: event.event_type,
		uuid: event.uuid,
	});
	return { rejected: 503 };
}

function isUnknown(answer: Answer): boolean {
	return answer.outcome === 'later' && answer.hasRecord === false;
}

/** Whether the events that a record shows only ever come after this one. Of a refund, any other state does. */
function hasGoneOn({ event, binding, hidesEvent }: KnownNotification, shown: readonly PaymentEvent[]): boolean {
	if (hidesEvent && binding === 'bound' && isRefundStatus(event.status))
		return shown.every(({ status }) => status !== event.status);
	// Both are of one payment, although only one of them may show its external id.
	const { external_id } = event;
	return comesTooLate(event, (reached) => shown.some((each) => milestone({ ...each, external_id }) === reached));
}

/** A record shows all refunds, and one may end days after it was requested: those that ended before must be known. */
function forRefunds({ now, span }: Remembering): Remembering {
	return { now, span: { ...span, hours: LONGEST_HOURS }, purpose: ' refunds' };
}

/** Whether a copy of this notification was put off before. A test has no time for a second one. */
function wasPutOff(n8n: IWebhookFunctions, { event_id: id }: PaymentEvent, remembering: Remembering): boolean {
	if (n8n.getMode() === 'manual') return true;
	return !WorkflowMemory.of(n8n).admit(JSON.stringify(['put off', id]), remembering);
}

/** How much the trigger's options ask to be remembered. */
function spanOf({ rememberFor, rememberAtMost }: IDataObject): Span {
	return {
		hours: rememberFor === undefined ? DEFAULT_SPAN.hours : Number(rememberFor),
		atMost: rememberAtMost === undefined ? DEFAULT_SPAN.atMost : Number(rememberAtMost),
	};
}
