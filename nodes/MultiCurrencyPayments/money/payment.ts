import type { IDataObject } from 'n8n-workflow';
import { digestOf } from '../../../core/digest';
import type { PaymentFacts } from '../../../core/payments/facts';
import { lookOf } from '../../../core/payments/match';
import type { Subject } from './failures';

/** A payment as an item asks for it. Account, kind, list and External ID together are its identity. */
export interface Payment {
	readonly subject: Subject;
	/** See {@link identityOf}. */
	readonly identity: string;
	/** Stands for the base address and the app-id. */
	readonly account: string;
	/** Equal External IDs of different kinds do not collide: "payin", "refund of K7QX2M9D". */
	readonly kind: string;
	/** The reference of the list that it is part of; empty for a payment by itself. */
	readonly list: string;
	readonly externalId: string;
	/** What a payment that exists under this identity must agree with. */
	readonly facts: PaymentFacts;
	/** How late the service may show it, in milliseconds. */
	readonly settleTime: number;
	/** Whether the service may list it later than that, because it is due later. */
	readonly isListedLate?: boolean;
	/** What is sent one after the other has the same. */
	readonly turn?: string | undefined;
	/** The number of its item, from 0. */
	readonly row: number;
}

/**
 * What identifies a payment, as one text. It is safe as a property name. Keys that look the same are one: whoever gives
 * both means one payment, or cannot tell afterwards which was paid.
 */
export const identityOf = (account: string, kind: string, list: string, externalId: string): string =>
	digestOf(account, kind, lookOf(list), lookOf(externalId));

/** A record of the service, and what it says about a payment. */
export interface FoundPayment {
	record: IDataObject;
	/** Those that the record shows. */
	facts: PaymentFacts;
	/** The External ID as the record shows it, where it does: the service may have changed its spelling. */
	externalId?: string | undefined;
	/** The status in which it ended without money, if it did. */
	ended?: string | undefined;
	/** The uuids of all payments under this External ID that have not ended without money. */
	alive?: readonly string[];
}

/**
 * What a look-up tells of a payment: its record, why it could not be looked up, or that the answer does not tell. Then it may
 * give a reason to send nothing, where memory does not tell either. A payment that the service does not have is not mentioned.
 */
export type Sighting = { found: FoundPayment } | { failure: unknown } | { doubt: unknown } | 'hidden';

/** What differs between the kinds of payments. */
export interface PaymentKind<P extends Payment> {
	/** Asks the service for payments. null where it cannot be asked. */
	find: ((payments: readonly P[]) => Promise<ReadonlyMap<P, Sighting>>) | null;
	/** Whether an answer may not tell: then it is remembered for as long as what cannot be asked for. */
	mayHide?: boolean;
	/** Cuts a list into requests, each with as many payments as one may carry. */
	requests: (payments: readonly P[]) => P[][];
	/** What forbids payments before the first of them is sent, by payment. */
	forbidden?: (payments: readonly P[]) => Promise<ReadonlyMap<P, unknown>>;
	/**
	 * Sends the payments of one request.
	 * @returns the record of each, in their order
	 * @throws a failure; see `isWithoutEffect` for what proves that nothing was carried out
	 */
	send: (payments: readonly P[]) => Promise<readonly IDataObject[]>;
	/** Why a payment was not made when the service has refused its request, perhaps because of another payment in it. */
	refusalOf?: (failure: unknown, payments: readonly P[], payment: P) => unknown;
}

/** The record of a payment that exists. */
export interface PaymentResult {
	record: IDataObject;
	/** Whether this try has made it, or it existed before. */
	outcome: 'created' | 'found';
	/** Whether this execution has sent it, perhaps in an earlier try, so that its notifications come here. */
	isOwn: boolean;
	/** Whether nothing is known of it but its External ID. */
	isBare?: true;
}

/** What became of a payment. */
export type PaymentOutcome = { result: PaymentResult } | { failure: unknown };
