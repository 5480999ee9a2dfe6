/** Does something with every one of a list, so many at a time, and gives the results in the list's order. Ends with the first failure. */
export async function inParallel<T, R>(list: readonly T[], atOnce: number, work: (one: T) => Promise<R>): Promise<R[]> {
	const results = new Array<R>(list.length);
	let next = 0;
	async function worker(): Promise<void> {
		while (next < list.length) {
			const index = next;
			next += 1;
			results[index] = await work(list[index]);
		}
	}
	await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, worker));
	return results;
}
