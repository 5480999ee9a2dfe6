import type { EndpointId } from '../../../contract/endpoints';
import type { Service } from '../engine/service';

/** Moments in the life of a call: it arrived, it was carried out, its answer is about to leave. */
export const MOMENTS = ['received', 'handled', 'answered'] as const;

/**
 * Calls back when the n-th call from now on reaches a moment.
 * @param endpoint counts only the calls of this endpoint
 * @returns a function that cancels it
 */
export function atCall(
	service: Service,
	moment: (typeof MOMENTS)[number],
	nth: number,
	then: () => void,
	endpoint?: EndpointId,
): () => void {
	const { counters } = service.emulator.world;
	const original = counters[moment].bind(counters) as (called: string, outcome: string | number) => void;
	let left = nth;
	counters[moment] = (called: string, outcome: string | number = '') => {
		original(called, outcome);
		if ((endpoint === undefined || called === endpoint) && --left === 0) then();
	};
	return () => Object.assign(counters, { [moment]: original });
}
