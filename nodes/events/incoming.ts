import type { IWebhookFunctions } from 'n8n-workflow';
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
import { attempt } from '../../core/attempt';
import { asObject } from '../../core/service/payload';
import type { BoundNotification } from './confirmation';
import { rawBodyOf, readBody, type IncomingNotification } from './notificationBody';
import { tellOfOtherAccount, tellOfRefusal } from './refusals';
import type { Rejection } from './rejection';
import { authorize } from './verification';

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
		if (tag !== undefined) tellOfOtherAccount(n8n, tag);
		else tellOfRefusal(n8n, lacksSignature ? 'signature' : wrongValue);
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
