import { putUnder } from '../../../core/grouped';
import type { PaymentFacts } from '../../../core/idempotency';
import { differingFacts } from '../../../core/idempotency';
import { decides } from '../../../core/paymentMatch';
import { asText } from '../form/itemCall';
import type { PaymentRequest } from './batchKind';
import type { EarlierPayout } from './earlierPayouts';

/**
 * The payments that a list asks for. What was paid for one of them is no repeat of another: but only if it is the same one
 * but for a remark, because one that is refused was not paid.
 */
export class Asked<R extends PaymentRequest> {
	/** By batch, because External IDs may repeat from batch to batch, and by key. */
	private readonly byBatch = new Map<string, Map<string, R[]>>();

	/** What was found to be asked for. It stays so, and is compared with each payee of the same name or email. */
	private readonly found = new WeakSet<EarlierPayout>();

	add(request: R, key: string): void {
		const byKey = this.byBatch.get(request.batchKey) ?? new Map<string, R[]>();
		this.byBatch.set(request.batchKey, byKey);
		putUnder(byKey, key, request);
	}

	/**
	 * Whether one of them is this payment.
	 * @param factsFor the facts of the payment, compared with a request
	 */
	has(batchKey: string, key: string, factsFor: (asked: R) => PaymentFacts): boolean {
		const askers = this.byBatch.get(batchKey)?.get(key) ?? [];
		return askers.some((each) => !differingFacts(each.facts, factsFor(each)).some(tellsApart));
	}

	/** The same of a payment in the service's records. */
	hasEarlier(batchKey: string, payout: EarlierPayout, factsFor: (asked: R) => PaymentFacts): boolean {
		const isIt = this.found.has(payout) || this.has(batchKey, asText(payout.transaction.external_id), factsFor);
		if (isIt) this.found.add(payout);
		return isIt;
	}
}

const tellsApart = (fact: string): boolean => fact === 'payee' || decides(fact);
