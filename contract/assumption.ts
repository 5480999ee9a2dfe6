/** How much stands behind an assumption: inferred, the service's public reference, or third-party client code. */
export type AssumptionSource = 'inferred' | 'public reference' | 'client code';

/** One gap of the specification and what this package takes for granted instead. */
export interface Assumption {
	/** The key of ASSUMED when the assumption has a value the code needs. */
	id: string;
	/** The gap. */
	about: string;
	/** What is taken for granted until somebody knows better. */
	assumed: string;
	source: AssumptionSource;
	/** Files that rest on it, from the top of the repository. */
	usedIn: readonly string[];
}

/** An assumption that is a shape or a behaviour rather than one value. */
export function assumption(
	id: string,
	source: AssumptionSource,
	about: string,
	assumed: string,
	...usedIn: string[]
): Assumption {
	return { id, about, assumed, source, usedIn };
}
