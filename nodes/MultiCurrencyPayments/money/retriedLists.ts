import type { IExecuteFunctions } from 'n8n-workflow';
import { digestOf } from '../../../core/idempotency';

/**
 * What retries of executions have paid, from which item. n8n lets users retry an execution again and again. Where a node
 * before this one had failed, it runs in each retry anew, so each may get another list. Default keys name places in the
 * list: a payee who has moved to another place would look like a new one.
 */

/** A payment, and the place from which it was sent. */
export interface Placed {
	/** What all retries of an execution have in common. */
	retried: string;
	/** A name for the kind of the payment and its facts. */
	payment: string;
	/** The place of its item: "item 3". */
	place: string;
}

/** By payment, the place from which it was sent and a digest of the item that stood there. Oldest first. */
const paid = new Map<string, Map<string, string>>();

/** Most payments that are remembered. */
const MOST = 50_000;

const nameOf = ({ retried, payment }: Placed): string => `${retried} ${payment}`;

const itemAt = (n8n: IExecuteFunctions, place: string): string =>
	digestOf(JSON.stringify(n8n.getInputData()[Number(place.replace('item ', ''))]?.json) ?? '');

/** To be called before it is sent. */
export function notePlace(n8n: IExecuteFunctions, placed: Placed): void {
	const name = nameOf(placed);
	const places = paid.get(name) ?? new Map<string, string>();
	paid.delete(name);
	paid.set(name, places.set(placed.place, itemAt(n8n, placed.place)));
	for (const oldest of paid.keys()) {
		if (paid.size <= MOST) break;
		paid.delete(oldest);
	}
}

/** To be called when it provably was not carried out. */
export function forgetPlace(placed: Placed): void {
	paid.get(nameOf(placed))?.delete(placed.place);
}

/** Whether another retry paid the same from a place where another item stands now, or none. */
export function hasMoved(n8n: IExecuteFunctions, placed: Placed): boolean {
	const places = [...(paid.get(nameOf(placed)) ?? [])];
	if (places.some(([place]) => place === placed.place)) return false;
	return places.some(([place, item]) => itemAt(n8n, place) !== item);
}
