/** The least of the numbers of many values; Infinity without any. */
export const leastOf = <T>(all: readonly T[], numberOf: (one: T) => number): number =>
	all.reduce((least, one) => Math.min(least, numberOf(one)), Infinity);

/** The greatest of the numbers of many values; −Infinity without any. */
export const lastOf = <T>(all: readonly T[], numberOf: (one: T) => number): number =>
	all.reduce((last, one) => Math.max(last, numberOf(one)), -Infinity);
