/** What became of a probe. */
export type ProbeVerdict = 'confirmed' | 'refuted' | 'unknown' | 'not tried';

/** In the order in which a report shows them: what the reader has to act on comes first. */
export const VERDICTS: readonly ProbeVerdict[] = ['refuted', 'unknown', 'not tried', 'confirmed'];

/** A verdict, and what was seen: names of fields, words and figures of the interface, no values. */
export interface Finding {
	verdict: ProbeVerdict;
	seen: string;
}

const finding =
	(verdict: ProbeVerdict) =>
	(seen: string): Finding => ({ verdict, seen });

export const confirmed = finding('confirmed');
export const refuted = finding('refuted');
export const unknown = finding('unknown');
export const untried = finding('not tried');

/** A word of the service, short enough and plain enough to be quoted. */
export const word = (value: unknown): string =>
	String(value)
		.replace(/[^\w.\-[\]<> ]+/g, '_')
		.slice(0, 40);

/** Names, quoted. */
export const named = (names: readonly unknown[]): string =>
	names.length === 0 ? 'nothing' : names.slice(0, 30).map(word).join(', ');
