import type { Assumption } from './assumption';
import { behaviourAssumptions } from './behaviourAssumptions';
import { shapeAssumptions } from './shapeAssumptions';
import { valueAssumptions } from './valueAssumptions';

export type { Assumption, AssumptionSource } from './assumption';

/** The register: everything this package takes for granted that the specification does not show. */
export const assumptions: readonly Assumption[] = [
	...Object.entries(valueAssumptions).map(([id, entry]) => ({ id, ...entry })),
	...shapeAssumptions,
	...behaviourAssumptions,
];
