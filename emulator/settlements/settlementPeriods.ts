import type { ReportFrequency } from '../../contract/settlements';
import type { Period } from '../ledger/history';

/** A period that is over and has a report. */
export interface ClosedPeriod extends Period {
	frequency: ReportFrequency;
}

/** The start of the UTC day or month that contains `at`. */
function periodStart(frequency: ReportFrequency, at: number): number {
	const date = new Date(at);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), frequency === 'daily' ? date.getUTCDate() : 1);
}

/**
 * The closed periods of one frequency, newest first: whole UTC days or months since the first entry, divided where a period
 * was closed by hand. `cuts` are the last milliseconds of such periods, ascending.
 */
export function* closedPeriods(
	frequency: ReportFrequency,
	span: { firstEntry: number; now: number },
	cuts: readonly number[],
): Generator<ClosedPeriod> {
	const oldest = periodStart(frequency, span.firstEntry);
	let next = cuts.length - 1;
	// The current period is still open: begin with the one before it, or with the part that was closed by hand.
	let end = periodStart(frequency, span.now) - 1;
	const lastCut = cuts[next];
	if (lastCut !== undefined && lastCut > end) end = lastCut;
	while (end >= oldest) {
		while (next >= 0 && (cuts[next] ?? 0) >= end) next -= 1;
		const natural = periodStart(frequency, end);
		const cut = cuts[next];
		const from = cut !== undefined && cut >= natural ? cut + 1 : natural;
		yield { frequency, from, to: end };
		end = from - 1;
	}
}

/** Names a period by its day or month, or by its last millisecond when it was closed by hand. */
export function periodName({ frequency, to }: ClosedPeriod): string {
	const last = new Date(to).toISOString();
	const endsByItself = periodStart(frequency, to + 1) === to + 1;
	return endsByItself ? last.slice(0, frequency === 'daily' ? 10 : 7) : last.replace(/[:.Z]/g, '');
}
