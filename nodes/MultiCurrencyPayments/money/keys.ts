import type { PaymentFacts } from '../../../core/idempotency';
import { digestOf, sameFacts } from '../../../core/idempotency';
import type { ItemCall } from '../form/itemCall';
import type { Run } from '../form/run';
import type { PaymentRequest } from './batchKind';
import { memoryOf } from './memory';

/** The key of an item's payment: the user's own, or one made for this item of this execution. */
export function keyOf(item: ItemCall, given: string): string {
	return given || memoryOf(item.run).defaultKey(item.index);
}

/** Under which keys an item's payment was sent first, and what it was about. */
interface FirstKeys {
	key: string;
	listKey: string;
	facts: PaymentFacts;
}

const placeOf = ({ item }: PaymentRequest) => `payee of item ${item.index}`;

function firstKeysOf(run: Run, request: PaymentRequest): FirstKeys | undefined {
	const first = memoryOf(run).recallPlan<FirstKeys>(placeOf(request));
	return first && sameFacts(first.facts, request.facts) ? first : undefined;
}

/** To be called before a payment of a list is sent. */
export function rememberFirstKeys(run: Run, listKey: string, request: PaymentRequest): void {
	const { key, facts } = request;
	memoryOf(run).rememberPlan(placeOf(request), { key, listKey, facts } satisfies FirstKeys);
}

/** The request under the key it was sent with first: one computed anew at every try must not make a repeat a new payment. */
export function underFirstKey<R extends PaymentRequest>(run: Run, request: R): R {
	const first = firstKeysOf(run, request);
	return first ? { ...request, key: first.key } : request;
}

/**
 * The key of the list in which each payment is sent; its batches carry it, numbered. In order of strength: the one it
 * was sent with first, the user's own batch reference, and one for the rest of the list.
 */
export function byListKey<R extends PaymentRequest>(run: Run, otherwise: string, requests: R[]): Map<string, R[]> {
	const lists = new Map<string, R[]>();
	for (const request of requests) {
		const listKey = firstKeysOf(run, request)?.listKey ?? (request.batchKey || otherwise);
		const list = lists.get(listKey);
		if (list) list.push(request);
		else lists.set(listKey, [request]);
	}
	return lists;
}

/**
 * The key of a list without a batch reference. Where the service can be asked for it, it is made of the references of all
 * items, so that a new execution finds it again; also of those that cannot be sent, because correcting them must not make
 * another list of it. Else it is made for this execution.
 */
export function defaultListKey(run: Run, items: ItemCall[], canLookUp: boolean): string {
	const references = canLookUp ? items.map((item) => item.text('externalId')) : [''];
	return references.every(Boolean) ? `batch-${digestOf(...references.sort())}` : memoryOf(run).defaultKey('batch');
}

/** The key of a batch by its number in the list, from 1. */
export const numberedKey = (listKey: string, number: number): string =>
	number === 1 ? listKey : `${listKey}-${number}`;
