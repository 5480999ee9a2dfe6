import { keepNewest } from '../../../core/keepNewest';

/**
 * What retries of executions have paid, from which place. n8n lets users retry an execution again and again. Where a node
 * before this one had failed, it runs in each retry anew, so each may get another list. Default keys name places in the
 * list: a payee who has moved to another place would look like a new one.
 */

/** Where a payment was sent from. */
export interface Place {
	/** The run of the node, as in n8n's `$runIndex`. */
	run: string;
	/** Its item: "item 3". */
	item: string;
}

/** By payment, the places from which it was sent. The oldest payment comes first. */
const paid = new Map<string, Map<string, Place>>();

/** Most payments that are remembered. */
const MOST = 50_000;

const nameOf = ({ run, item }: Place): string => `${run} ${item}`;

/**
 * To be called before it is sent.
 * @param payment a name for what all retries of the execution have in common, the kind of the payment and its facts
 */
export function notePlace(payment: string, place: Place): void {
	const places = paid.get(payment) ?? new Map<string, Place>();
	paid.delete(payment);
	paid.set(payment, places.set(nameOf(place), place));
	keepNewest(paid, MOST);
}

/** To be called when it provably was not carried out. */
export function forgetPlace(payment: string, place: Place): void {
	paid.get(payment)?.delete(nameOf(place));
}

/**
 * Whether another retry sent the payment from another place, and it may have come from there to this one.
 * @param standsAt whether this execution itself has made or found the payment at a place
 */
export function hasMoved(payment: string, here: Place, standsAt: (place: Place) => boolean): boolean {
	return !paid.get(payment)?.has(nameOf(here)) && wasPaid(payment, standsAt);
}

/** Whether another retry sent the payment. @param standsAt whether this execution itself has made or found it at a place */
export function wasPaid(payment: string, standsAt: (place: Place) => boolean): boolean {
	return ![...(paid.get(payment)?.values() ?? [])].every(standsAt);
}
