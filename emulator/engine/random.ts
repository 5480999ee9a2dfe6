/** Seeded random source: the same seed gives the same run. */
export interface Random {
	/** From 0 up to, but not including, 1. */
	next(): number;
	/** An integer between both bounds, inclusive. */
	integer(min: number, max: number): number;
	/** Eight upper-case letters and digits, the form of the service's payment ids. One source never repeats an id. */
	shortId(): string;
	/** Two groups of eight upper-case hexadecimal digits, the form of the service's Balance IDs. */
	balanceId(): string;
	/** Lower-case hexadecimal digits. */
	hex(length: number): string;
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Mulberry32: small, fast and good enough for test data. Not for secrets. */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	const issued = new Set<string>();

	function next(): number {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}

	const pick = (alphabet: string, length: number): string =>
		Array.from({ length }, () => alphabet.charAt(Math.floor(next() * alphabet.length))).join('');

	return {
		next,
		integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
		shortId() {
			for (;;) {
				const id = pick(ALPHANUMERIC, 8);
				if (issued.has(id)) continue;
				issued.add(id);
				return id;
			}
		},
		balanceId: () => `${pick('0123456789ABCDEF', 8)}-${pick('0123456789ABCDEF', 8)}`,
		hex: (length) => pick('0123456789abcdef', length),
	};
}
