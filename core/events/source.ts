/** What one source of events says about itself. What is common to all sources is in the registry. */

import type { JsonObject } from '../payload';
import { asText } from '../payload';
import type { IdPart, State } from './identity';
import type { Order } from './order';
import type { ShownState } from './refunds';

/** A GET request for a record, below the base address. */
export interface RecordAddress {
	path: string;
	query?: { uuid: string };
}

/** The record that the service keeps of what a notification is about. */
export interface SourceRecord {
	/** How to ask for it; null when the service has none of what this body is about. */
	address(uuid: string, body: JsonObject): RecordAddress | null;
	/** For each status that only notifications use: what the record shows meanwhile. */
	showsMeanwhile: Readonly<Record<string, readonly string[]>>;
	/** The record may not show that it is of this source: the notification has the last word on that. */
	hidesSource?: true;
}

/** One kind of thing whose changes are events. Its functions get bodies that anybody may have written. */
export interface Source {
	/** The `source` of its events, the first part of their type, and its value among the trigger's choices. */
	name: string;
	/** What users read among the choices. */
	title: string;
	description: string;
	/** Sources of one family tell of the same payments under the same uuids. Its own name when left out. */
	family?: string;
	/** The type of its events, when the status is no part of it. */
	eventType?: string;
	/** In lower case, as all statuses here. */
	statuses: readonly string[];
	/** With these, what the event is about has come to its end. */
	finalStatuses: readonly string[];
	/** Left out when no order is known. */
	order?: Order;
	/** Left out when the service has no record to ask for. */
	record?: SourceRecord;
	/** The specification shows the merchant's own id in its notifications and records: one without it, or with another, is of another payment. */
	showsExternalId?: true;

	/** Whether a body comes from this source, when it comes from none before it in the index. */
	recognises(body: JsonObject): boolean;
	uuid(body: JsonObject): string | null;
	externalId(body: JsonObject): string | null;
	status(body: JsonObject): string | null;
	/** What a record of the service shows, when that may be more than one state. Oldest first. */
	states?(record: JsonObject): ShownState[];
	/** As sent, never computed with. */
	amount(body: JsonObject): string | null;
	currency(body: JsonObject): string | null;
	/** What tells its events apart, beside the family. See {@link byStatus}. */
	identity(body: JsonObject, state: State): IdPart[];
	/** Whether nothing has happened to the record yet. Its creation is no event. */
	isBeginning?(body: JsonObject, status: string | null): boolean;
}

/** The fields under the names that most sources use. */
export const usualFields = {
	uuid: (body) => asText(body.uuid),
	externalId: (body) => asText(body.external_id),
	status: (body) => lowerCase(body.status),
	amount: (body) => asText(body.amount),
	currency: (body) => asText(body.currency),
} satisfies Partial<Source>;

/** A status as it is compared. The service writes all in lower case except `Rejected`. */
export function lowerCase(status: unknown): string | null {
	return asText(status)?.trim().toLowerCase() ?? null;
}

export function isOneOf(statuses: readonly string[], status: string | null): boolean {
	return status !== null && statuses.includes(status);
}
