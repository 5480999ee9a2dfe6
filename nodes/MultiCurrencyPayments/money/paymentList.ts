import type { Notify } from '../form/notification';
import type { BatchKind, PaymentRequest } from './batchKind';
import type { SentMemory } from './memory';
import type { Outcomes } from './outcomes';
import type { Shared } from './sharedInRun';

/** How a list is paid. */
export interface Manner<R> {
	/** Whether the others are paid when one fails. */
	goOn: boolean;
	/** Where the service sends the status changes of a payment. The first payment of a request decides. */
	notifyOf: (request: R) => Notify;
	/**
	 * To be awaited before the first request, where other lists are paid beside this one.
	 * @returns whether anything may be sent
	 */
	mayFollow?: (hasFailed: boolean) => Promise<boolean>;
	/** Whether to check, after the last request, if another process paid the same at the same time. */
	detectDuplicates: boolean;
}

/** A list of payments on its way: what all steps of it work with. */
export interface PaymentList<R extends PaymentRequest> {
	kind: BatchKind<R>;
	earlier: Shared<R>;
	memory: SentMemory;
	manner: Manner<R>;
	outcomes: Outcomes<R>;
}
