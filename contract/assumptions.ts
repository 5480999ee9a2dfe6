import type { Assumption } from './assumption';
import { behaviourAssumptions } from './behaviourAssumptions';
import { linkAndPayidAssumptions } from './linkAndPayidAssumptions';
import { nodeAssumptions } from './nodeAssumptions';
import { shapeAssumptions } from './shapeAssumptions';
import { valueAssumptions } from './valueAssumptions';

export type { Assumption, AssumptionSource } from './assumption';

/** The register: everything this package takes for granted that the specification does not show. */
export const assumptions: readonly Assumption[] = [
	...Object.entries(valueAssumptions).map(([id, entry]) => ({ id, ...entry })),
	...shapeAssumptions,
	...linkAndPayidAssumptions,
	...behaviourAssumptions,
	...nodeAssumptions,
];
