import type { IDataObject } from 'n8n-workflow';
import type { NotificationTarget } from '../../../contract';
import type { PaymentFacts } from '../../../core/idempotency';
import type { ItemCall } from '../form/itemCall';
import type { EarlierPayout } from './earlierPayouts';
import type { Found } from './once';

/** One payment as its item asks for it, checked before anything is sent. */
export interface PaymentRequest {
	item: ItemCall;
	/** The user's own reference of the payment; empty when none was given. */
	externalId: string;
	/** The user's own `external_id` of its batch; empty when none was given. */
	batchKey: string;
	/** Where the money goes, as one text. */
	destination: string;
	/** Full name. */
	payee: string;
	email: string;
	/** Canonical decimal text; undefined where it is left to the service. */
	amount: string | undefined;
	/** What another payment under the same key has to agree with. */
	facts: PaymentFacts;
}

/** A payment under the `external_id` with which it is sent. */
export interface Payment<R> {
	request: R;
	key: string;
}

/** Payments that go in one request. */
export type Together<R> = readonly [Payment<R>, ...Payment<R>[]];

/** What differs between the lists of payments that the service takes. The rest is the engine's: money/batches. */
export interface BatchKind<R extends PaymentRequest> {
	/** Names its payments in the node's memory: keys of different kinds do not meet. */
	name: string;
	/** Reads and checks the form of an item. @throws NodeOperationError when it cannot be sent as it is */
	read: (item: ItemCall) => Promise<R>;
	/** What a request to the service has once. Payments that differ in it go in requests of their own. */
	sharedInRequest: (request: R) => string[];
	/**
	 * Sends payments under the key of their batch.
	 * @returns the record of each, in their order
	 * @throws {ServiceFailure} unclear when the answer does not say that exactly these were taken
	 */
	send: (payments: Together<R>, batchKey: string, target: NotificationTarget) => Promise<IDataObject[]>;
	/** A payment of the service's records, held against a request; null where the service cannot be asked for them. */
	found: ((request: R, earlier: EarlierPayout) => Found) | null;
	/** A record, with how it came about, as its item wants it. */
	present: (request: R, record: IDataObject) => IDataObject;
}
