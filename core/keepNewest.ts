/** A map or a set, whose oldest entry comes first. */
interface Entries<K> {
	readonly size: number;
	keys(): Iterable<K>;
	delete(key: K): boolean;
}

/** Drops the oldest entries until at most this many are left. */
export function keepNewest<K>(entries: Entries<K>, most: number): void {
	for (const oldest of entries.keys()) {
		if (entries.size <= most) return;
		entries.delete(oldest);
	}
}
