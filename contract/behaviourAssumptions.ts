import type { Assumption } from './assumptions';
export const behaviourAssumptions: readonly Assumption[] = [];
