/** The sizes of all measurements. */
export interface Sizes {
	repetitions: number;
	/** Payees of a batch, and of single payments. */
	payees: number;
	/** Payees that Loop Over Items pays one by one. */
	loopPayees: number;
	/** Entries of the histories that are compared. */
	history: number;
	/** Entries of the histories that become items. */
	items: readonly number[];
	/** Entries of the histories that become files. */
	files: readonly number[];
	/** Payees of the batches during which the event loop is watched. */
	holdPayees: readonly number[];
	/** Expected payments that are compared with as many records. */
	expected: readonly number[];
	/** Events that a trigger already remembers. In a full run, the last is the busiest hour. */
	remembered: readonly number[];
	/** Events per measurement: with n8n's default engine, with the lazy one, and known copies. */
	events: { default: number; lazy: number; known: number };
}

export const SIZES = {
	full: {
		repetitions: 5,
		payees: 1_000,
		loopPayees: 1_000,
		history: 20_000,
		items: [150_000, 300_000, 1_000_000],
		files: [100_000, 1_000_000],
		holdPayees: [1_000, 5_000, 10_000],
		expected: [20_000, 100_000],
		remembered: [0, 10_000, 100_000, 150_000],
		events: { default: 100, lazy: 500, known: 2_000 },
	},
	quick: {
		repetitions: 3,
		payees: 1_000,
		loopPayees: 100,
		history: 20_000,
		items: [150_000],
		files: [100_000, 300_000],
		holdPayees: [1_000, 10_000],
		expected: [100_000],
		remembered: [0, 10_000, 100_000],
		events: { default: 80, lazy: 400, known: 1_000 },
	},
	tiny: {
		repetitions: 1,
		payees: 50,
		loopPayees: 10,
		history: 500,
		items: [2_000],
		files: [5_000],
		holdPayees: [100],
		expected: [500],
		remembered: [0, 1_000],
		events: { default: 10, lazy: 20, known: 20 },
	},
} as const satisfies Record<string, Sizes>;
