/** The order in which the statuses of one payment can come. */

/** What is certain about the order. A doubtful status is not listed, because a late event may be dropped. */
export interface Order {
	/** By status, those that only ever come after it: once one of them was seen, the status is late. */
	overtakenBy: Readonly<Record<string, readonly string[]>>;
	/** Statuses that may come again after another one, unless a third one was seen. */
	comesBack?: Readonly<Record<string, { after: string; unless: string }>>;
}

/** The statuses whose order is known. */
export function orderedStatuses(order: Order | undefined): string[] {
	return Object.keys(order?.overtakenBy ?? {});
}

/**
 * Whether a status comes after one that only ever follows it, like `pending` after `received`.
 * @param previous statuses of the same payment seen so far, in any order. Unknown ones say nothing.
 */
export function isOutOfOrder(order: Order | undefined, previous: readonly string[], status: string | null): boolean {
	if (order === undefined || status === null) return false;
	const seen = new Set(previous);
	const back = ownValue(order.comesBack ?? {}, status);
	if (back && seen.has(back.after)) return seen.has(back.unless);
	return (ownValue(order.overtakenBy, status) ?? []).some((later) => seen.has(later));
}

/** A status may be any text, including `constructor` and other names that every object has. */
function ownValue<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
	return Object.hasOwn(table, key) ? table[key] : undefined;
}
