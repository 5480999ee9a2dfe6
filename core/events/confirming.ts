/** What the service's record says of what a notification tells. */

import { instantOf } from '../time/dates';
import { asObject, textOrNull, type JsonObject } from '../service/payload';
import { isOfOtherAttempt, withDetailsOf } from './details';
import { describe, readable, type PaymentEvent } from './event';
import type { KnownSources } from './knownSources';
import { statesOf } from './naming';
import { isOutOfOrder } from './order';
import { showOtherFacts } from './payments';
import { hidesStateOfRefund, isRefundStatus, notifiedRefund, type ShownState } from './refunds';
import type { Confirmation, EventRegistry } from './eventRegistry';
import type { Source } from './source';

export function confirming(sources: KnownSources): Pick<EventRegistry, 'confirmEvent' | 'recordLagsBehind'> {
	/** Whether a record looks like that of another source by nothing but a status, which says nothing of its own then. */
	const isWordOfOther = (told: Source, record: JsonObject): boolean => {
		const shown = sources.ofBody(record);
		return shown !== undefined && shown !== told && !told.showsExternalId && shown.mayHide?.(record) === true;
	};

	return {
		confirmEvent({ event: seen, body: notification, since = 0 }, record) {
			const body = readable(record);
			const told = sources.of(seen);
			const shown = told && body && sources.ofRecord(told, body);
			if (!shown || seen.uuid === null || shown.uuid(body) !== seen.uuid) return null;
			// No record may ever show what came late.
			if (told.isAwaited?.(body)) return { events: [seen], isShown: false };
			const states = statesOf(shown, body);
			const said: JsonObject = { ...notification };
			const refunds = refundsToldOf(states, seen.status, asObject(notification), since);
			if (refunds === null) return { events: [seen], isShown: false };
			const source = told.record?.hidesSource ? told : shown;
			if (refunds.length > 0)
				return { events: refunds.map((state) => describe(source, state.status, state.body)), isShown: true };
			const own = states.find(({ refund }) => refund === undefined) ?? states[states.length - 1];
			const recorded = isWordOfOther(told, body) ? null : (own?.status ?? null);
			return byRecord({ seen, said, told, source, body, own: own?.body ?? body, recorded });
		},

		recordLagsBehind(seen, { events }) {
			const source = sources.of(seen);
			const { status: notified } = seen;
			if (notified === null) return false;
			return events.every(
				({ status }) =>
					isOutOfOrder(source?.order, [notified], status) ||
					// The refund has ended, and is still under way according to the record.
					(status === 'return_pending' && status !== notified && isRefundStatus(notified)),
			);
		},
	};
}

/** A notification, and what its record shows of the payment itself. */
interface Compared {
	seen: PaymentEvent;
	said: JsonObject;
	told: Source;
	source: Source;
	body: JsonObject;
	/** The record in the state that is the payment's own. */
	own: JsonObject;
	/** The status of that. */
	recorded: string | null;
}

/** Fields that only the notification has distinguish its event from others of the same status. */
function byRecord({ seen, said, told, source, body, own, recorded }: Compared): Confirmation {
	const isHidden = isRefundStatus(seen.status) && hidesStateOfRefund(said, body);
	const status = isHidden ? seen.status : confirmedStatus(told, seen.status, recorded);
	const isShown = status === recorded;
	// Its status may be the same in an earlier state: with another fact, or of another attempt to pay.
	const isSameStatus = recorded !== null && seen.status === recorded;
	if (isSameStatus && (showOtherFacts(recorded, said, own) || isOfOtherAttempt(said, own)))
		return { events: [seen], isShown: false };
	// Why it failed, for example, the record of another attempt may show as well.
	const ownWord = !isShown && asObject(said.pay_code) !== null ? { pay_code: said.pay_code } : {};
	const view = isShown ? withDetailsOf(said, own) : { ...said, ...withDetailsOf(said, body), ...ownWord };
	const event = describe(source, status, view);
	if (!told.hidesEvent?.(view, status)) return { events: [event], isShown };
	// A later refund of the record is another event, which the record does not tell from others.
	if (status !== seen.status) return { events: [seen], isShown: false };
	// Nothing but its own content tells it from others, and a record may differ at every reading.
	return { events: [{ ...event, event_id: describe(source, status, said).event_id }], isShown };
}

/**
 * The refunds of a record that a notification may be about: those of its amount, and of its description where both show
 * one, in its status or, without any, in whatever status they have reached since. Of those requested before `since`, at most the newest counts. A refund that
 * does not show when it was requested is younger than its payment. Null where those of its amount have another
 * description.
 */
function refundsToldOf(
	states: readonly ShownState[],
	status: string | null,
	notification: JsonObject | null,
	since: number,
): ShownState[] | null {
	if (!isRefundStatus(status) || notification === null) return [];
	const { amount = null, description = null } = notifiedRefund(notification) ?? {};
	const ofAmount = states.filter(({ refund }) => refund && (amount === null || refund.amount === amount));
	const fitting = ofAmount.filter(
		({ refund }) => !refund?.description || description === null || refund.description === description,
	);
	if (ofAmount.length > 0 && fitting.length === 0) return null;
	const inStatus = fitting.filter((state) => state.status === status);
	const told = inStatus.length > 0 ? inStatus : fitting;
	if (amount === null && inStatus.length === 0) return told.slice(-1);
	return told.filter((state, index) => index === told.length - 1 || (beganAt(state) ?? since) >= since);
}

/** When a refund was requested, or else when its payment was created, in milliseconds since 1970; null when neither is known. */
function beganAt({ refund, body }: ShownState): number | null {
	return instantOf(refund?.createdAt ?? textOrNull(body.created_at));
}

/**
 * The status that counts when a notification and the service's current record are both at hand: the record's, unless
 * records do not use the status of the notification.
 */
function confirmedStatus({ record }: Source, notified: string | null, recorded: string | null): string | null {
	if (notified === null || recorded === null) return recorded ?? notified;
	const shows = record?.showsMeanwhile ?? {};
	return Object.hasOwn(shows, notified) && shows[notified].includes(recorded) ? notified : recorded;
}
