import type { Incident } from './service';

/** A sequence is plain data: what a generator made can be written into a test as it stands. */

export const WAYS = [
	'payout',
	'payoutList',
	'aud',
	'audList',
	'payin',
	'refund',
	'link',
	'payid',
	'gateway',
	'file',
] as const;
export type Way = (typeof WAYS)[number];

/**
 * How the node is run. `errorLoop`: failed items come again, twice. `called` and `calledEach`: in a workflow that another one
 * calls, once or once per item. `oldAgent` and `newAgent`: as the tool of an agent, by either of n8n's routes.
 */
export const SHAPES = ['plain', 'loop', 'errorLoop', 'called', 'calledEach', 'oldAgent', 'newAgent'] as const;
export type Shape = (typeof SHAPES)[number];

/** What a user corrects. `key`: the External ID. */
export const EDITS = ['amount', 'payee', 'account', 'key'] as const;
export type Edit = (typeof EDITS)[number];

/** One line of a list: a bill, as it stands or edited. */
export interface Line {
	bill: number;
	edit?: Edit | undefined;
}

export interface Run {
	shape: Shape;
	way: Way;
	/** The number of the list, where all are paid together. */
	list: number;
	lines: readonly Line[];
	retryOnFail: boolean;
	/** Continue on fail. */
	goOn: boolean;
	/** Payouts that are due in some days. */
	isScheduled: boolean;
	incidents: readonly Incident[];
}

/** What a user changed about a list before starting it again. */
export const CHANGES = ['nothing', 'grown', 'shrunk', 'reordered', 'otherMode', 'otherList', ...EDITS] as const;
export type Change = (typeof CHANGES)[number];

export type Step =
	/** `together`: the same workflow started twice at once; nothing happens to the second execution. */
	| ({ do: 'run' | 'together' } & Partial<Run>)
	/** The last list again, as a new execution. */
	| { do: 'again'; change?: Change; incidents?: readonly Incident[] }
	/**
	 * n8n's retry from its list, whether the execution failed or crashed: of the last execution or, as n8n keeps them all,
	 * of the first one of its retries. `edit`: of the workflow. `twice`: two of them at once.
	 */
	| {
			do: 'retry';
			of?: 'first' | undefined;
			edit?: Edit | undefined;
			twice?: true | undefined;
			incidents?: readonly Incident[];
	  }
	/** n8n is stopped and started. */
	| { do: 'restart' }
	/** Another process of n8n, which has run for long, takes over. */
	| { do: 'otherProcess' }
	/** The credential is changed to the other account, or back. */
	| { do: 'otherAccount' }
	/** Records appear this much later in lists. */
	| { do: 'lag'; seconds: number }
	| { do: 'pass'; seconds: number }
	/** The service finishes its pending work. */
	| { do: 'settle' };

const USUAL: Run = {
	shape: 'plain',
	way: 'payout',
	list: 1,
	lines: [{ bill: 1 }],
	retryOnFail: false,
	goOn: false,
	isScheduled: false,
	incidents: [],
};

export const isCalled = ({ shape }: Run): boolean => shape.startsWith('called');
export const isAgent = ({ shape }: Run): boolean => shape.endsWith('Agent');

const NEXT: Partial<Record<Way, Way>> = { payout: 'payoutList', payoutList: 'payout', aud: 'audList', audList: 'aud' };

/** A run with what differs from the usual one. A meaningless combination becomes the nearest meaningful one. */
export function runOf(given: Partial<Run>): Run {
	const run = { ...USUAL, ...given };
	// A failed item comes out without its file.
	if (run.shape === 'errorLoop' && run.way === 'file') run.shape = 'plain';
	if (run.shape === 'errorLoop') run.goOn = true;
	if (isAgent(run)) {
		run.goOn = false;
		// A model gives no files.
		if (run.way === 'file') run.way = 'aud';
	}
	return run;
}

export function changed(run: Run, change: Change): Run {
	const { lines, way } = run;
	switch (change) {
		case 'nothing':
			return run;
		case 'grown':
			return { ...run, lines: [{ bill: (Math.max(...lines.map(({ bill }) => bill)) % 6) + 1 }, ...lines] };
		case 'shrunk':
			return { ...run, lines: lines.slice(lines.length > 1 ? 1 : 0) };
		case 'reordered':
			return { ...run, lines: [...lines].reverse() };
		case 'otherMode':
			return { ...run, way: NEXT[way] ?? way };
		case 'otherList':
			return { ...run, list: 3 - run.list };
		default:
			return { ...run, lines: lines.map(({ bill }, index) => ({ bill, edit: index === 0 ? change : undefined })) };
	}
}

/** A step as a test would write it, with only what differs from the usual. */
export function writtenOut(step: Step): string {
	const isUnusual = ([name, value]: [string, unknown]) =>
		value !== undefined &&
		JSON.stringify(value) !== JSON.stringify(name in USUAL ? USUAL[name as keyof Run] : undefined);
	return JSON.stringify(Object.fromEntries(Object.entries(step).filter(isUnusual)))
		.replace(/"(\w+)":/g, '$1: ')
		.replace(/,(?=\S)/g, ', ')
		.replace(/"/g, "'");
}
