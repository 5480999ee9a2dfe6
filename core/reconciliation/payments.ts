/** The two sides of a reconciliation: payments that a user expects, and records of the service. */

import type { LedgerEntry } from './entries';

/** A payment that a user expects. Texts are empty where the user says nothing. */
export interface Expectation {
	externalId: string;
	/** The service's identifier. */
	uuid: string;
	/** `payin`, `payout` or `refund`. */
	kind: string;
	/** Canonical decimal text. */
	amount: string;
	currency: string;
	/** The calendar day, `YYYY-MM-DD`. */
	day: string;
	/** The payer or payee. */
	name: string;
}

/** A payment in the service's records. */
export interface PaymentRecord extends Expectation {
	/** Further amounts under which it may be expected, such as the one with tax. */
	total?: string;
	/** What was asked for, where the record shows that something else was paid: services may take refunds off that. */
	asked?: Pick<PaymentRecord, 'amount' | 'total' | 'tax'>;
	status: string;
	/** Whether the money has arrived. */
	isPaid: boolean;
	/** Whether it was made within the period: neither before nor after it, nor at a time that nothing shows. */
	isOfPeriod: boolean;
	/** The payin of a refund or of a dispute, the batch of a payout. */
	parent?: string;
	/** Further identifiers: a checkout link has its own beside that of its payment. */
	otherIds?: readonly string[];
	/** Its entry in the balance history, where the record names it. */
	balanceId?: string;
	/** The tax within the total; only payins show it. Empty where they do not. */
	tax?: string;
	createdAt: string;
	/** What a list left out that only the detail may show: the status or amount, or the external ID. */
	lacks?: 'facts' | 'reference';
}

export type EntryVerdict =
	| 'matched'
	| 'amount_differs'
	| 'status_differs'
	| 'missing_at_service'
	| 'not_expected'
	| 'duplicate'
	| 'fee'
	| 'transfer';

export type MatchedBy = 'external_id' | 'uuid' | 'guess';

/** A record with its entries. An entry that belongs to no record is one of its own. */
export interface RecordedPayment {
	kind: string;
	amounts: string[];
	isPaid: boolean;
	record: PaymentRecord;
	entries: LedgerEntry[];
	/** Whether an entry after the period is its own. */
	movesLater: boolean;
	partner: ExpectedPayment | undefined;
}

/** What is expected, and the record that it was given. */
export interface ExpectedPayment {
	kind: string;
	amount: string;
	expectation: Expectation;
	partner: RecordedPayment | undefined;
	by: MatchedBy | undefined;
}
