/** A time as v1, v2 and card answers write it: with milliseconds, and an offset without a colon. */
export const serviceTimestamp = (moment: Date): string => moment.toISOString().replace('Z', '+0000');

/** Reads a date or date-time that the contract has checked. Without an offset, it is UTC. */
export function utcMoment(text: string): Date {
	const isDate = text.length === 10;
	const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
	return new Date(isDate || hasOffset ? text : `${text}Z`);
}

/** A period filter, both ends inclusive. An end without a time includes the whole day. */
export function utcPeriod(from: string | undefined, to: string | undefined): { from: number; to: number } {
	return {
		from: from === undefined ? Number.MIN_SAFE_INTEGER : utcMoment(from).getTime(),
		to:
			to === undefined
				? Number.MAX_SAFE_INTEGER
				: utcMoment(to).getTime() + (to.length === 10 ? 24 * 60 * 60_000 - 1 : 0),
	};
}
