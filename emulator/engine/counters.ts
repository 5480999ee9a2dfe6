/** The requests to one endpoint, and what became of them. */
export interface EndpointCounts {
	/** Requests received, whatever was answered. */
	calls: number;
	/** Writes that took effect and reads that were answered. */
	handled: number;
	/** Answers by status. An answer that never arrived counts under the name of the fault. */
	byStatus: Record<string, number>;
}

/** Requests per endpoint since the start, the last reset or the last `clear`. */
export interface Counters {
	received(endpoint: string): void;
	handled(endpoint: string): void;
	answered(endpoint: string, outcome: string | number): void;
	/** A copy of the counts. Endpoints that nobody called are left out. */
	counts(): Record<string, EndpointCounts>;
	clear(): void;
}

/** Key for requests to a path that the service does not have. */
export const UNKNOWN_PATH = 'unknown path';

export function createCounters(): Counters {
	const entries = new Map<string, EndpointCounts>();

	function of(endpoint: string): EndpointCounts {
		const known = entries.get(endpoint);
		if (known !== undefined) return known;
		const fresh: EndpointCounts = { calls: 0, handled: 0, byStatus: {} };
		entries.set(endpoint, fresh);
		return fresh;
	}

	return {
		received(endpoint) {
			of(endpoint).calls += 1;
		},
		handled(endpoint) {
			of(endpoint).handled += 1;
		},
		answered(endpoint, outcome) {
			const { byStatus } = of(endpoint);
			byStatus[outcome] = (byStatus[outcome] ?? 0) + 1;
		},
		counts: () => structuredClone(Object.fromEntries(entries)),
		clear: () => entries.clear(),
	};
}
