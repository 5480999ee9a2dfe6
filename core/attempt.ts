/** What came of some work: its value, or what stopped it. */
export type Attempted<T> = { value: T } | { failure: unknown };

/** Does some work and returns its failure instead of throwing it, for a caller that has to inspect it first. */
export async function attempt<T>(work: () => Promise<T> | T): Promise<Attempted<T>> {
	try {
		return { value: await work() };
	} catch (failure) {
		return { failure };
	}
}

/** {@link attempt} for work that awaits nothing. */
export function attemptNow<T>(work: () => T): Attempted<T> {
	try {
		return { value: work() };
	} catch (failure) {
		return { failure };
	}
}
