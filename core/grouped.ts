/** Adds a value to the group of a key. */
export function putUnder<K, T>(groups: Map<K, T[]>, key: K, value: T): void {
	const group = groups.get(key);
	if (group) group.push(value);
	else groups.set(key, [value]);
}

/** Values in groups of equal keys, in the order of the first ones. */
export function grouped<T>(values: readonly T[], keyOf: (value: T) => unknown): [T, ...T[]][] {
	const groups = new Map<unknown, [T, ...T[]]>();
	for (const value of values) {
		const key = keyOf(value);
		const group = groups.get(key);
		if (group) group.push(value);
		else groups.set(key, [value]);
	}
	return [...groups.values()];
}
