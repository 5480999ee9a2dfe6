/**
 * What makes two notifications copies of one event. An `event_id` is a digest of the source, the uuid, the status, and
 * what can change while the status stays the same, and of the payment's external id. Each source defines what can change. Everything else is left out:
 * copies may differ in it, and so may a notification and the service's record of the same state.
 */

import { notificationDigest, sha256, type JsonObject } from '../service/payload';

/** One of the values that an id is derived from. */
export type IdPart = string | null;

/** Which state of which thing an event is about. */
export interface State {
	uuid: string | null;
	/** In lower case. */
	status: string | null;
}

/** The id of an event: 128 bits of a digest, as `evt_` and 32 hex digits. */
export function eventId(...parts: IdPart[]): string {
	return `evt_${sha256(JSON.stringify(parts)).slice(0, 32)}`;
}

/**
 * The usual identity of an event: uuid, status, and what can change meanwhile. A body without uuid or status has no
 * other identity than its whole content.
 * @param changes what can change while uuid and status stay the same
 */
export function byStatus(
	changes: (body: JsonObject, status: string) => IdPart[],
): (body: JsonObject, state: State) => IdPart[] {
	return (body, { uuid, status }) => [
		uuid,
		status,
		...(uuid === null || status === null ? [notificationDigest(body)] : changes(body, status)),
	];
}
