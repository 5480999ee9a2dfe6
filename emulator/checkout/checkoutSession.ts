import type { RedirectUrls, SenderInfo } from '../../contract/links';
import { unprocessable } from '../engine/serviceError';
import type { Money } from '../ledger/money';
import type { CheckoutMethod } from './checkoutMethods';

export type CheckoutStatus =
	| 'pending'
	| 'authorised'
	| 'waiting'
	| 'received'
	| 'failed'
	| 'expired'
	| 'return_pending'
	| 'partially_refunded'
	| 'return_received';

/** What a link asks the hosted page to collect. */
export interface CheckoutOrder {
	amount: Money;
	description: string;
	/** The customer as the merchant knows them; the address prefills the billing form. */
	sender: SenderInfo;
	expiresAt: Date;
	/** Null lets the customer choose on the page. */
	methodCode: string | null;
	/** Where the page sends the customer afterwards. */
	redirect: RedirectUrls;
	/** Called after every change of status. */
	onChange(session: CheckoutSession): void;
}

/** One payment on the hosted page: what is to be paid, how, and how far it has come. */
export interface CheckoutSession extends Readonly<Omit<CheckoutOrder, 'methodCode'>> {
	readonly uuid: string;
	/** The payment behind the page has an identifier of its own. */
	readonly transactionUuid: string;
	readonly currency: string;
	readonly createdAt: Date;
	/** The merchant chose the method, so the customer cannot change it. */
	readonly methodFixed: boolean;
	method: CheckoutMethod | null;
	status: CheckoutStatus;
	paidAmount: Money;
	paidAt: Date | null;
	/** Mobile money: the prompt now open on the customer's handset. */
	prompt: { phone: string; expiresAt: Date } | null;
	failureReason: string | null;
}

/** Why a payment fails unless something else is said. */
export const declined = 'The payment was declined';

/** Changes the status and calls `onChange`. */
export function changeStatus(session: CheckoutSession, status: CheckoutStatus): void {
	session.status = status;
	session.prompt = null;
	session.onChange(session);
}

/** @throws ServiceError 422 */
export function mustBePending({ status }: CheckoutSession): void {
	if (status !== 'pending') throw unprocessable({}, `The payment is ${status} and no longer pending`);
}

/** @throws ServiceError 422 unless pending. */
export function fail(session: CheckoutSession, reason: string): void {
	mustBePending(session);
	session.failureReason = reason;
	changeStatus(session, 'failed');
}

/** @throws ServiceError 422 unless pending. */
export function expire(session: CheckoutSession): void {
	mustBePending(session);
	changeStatus(session, 'expired');
}
