import { keepNewest } from '../../../core/keepNewest';

/**
 * What retries of executions have paid, and as what. n8n lets users retry an execution again and again. Where a node
 * before this one had failed, it runs in each retry anew, so each may get another list. Default keys name places in the
 * list: a payee who has moved to another place would look like a new one.
 */

/** By payment, as what it was sent: its keys, or its places where the key is one of the user's own. The oldest payment comes first. */
const paid = new Map<string, Set<string>>();

/** Most payments that are remembered. */
const MOST = 50_000;

/**
 * To be called before it is sent.
 * @param payment a name for what all retries of the execution have in common: the kind of the payment, and its facts or key
 * @param as its key or place
 */
export function noteRetried(payment: string, as: string): void {
	const all = paid.get(payment) ?? new Set<string>();
	paid.delete(payment);
	paid.set(payment, all.add(as));
	keepNewest(paid, MOST);
}

/** To be called when it provably was not carried out. */
export function forgetRetried(payment: string, as: string): void {
	paid.get(payment)?.delete(as);
}

/**
 * Whether another retry sent the payment under other keys alone: it may have come to another place since.
 * @param isKnown whether this execution itself has made or found what was sent as this
 */
export function hasMoved(payment: string, key: string, isKnown: (as: string) => boolean): boolean {
	return !paid.get(payment)?.has(key) && wasPaid(payment, isKnown);
}

/** Whether another retry sent the payment. @param isKnown as for {@link hasMoved} */
export function wasPaid(payment: string, isKnown: (as: string) => boolean): boolean {
	return ![...(paid.get(payment) ?? [])].every(isKnown);
}
