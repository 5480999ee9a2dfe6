import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import {
	bindingOf,
	bindTo,
	hidesEvent,
	nameEvent,
	nameOtherwise,
	nameOwnEvent,
	type Binding,
	type PaymentEvent,
} from '../../core/events';
import { attempt, attemptNow } from '../../core/attempt';
import { asObject, parseServiceJson } from '../../core/service/payload';
import type { BoundNotification } from './confirmation';
import { tellOfRefusal } from './refusals';
import { authorize, rawBodyOf, type IncomingNotification } from './verification';

/** Short, and no help to anybody who should not have called. */
const ANSWERS = { 400: 'Bad request', 401: 'Unauthorized', 503: 'Try again later' } as const;

/** The HTTP status that a delivery is turned away with. */
export type Rejection = keyof typeof ANSWERS;

/** A genuine notification whose event is known. */
export interface KnownNotification extends BoundNotification {
	outcome: 'known';
	/** The body as it arrived. */
	text: string;
	/** Whether it is about the payment that its authorization value is bound to. */
	binding: Exclude<Binding, 'anotherPayment'>;
	/** Whether only the service's record can tell which event it is about. */
	hidesEvent: boolean;
	/** What it is about if it is not about the event: the body does not tell, but the records do. */
	otherwise?: KnownNotification;
}

/** A delivery that is not genuine, cannot be understood, or cannot be verified now. */
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
	const asked = await attempt(() => authorize(n8n, request));
	if ('failure' in asked) return { outcome: 'rejected', status: 503, cause: asked.failure };
	const authorization = asked.value;
	if (authorization.outcome === 'refused') {
		const { tag, lacksSignature } = authorization;
		const wrongValue = request.headers.authorization ? 'unknownValue' : 'noValue';
		tellOfRefusal(n8n, tag !== undefined ? 'otherAccount' : lacksSignature ? 'signature' : wrongValue, tag);
		return { outcome: 'rejected', status: 401 };
	}
	const raw = await rawBodyOf(request);
	const read = raw === undefined ? null : readBody(raw);
	const body = asObject(read?.said);
	// An accepted value is bound to no payment: whoever knows it can report anything.
	const { reference, appId } = authorization.outcome === 'derived' ? authorization : {};
	const name = reference === undefined ? nameEvent : nameOwnEvent;
	const event = name(body);
	if (read === null || body === null || event === null) return { outcome: 'rejected', status: 400 };
	const knownAs = (named: PaymentEvent): KnownNotification | null => {
		const binding = reference === undefined ? 'bound' : bindingOf(named, body, reference);
		if (binding === 'anotherPayment') return null;
		const bound = reference === undefined ? named : bindTo(named, reference);
		return {
			outcome: 'known',
			event: bound,
			body,
			text: read.text,
			reference,
			appId,
			binding,
			hidesEvent: hidesEvent(named, body),
		};
	};
	const known = knownAs(event);
	const other = nameOtherwise(event, body);
	const hidden = other && knownAs(other);
	// Only the record shows that it is what it does not look like.
	const otherwise = hidden && { ...hidden, hidesEvent: true };
	if (known) return otherwise ? { ...known, otherwise } : known;
	if (otherwise) return otherwise;
	tellOfRefusal(n8n, 'anotherPayment');
	return { outcome: 'rejected', status: 401 };
}

/**
 * Reads a body. JSON is UTF-8, whatever character set the content type names: the content type is not signed, and must
 * not turn the same bytes into another event.
 * @returns null when it is not UTF-8
 */
function readBody(body: Buffer): { text: string; said: unknown } | null {
	const decoded = attemptNow(() => new TextDecoder('utf-8', { fatal: true }).decode(body));
	return 'value' in decoded ? { text: decoded.value, said: parseServiceJson(decoded.value) } : null;
}

/**
 * Turns a delivery away. The answer is given here: n8n would answer anything thrown with 500 and store it as a failed
 * execution, which a flood must not be able to do.
 */
export function rejectDelivery(n8n: IWebhookFunctions, status: Rejection): IWebhookResponseData {
	n8n.getResponseObject().status(status).json({ message: ANSWERS[status] });
	return { noWebhookResponse: true };
}
