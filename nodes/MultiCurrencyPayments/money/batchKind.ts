import type { IDataObject } from 'n8n-workflow';
import type { NotificationTarget } from '../../../contract';
import type { Counted, Movement } from '../../../core/guards';
import { bookable } from '../../../core/money';
import type { PaymentFacts } from '../../../core/idempotency';
import type { ItemCall } from '../form/itemCall';
import type { Reading } from '../form/readAll';
import type { EarlierPayout } from './earlierPayouts';
import type { Found } from './intention';

/** One payment as its item asks for it, checked before anything is sent. */
export interface PaymentRequest {
	item: ItemCall;
	/** The user's own reference of the payment; empty when none was given. */
	externalId: string;
	/** The user's own `external_id` of its batch; empty when none was given. */
	batchKey: string;
	/** The destination of the money, as one text. */
	destination: string;
	/** The same for the guards of the credential; see core/guards. */
	destinationWords: string;
	/** Full name. */
	payee: string;
	email: string;
	/** Canonical decimal text; undefined where it is left to the service. */
	amount: string | undefined;
	currency: string;
	/** What another payment under the same key must agree with. */
	facts: PaymentFacts;
	/**
	 * Whether it is due later than tomorrow. The specification does not show by which day payouts are listed: if it is that
	 * one, a look-up that finds nothing tells nothing.
	 */
	isDueLater?: boolean;
}

/** A payment and the `external_id` under which it is sent. */
export interface Payment<R> extends Counted {
	request: R;
}

/** Payments that go in one request. */
export type Together<R> = readonly [Payment<R>, ...Payment<R>[]];

/** What differs between the kinds of payments that the service takes in lists. money/batches does the rest. */
export interface BatchKind<R extends PaymentRequest> {
	/** Names its payments in the node's memory: equal keys of different kinds do not collide. */
	name: string;
	/** Reads and checks the form of an item. The reading throws NodeOperationError when it cannot be sent as it is. */
	read: (item: ItemCall) => Reading<R>;
	/** The values that a request carries once. Payments that differ in them go in separate requests. */
	sharedInRequest: (request: R) => string[];
	/** The address of the endpoint that takes them. */
	path: string;
	/** What to send for payments under the key of their batch. */
	bodyOf: (payments: Together<R>, batchKey: string, target: NotificationTarget) => object;
	/** The record of each payment, in their order; null unless the answer confirms exactly these payments. */
	recordsIn: (answer: object, payments: Together<R>, batchKey: string) => IDataObject[] | null;
	/**
	 * Compares a payment of the service's records with a request; null where the service cannot be asked for payments.
	 */
	found: ((request: R, earlier: EarlierPayout) => Found) | null;
	/** A record, with how it came about, in the form that its item asks for. */
	present: (request: R, record: IDataObject) => IDataObject;
}

/** What a payment moves, for the guards of the credential. */
export const movementOf = ({ request, ...counted }: Payment<PaymentRequest>): Movement => ({
	...counted,
	amount: request.amount === undefined ? undefined : bookable(request.amount, request.currency).most,
	currency: request.currency,
	destination: request.destinationWords,
});

/** Whether the receiving account alone identifies a payment, under a Batch External ID. */
export const isKnownByAccount = <R extends PaymentRequest>(
	{ found }: BatchKind<R>,
	{ externalId, batchKey }: R,
): boolean => found !== null && externalId === '' && batchKey !== '';
