/**
 * What makes two notifications copies of one event. An `event_id` is a digest of the source, the uuid, the status, and
 * what can change while the status stays the same, which each source says for itself. Two copies, or a notification
 * and the service's own record of the same state, may differ in other things; those are left out.
 */

import type { JsonObject } from '../payload';
import { payloadDigest, sha256 } from '../payload';

/** One part of what an id is made of. */
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
 * The usual identity of an event: uuid, status, and what can change meanwhile. A body without uuid or status has nothing
 * to be told by, so everything it says counts.
 * @param changes what can change while uuid and status stay the same
 */
export function byStatus(
	changes: (body: JsonObject, status: string) => IdPart[],
): (body: JsonObject, state: State) => IdPart[] {
	return (body, { uuid, status }) => [
		uuid,
		status,
		...(uuid === null || status === null ? [payloadDigest(body)] : changes(body, status)),
	];
}
