/** The greatest of the numbers of many values; −Infinity without any. */
export const lastOf = <T>(all: readonly T[], numberOf: (one: T) => number): number =>
	all.reduce((last, one) => Math.max(last, numberOf(one)), -Infinity);
