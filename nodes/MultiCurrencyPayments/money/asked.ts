import type { PaymentFacts } from '../../../core/idempotency';
import { differingFacts, digestOf } from '../../../core/idempotency';
import type { PaymentRequest } from './batchKind';

/**
 * The payments that a list asks for. What was paid for one of them is no repeat of another: but only with all its facts, as
 * one that is refused was not paid.
 */
export class Asked<R extends PaymentRequest> {
	/** External IDs may repeat from batch to batch. */
	private readonly byKey = new Map<string, R[]>();

	add(request: R, key: string): void {
		const id = digestOf(request.batchKey, key);
		const same = this.byKey.get(id);
		if (same) same.push(request);
		else this.byKey.set(id, [request]);
	}

	/**
	 * Whether one of them is this payment.
	 * @param factsFor the facts of the payment, compared with a request
	 */
	has(batchKey: string, key: string, factsFor: (asked: R) => PaymentFacts): boolean {
		const askers = this.byKey.get(digestOf(batchKey, key)) ?? [];
		return askers.some((each) => differingFacts(each.facts, factsFor(each)).length === 0);
	}
}
