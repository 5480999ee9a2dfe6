/** Where an assumption comes from: inferred, the service's public reference, or third-party client code. */
export type AssumptionSource = 'inferred' | 'public reference' | 'client code';

/** One gap of the specification, and how this package fills it. */
export interface Assumption {
	/** The key of ASSUMED when the assumption has a value the code needs. */
	id: string;
	/** The gap. */
	about: string;
	/** What this package takes for granted until the live service shows otherwise. */
	assumed: string;
	/** What a user meets when the live service differs. */
	whenWrong: string;
	source: AssumptionSource;
	/** Files that rest on it, relative to the repository root. */
	usedIn: readonly string[];
}

/** An assumption that is a shape or a behaviour rather than one value. */
export function assumption(
	id: string,
	source: AssumptionSource,
	about: string,
	assumed: string,
	whenWrong: string,
	...usedIn: string[]
): Assumption {
	return { id, about, assumed, whenWrong, source, usedIn };
}
