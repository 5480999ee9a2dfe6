/** Which events have come before an event, or stand for it. */

import { Reference } from '../service/authorization';
import { familyOf, type PaymentEvent } from './event';
import type { KnownSources } from './knownSources';
import { isOutOfOrder, orderedStatuses } from './order';
import { isRefundStatus } from './refunds';
import type { EventRegistry } from './eventRegistry';
import type { Source } from './source';

type Lateness = Pick<EventRegistry, 'mayStandFor' | 'mayBeStoodFor' | 'milestone' | 'comesTooLate'>;

export function lateness(sources: KnownSources): Lateness {
	return {
		mayStandFor(event) {
			const { status } = event;
			const source = sources.of(event);
			if (!source || status === null || !event.is_final) return [];
			return Object.entries(source.record?.showsMeanwhile ?? {})
				.filter(([notified, shown]) => isHiddenEnd(source, notified) && shown.includes(status))
				.filter(([notified]) => !isOutOfOrder(source.order, [notified], status))
				.map(([notified]) => milestoneOf(source, event, notified));
		},

		mayBeStoodFor(event) {
			const source = sources.of(event);
			return source !== undefined && event.status !== null && isHiddenEnd(source, event.status);
		},

		milestone(event, reference) {
			const source = sources.of(event);
			if (!source || event.uuid === null || event.status === null) return null;
			if (!orderedStatuses(source.order).includes(event.status)) return null;
			return milestoneOf(source, event, event.status, reference);
		},

		comesTooLate(event, knows, reference) {
			const source = sources.of(event);
			if (!source || event.uuid === null) return false;
			const isReached = (earlier: string) => knows(milestoneOf(source, event, earlier, reference));
			const previous = orderedStatuses(source.order).filter(isReached);
			return isOutOfOrder(source.order, previous, event.status);
		},
	};
}

/** Whether only notifications tell of this end. A refund is an event of its own, whatever became of the payment. */
function isHiddenEnd({ record, finalStatuses }: Source, status: string): boolean {
	return (
		Object.hasOwn(record?.showsMeanwhile ?? {}, status) && finalStatuses.includes(status) && !isRefundStatus(status)
	);
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
