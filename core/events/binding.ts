/** Whether an event is about the payment that the authorization value of its notification was made for. */

import type { Reference } from '../service/authorization';
import { asObject } from '../service/payload';
import { readable, type PaymentEvent } from './event';
import { eventId } from './identity';
import type { KnownSources } from './knownSources';
import { isRefundStatus } from './refunds';
import type { EventRegistry } from './eventRegistry';
import type { RecordAddress, Source } from './source';

type Bound = Pick<
	EventRegistry,
	'recordAddress' | 'hidesEvent' | 'bindingOf' | 'bindTo' | 'bindByValue' | 'isRecordOf'
>;

export function binding(sources: KnownSources): Bound {
	const recordAddress = (event: PaymentEvent, body: object): RecordAddress | null => {
		const object = asObject(body);
		if (object === null || event.uuid === null) return null;
		return sources.of(event)?.record?.address(event.uuid, object) ?? null;
	};

	return {
		recordAddress,

		hidesEvent(event, body) {
			const object = asObject(body);
			// How records show refunds is assumed, so only who wants all confirmed has their records read.
			if (object === null || isRefundStatus(event.status) || recordAddress(event, object) === null) return false;
			return sources.of(event)?.hidesEvent?.(object, event.status) === true;
		},

		bindingOf(event, body, reference) {
			const address = recordAddress(event, body);
			const hasRecord = address !== null;
			const source = sources.of(event);
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

		bindTo: (event, reference) => bindTo(sources.of(event), event, reference),

		bindByValue,

		isRecordOf(event, record, reference) {
			const [told, body] = [sources.of(event), readable(record)];
			const source = told && body && sources.ofRecord(told, body);
			if (!source) return false;
			const shown = source.externalId(body);
			return shown === null && source.showsExternalId !== true ? null : reference.is(shown);
		},
	};
}

/** See {@link EventRegistry.bindTo}. */
export function bindTo(source: Source | undefined, event: PaymentEvent, reference: Reference): PaymentEvent {
	if (reference.is(event.external_id)) return event;
	// A number may be that of several external ids.
	const isNumber = source?.echoesAsNumber !== undefined;
	return event.external_id === null || isNumber ? bindByValue(event, reference) : event;
}

function bindByValue(event: PaymentEvent, reference: Reference): PaymentEvent {
	return {
		...event,
		// Also with a value that is bound to none: the id may be that of the payment whose external id the body shows.
		event_id: eventId(event.event_id, reference.written),
		external_id: reference.externalId,
	};
}
