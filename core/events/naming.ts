/** How bodies and records are named. */

import { Reference } from '../service/authorization';
import { asObject, type JsonObject } from '../service/payload';
import { bindTo } from './binding';
import { describe, eventOf, readable, type PaymentEvent } from './event';
import type { KnownSources } from './knownSources';
import type { EventRegistry } from './eventRegistry';
import type { ShownState } from './refunds';
import type { Source } from './source';

type Naming = Pick<
	EventRegistry,
	'nameEvent' | 'nameOwnEvent' | 'nameOtherwise' | 'eventsOf' | 'shownBy' | 'idsInPart' | 'isBeginning'
>;

export function naming(sources: KnownSources): Naming {
	const nameBy = (body: unknown, choose: (body: JsonObject) => Source | undefined): PaymentEvent | null => {
		const object = readable(body);
		const source = object && choose(object);
		return source ? eventOf(source, object) : null;
	};

	/** The events of a record by the states that its source finds in it; none where it does not tell what it is about. */
	const named = (
		record: unknown,
		name: string,
		states: (source: Source, body: JsonObject) => ShownState[],
	): PaymentEvent[] => {
		const [told, body] = [sources.named(name), readable(record)];
		if (!told || !body) return [];
		const source = sources.ofRecord(told, body);
		if (source.uuid(body) === null || source.status(body) === null) return [];
		return states(source, body).map((state) => describe(source, state.status, state.body));
	};

	return {
		nameEvent: (body) => nameBy(body, (object) => sources.ofBody(object)),

		nameOwnEvent: (body) => nameBy(body, (object) => sources.ofOwnBody(object)),

		nameOtherwise: (event, body) =>
			sources.isFamilyOf(event, sources.all.at(-1)?.name ?? '')
				? nameBy(body, (object) => sources.all.find(({ mayHide }) => mayHide?.(object)))
				: null,

		eventsOf: (record, source) => named(record, source, statesOf),

		shownBy: (record, source) => named(record, source, presentState),

		idsInPart(event, record) {
			const [source, body] = [sources.of(event), readable(record)];
			const part = body && source?.notifiedPart?.(body);
			if (!source || !part) return [];
			return [bindTo(source, describe(source, source.status(part), part), Reference.to(event.external_id)).event_id];
		},

		isBeginning(event, record, now, hasSeen = () => false) {
			const [source, body] = [sources.of(event), asObject(record)];
			if (!source || body === null || source.isBeginning?.(body, event.status, now) !== true) return false;
			return (
				event.status === 'created' || !hasSeen(describe(source, 'created', { ...body, status: 'created' }).event_id)
			);
		},
	};
}

/** Every state that a record shows. */
export function statesOf(source: Source, record: JsonObject): ShownState[] {
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
