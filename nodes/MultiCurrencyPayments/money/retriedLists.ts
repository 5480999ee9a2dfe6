import { keepNewest } from '../../../core/keepNewest';

/**
 * What retries of executions have paid, and as what. n8n lets users retry an execution again and again. Where a node
 * before this one had failed, it runs in each retry anew, so each may get another list. Default keys name places in the
 * list: a payee who has moved to another place would look like a new one.
 */

/**
 * By payment and by the execution that sent it, as what it was sent: its keys, or its places where the key is one of the user's own. The
 * oldest payment comes first. A list may have thousands that are equal, so that those of the execution that asks are not gone through.
 */
const paid = new Map<string, Map<string, Set<string>>>();

/** Most payments that are remembered. */
const MOST = 50_000;

/**
 * To be called before it is sent.
 * @param payment a name for what all retries of the execution have in common: the kind of the payment, and its facts or key
 * @param as its key or place
 */
export function noteRetried(payment: string, as: string, execution: string): void {
	const all = paid.get(payment) ?? new Map<string, Set<string>>();
	paid.delete(payment);
	paid.set(payment, all.set(execution, (all.get(execution) ?? new Set()).add(as)));
	keepNewest(paid, MOST);
}

/** To be called when it provably was not carried out. */
export function forgetRetried(payment: string, as: string, execution: string): void {
	paid.get(payment)?.get(execution)?.delete(as);
}

/**
 * Whether another retry than this execution sent the payment, but none under this key: it may have come to another place since.
 * @param isKnown whether this execution itself has made or found what was sent as this
 */
export function hasMoved(payment: string, key: string, execution: string, isKnown: (as: string) => boolean): boolean {
	const isUsed = [...(paid.get(payment)?.values() ?? [])].some((keys) => keys.has(key));
	return !isUsed && wasPaid(payment, execution, isKnown);
}

/** Whether another retry than this execution sent the payment. @param isKnown as for {@link hasMoved} */
export function wasPaid(payment: string, execution: string, isKnown: (as: string) => boolean): boolean {
	return [...(paid.get(payment) ?? [])].some(([by, all]) => by !== execution && ![...all].every(isKnown));
}
