/** A figure that was measured several times. */
export interface Figure {
	median: number;
	min: number;
	max: number;
	/** Number of measurements. */
	count: number;
}

/** Median and range of some values. Throws when there are none. */
export function figureOf(values: readonly number[]): Figure {
	const sorted = [...values].sort((a, b) => a - b);
	const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
	if (low === undefined || high === undefined) throw new Error('Nothing was measured.');
	return { median: (low + high) / 2, min: Math.min(...sorted), max: Math.max(...sorted), count: sorted.length };
}

/**
 * Measures all contestants in each repetition, in alternating order, so that other load on the machine affects all of them
 * alike. Returns the results by name.
 */
export async function inTurns<C extends { name: string }, M>(
	contestants: readonly C[],
	repetitions: number,
	measure: (contestant: C, repetition: number) => Promise<M>,
): Promise<Map<string, M[]>> {
	const results = new Map<string, M[]>(contestants.map(({ name }) => [name, []]));
	for (let repetition = 0; repetition < repetitions; repetition += 1) {
		const order = repetition % 2 === 0 ? contestants : [...contestants].reverse();
		for (const contestant of order) results.get(contestant.name)?.push(await measure(contestant, repetition));
	}
	return results;
}
