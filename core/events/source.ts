/** What defines one source of events. The registry holds what all sources have in common. */

import { textOrNull, type JsonObject } from '../service/payload';
import type { IdPart, State } from './identity';
import type { Order } from './order';
import type { ShownState } from './refunds';

/** A GET request for a record, below the base address. */
export interface RecordAddress {
	path: string;
	query?: { uuid: string };
	/** The specification does not show that the service has the record there. */
	isAssumed?: true;
	/** What the body is about may be part of a record whose uuid it does not show: one transaction of a payout batch. */
	isPart?: true;
}

/** The record that the service keeps of what a notification is about. */
export interface SourceRecord {
	/** The request for it; null when the service has no record of what this body is about. */
	address(uuid: string, body: JsonObject): RecordAddress | null;
	/** By each status that a notification may tell alone, or first: the statuses that the record may show meanwhile. */
	showsMeanwhile: Readonly<Record<string, readonly string[]>>;
	/** The record may not show its source, so the notification decides it. */
	hidesSource?: true;
}

/** A kind of record whose changes are events. Its functions get untrusted bodies. */
export interface Source {
	/** The `source` of its events, the first part of their type, and its value among the trigger's choices. */
	name: string;
	/** Its label among the choices. */
	title: string;
	/** What n8n's list of triggers shows for it. */
	action: string;
	description: string;
	/** Sources of one family are about the same payments, with the same uuids. Its own name when left out. */
	family?: string;
	/** The type of all its events, where the status is not part of it. */
	eventType?: string;
	/** In lower case, as all statuses here. */
	statuses: readonly string[];
	/** The statuses in which a payment ends. */
	finalStatuses: readonly string[];
	/** Left out when no order is known. */
	order?: Order;
	/** Left out when the service has no record to ask for. */
	record?: SourceRecord;
	/**
	 * The specification shows the merchant's own id in its notifications and records, so a body without it, or with
	 * another one, is about another payment.
	 */
	showsExternalId?: true;

	/**
	 * Whether a body carries what the specification shows of this source alone, given that no source before it in the index
	 * does. It outranks what any source recognises by guessing.
	 */
	shows?(body: JsonObject): boolean;
	/**
	 * Whether a body comes from this source, given that no source shows itself in it, and none before it in the index
	 * recognises it.
	 */
	recognises(body: JsonObject): boolean;
	/**
	 * Whether a body that no source recognises comes from this one, given that its authorization value was made for a
	 * payment of this account.
	 */
	mayRecognise?(body: JsonObject): boolean;
	/** Whether a body that looks like one of the last source's family may come from this one instead: it shows too little to tell. */
	mayHide?(body: JsonObject): boolean;
	/** Whether a body shows this external id as a number, without the zeros at its beginning. */
	echoesAsNumber?(body: JsonObject, externalId: string | null): boolean;
	/** Whether a body may be about a part of what its authorization value was made for, with an external id of its own. */
	isPart?(body: JsonObject): boolean;
	uuid(body: JsonObject): string | null;
	externalId(body: JsonObject): string | null;
	status(body: JsonObject): string | null;
	/** The status that a record with this one has certainly had before, and no longer shows. */
	earlierStatus?(status: string | null): string | null;
	/** The states that a record of the service shows, oldest first. Left out when it shows only one. */
	states?(record: JsonObject): ShownState[];
	/** As sent, never computed with. */
	amount(body: JsonObject): string | null;
	currency(body: JsonObject): string | null;
	/** What distinguishes events within the family. See {@link byStatus}. */
	identity(body: JsonObject, state: State): IdPart[];
	/** Whether a body does not show which of several events it is about, although the record may. */
	hidesEvent?(body: JsonObject, status: string | null): boolean;
	/** Whether a record does not show what its notifications tell of, although its status is theirs. */
	isAwaited?(record: JsonObject): boolean;
	/** The part of a record that its notification may show by itself. */
	notifiedPart?(record: JsonObject): JsonObject | null;
	/** Whether nothing has happened to the record yet, now, in milliseconds since 1970. Its creation is not an event. */
	isBeginning?(body: JsonObject, status: string | null, now: number): boolean;
}

/** The fields under the names that most sources use. */
export const usualFields = {
	uuid: (body) => textOrNull(body.uuid),
	externalId: (body) => textOrNull(body.external_id),
	status: (body) => lowerCase(body.status),
	amount: (body) => textOrNull(body.amount),
	currency: (body) => textOrNull(body.currency),
} satisfies Partial<Source>;

/** A status in the form used for comparisons. The service writes all of them in lower case except `Rejected`. */
export function lowerCase(status: unknown): string | null {
	return textOrNull(status)?.trim().toLowerCase() ?? null;
}

export function isOneOf(statuses: readonly string[], status: string | null): boolean {
	return status !== null && statuses.includes(status);
}
