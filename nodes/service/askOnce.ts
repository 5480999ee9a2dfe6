/** Asks for something once and remembers it under a key. A failed request must not decide for those after it, so the next one asks again. */
export async function askOnce<K, V>(
	known: Pick<Map<K, Promise<V>>, 'get' | 'delete'> & { set(key: K, asked: Promise<V>): unknown },
	key: K,
	ask: () => Promise<V>,
): Promise<V> {
	const asked = known.get(key) ?? ask();
	known.set(key, asked);
	asked.catch(() => known.delete(key));
	return await asked;
}
