import type { IDataObject } from 'n8n-workflow';
import type { NotificationTarget, PayoutBatchDetail, PayoutTransaction } from '../../../contract';
import type { Movement } from '../../../core/payments/guards';
import { bookable } from '../../../core/money';
import type { ItemCall } from '../run/itemCall';
import type { FoundPayment, Payment } from './payment';

/** One payment as its item asks for it, checked before anything is sent. */
export interface PaymentRequest extends Payment {
	item: ItemCall;
	/** The destination of the money, as one text. */
	destination: string;
	/** The same for the guards of the credential; see core/payments/guards. */
	destinationWords: () => string;
	/** Full name. */
	payee: string;
	email: string;
	/** Canonical decimal text; undefined where it is left to the service. */
	amount: string | undefined;
	currency: string;
	/** What looks wrong with it, and what to do. */
	doubts: () => Record<'reason' | 'remedy', string>[];
}

/** A payment in the service's records, with its batch. */
export interface EarlierPayout {
	transaction: PayoutTransaction;
	batch: PayoutBatchDetail;
}

/** Payments that go in one request. */
export type Together<R> = readonly [R, ...R[]];

/** What differs between the kinds of payments that the service takes in lists. money/batches does the rest. */
export interface BatchKind<R extends PaymentRequest> {
	/** Reads and checks the form of an item. @throws NodeOperationError when it cannot be sent as it is */
	read: (item: ItemCall) => Promise<R>;
	/** The values that a request carries once. Payments that differ in them go in separate requests. */
	sharedInRequest: (request: R) => string[];
	/** The address of the endpoint that takes them. */
	path: string;
	/** What to send for payments under the reference of their batch. */
	bodyOf: (payments: Together<R>, reference: string, target: NotificationTarget) => object;
	/** The record of each payment, in their order; null unless the answer confirms exactly these payments. */
	recordsIn: (answer: object, payments: Together<R>, reference: string) => IDataObject[] | null;
	/**
	 * Compares a payment of the service's records with a request; null where the service cannot be asked for payments.
	 */
	found: ((request: R, earlier: EarlierPayout) => FoundPayment) | null;
	/** A record, with how it came about, in the form that its item asks for. */
	present: (request: R, record: IDataObject) => IDataObject;
}

/** The `external_id` of its batch: that of its list, or its own where it is paid by itself. */
export const referenceOf = ({ list, externalId }: Payment): string => list || externalId;

/** By request: a guard looks at each payment by itself, at the list as a whole, and at what is sent. */
const movements = new WeakMap<PaymentRequest, Movement>();

/** What a payment moves, for the guards of the credential. */
export function movementOf(request: PaymentRequest): Movement {
	const movement = movements.get(request) ?? {
		key: request.externalId,
		reference: referenceOf(request),
		identity: request.identity,
		amount: request.amount === undefined ? undefined : bookable(request.amount, request.currency).most,
		currency: request.currency,
		destination: request.destinationWords(),
	};
	movements.set(request, movement);
	return movement;
}
