import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import type { Span } from '../../core/events/span';
import { DEFAULT_SPAN } from '../../core/events/span';
import type { PaymentEvent } from '../../core/events';
import { bindTo } from '../../core/events';
import { confirm } from '../events/confirmation';
import type { KnownNotification } from '../events/incoming';
import { tellOfRefusal } from '../events/refusals';
import type { Rejection } from '../events/rejection';

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
	const { event, body, needsRecord, reference } = notification;
	if (options.confirmWithService !== true && !needsRecord) return { events: [event], payload: body };
	const answer = await confirm(n8n, { ...notification, since: now - spanOf(options).hours * HOUR });
	if (answer.outcome === 'confirmed') {
		const { events, payload, confirmed } = answer;
		return { events: reference ? events.map((each) => bindTo(each, reference)) : events, payload, confirmed };
	}
	if (answer.outcome === 'noRecord' && !needsRecord) return { events: [event], payload: body, confirmed: false };
	if (answer.outcome === 'anotherPayment') {
		tellOfRefusal(n8n, answer.outcome);
		return { rejected: 401 };
	}
	n8n.logger.warn('The payment service could not confirm a notification yet; it will send it again', {
		eventType: event.event_type,
		uuid: event.uuid,
	});
	return { rejected: 503 };
}

/** How much the trigger's options ask to be remembered. */
export function spanOf({ rememberFor, rememberAtMost }: IDataObject): Span {
	return {
		hours: rememberFor === undefined ? DEFAULT_SPAN.hours : Number(rememberFor),
		atMost: rememberAtMost === undefined ? DEFAULT_SPAN.atMost : Number(rememberAtMost),
	};
}
