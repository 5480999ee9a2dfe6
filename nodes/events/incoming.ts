import type { IWebhookFunctions } from 'n8n-workflow';
import type { PaymentEvent } from '../../core/events';
import { nameEvent } from '../../core/events';
import { asObject } from '../../core/payload';
import type { IncomingNotification } from './notificationBody';
import { parseJson, rawBodyOf, textOf } from './notificationBody';
import type { Rejection } from './rejection';
import { isGenuine } from './verification';

/** A genuine notification whose event is known. */
export interface KnownNotification {
	outcome: 'known';
	event: PaymentEvent;
	body: object;
	/** The body as it arrived. */
	text: string;
}

/** A delivery that is not to be believed or understood. */
export interface RejectedNotification {
	outcome: 'rejected';
	status: Rejection;
	/** Why the credential could not be read, where that was the reason. */
	cause?: unknown;
}

/**
 * Verifies, reads and names the notification that a webhook was called with. Specification: "Authentication", 4 and 5;
 * "Events". Nothing is thrown: what cannot be verified now is rejected with 503, and the service sends it again.
 */
export async function readNotification(n8n: IWebhookFunctions): Promise<KnownNotification | RejectedNotification> {
	const request = n8n.getRequestObject() as IncomingNotification;
	try {
		if (!(await isGenuine(n8n, request))) return { outcome: 'rejected', status: 401 };
	} catch (cause) {
		return { outcome: 'rejected', status: 503, cause };
	}
	const raw = await rawBodyOf(request);
	const text = raw === undefined ? '' : textOf(raw, request.encoding);
	const body = asObject(parseJson(text));
	const event = nameEvent(body);
	return body && event ? { outcome: 'known', event, body, text } : { outcome: 'rejected', status: 400 };
}
