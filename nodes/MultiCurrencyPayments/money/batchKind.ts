import type { IDataObject } from 'n8n-workflow';
import type { NotificationTarget } from '../../../contract';
import type { PaymentFacts } from '../../../core/idempotency';
import type { ServiceClient } from '../../service/client';
import type { ItemCall } from '../form/itemCall';

/** One payment as its item asks for it, checked before anything is sent. */
export interface PaymentRequest {
	item: ItemCall;
	/** The `external_id` of the payment itself. */
	key: string;
	/** The user's own `external_id` of its batch; empty when none was given. */
	batchKey: string;
	/** Canonical decimal text; undefined where it is left to the service. */
	amount: string | undefined;
	/** What another payment under the same key has to agree with. */
	facts: PaymentFacts;
}

/** Payments that go in one request. */
export type Together<R> = readonly [R, ...R[]];

/** A batch of the service, as far as the engine reads it. */
export interface BatchRecord {
	uuid: string;
	external_id?: string | null;
	payout_transactions: { external_id?: string | null }[];
}

/** How the service is asked for batches. */
export interface BatchLookUp<R, B> {
	/** Every batch that carries a key. @throws {ServiceFailure} */
	batches: (client: ServiceClient, key: string) => Promise<B[]>;
	/** The facts of a request's payment as a batch has them; null when the payment is not in it. */
	paymentFacts: (request: R, batch: B) => PaymentFacts | null;
	/** The facts of a batch that is not the one looked for, to be shown beside the intended ones. */
	batchFacts: (batch: B) => PaymentFacts;
}

/** What differs between the lists of payments that the service takes. The rest is the engine's: money/batches. */
export interface BatchKind<R extends PaymentRequest, B extends BatchRecord> {
	/** Names its places in the node's memory. */
	name: string;
	/** Reads and checks the form of an item. @throws NodeOperationError when it cannot be sent as it is */
	read: (item: ItemCall) => Promise<R>;
	/** What a request to the service has once. Payments that differ in it go in requests of their own. */
	sharedInRequest: (request: R) => string[];
	/** Sends payments under the key of their batch. @throws {ServiceFailure} */
	send: (requests: Together<R>, batchKey: string, target: NotificationTarget) => Promise<B>;
	/** null where the service cannot be asked: an unclear send is reported then, and never repeated. */
	lookUp: BatchLookUp<R, B> | null;
	/** The output of one payment; null when the batch does not tell what became of it. */
	present: (request: R, batch: B, more: IDataObject) => IDataObject | null;
}
