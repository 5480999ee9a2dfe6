import type { IDataObject } from 'n8n-workflow';
import type { Counted } from '../../../core/guards';
import type { PaymentFacts } from '../../../core/idempotency';
import type { Intended } from './identify';

/** What is intended, and the settings for making it once. */
export interface Terms extends Intended {
	/** Whether to ask the service before the first send, and to rely on what this process has sent. */
	preventDuplicates: boolean;
	/** Whether the user wants another payment under a key that has been used. */
	makesAnother: boolean;
	/** Whether to return a record that ended without money. */
	returnEnded: boolean;
	/** How late the service may show a record, in milliseconds. */
	settleTime: number;
	/** Whether a look-up may be answered without telling: see {@link NotShown}. */
	mayHide?: true;
	/** Whether the service may list it by a later day than those that are asked for: see {@link PaymentRequest.isDueLater}. */
	isDueLater?: boolean;
	signal: AbortSignal | undefined;
}

/**
 * A look-up was answered, but the answer does not say whether the payment was made. It is as if there were no look-up.
 */
export class NotShown extends Error {
	constructor() {
		super('The answer does not tell');
	}
}

/** Asks the service for a key. @throws {NotShown} {ServiceFailure} */
export type LookUp = (key: string) => Promise<Found | null>;

/** One intended payment that is sent by itself. */
export interface Intention extends Omit<Terms, 'canLookUp'> {
	/**
	 * Sends it under a key. Fails with an unclear {@link ServiceFailure} when the answer lacks what it must contain.
	 * @param isHidden whether no look-up follows, because it could not tell: an earlier payment may have the key
	 */
	send: (key: string, counted: Counted, isHidden: boolean) => Promise<IDataObject>;
	/** null where the service offers no way to ask. */
	lookUp: LookUp | null;
}

/** A record of the service, and what it says about the payment. */
export interface Found {
	record: IDataObject;
	facts: PaymentFacts;
	/** The key as the service has it, where it shows one. It may have changed the case, or dropped spaces. */
	key?: string | null;
	/** The status in which it ended without money, if it did. */
	ended?: string;
	/** The uuids of all that the service shows under its key; left out where it is the only one. */
	all?: readonly unknown[];
}

/** The record of a payment that exists, and how it came to be known. */
export interface PaymentResult {
	/** The key under which it was sent: that of the try that sent it first. */
	key: string;
	record: IDataObject;
	outcome: 'created' | 'found';
	/** What the user has to know about it, if anything. */
	note?: string;
}
