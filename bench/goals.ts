/** What a number must reach: at least, or at most. */
export interface Goal {
	/** What the number says, as the table of results shows it. */
	says: string;
	atLeast?: number;
	atMost?: number;
	/** Shown after the number; `×` stands for a ratio. */
	unit: '×' | 's' | 'ms' | 'MiB' | 'of all';
}

/**
 * Every goal. Comparisons are ratios within one run, so that they hold on any machine. `rival` is what a user builds with
 * n8n's own nodes, `floor` the least node that does the job.
 */
export const goals = {
	'batch/loop': { says: 'batch: times as fast as Loop Over Items', atLeast: 120, unit: '×' },
	'batch/floor': { says: 'batch: time against one hand-made request after the other', atMost: 2.8, unit: '×' },
	'batch/lagging': { says: 'batch, while the lists of the service lag: time against the same', atMost: 1.2, unit: '×' },
	'single/rival': { says: 'single: time against HTTP Request', atMost: 0.9, unit: '×' },
	'single/json': { says: 'single: time against HTTP Request with one JSON body', atMost: 1.5, unit: '×' },
	'claims/single': { says: 'single: time with claims against time without', atMost: 1.15, unit: '×' },
	'claims/list': { says: 'batch: time with claims against time without', atMost: 1.05, unit: '×' },
	'first/batch': { says: 'batch: time of the first run of a process', atMost: 0.6, unit: 's' },
	'first/wait': { says: 'first payment of a process: time beyond the wait that it tells', atMost: 2.5, unit: 's' },
	'history/small': { says: 'history at defaults: times as fast as HTTP Request at its own', atLeast: 37, unit: '×' },
	'history/large': { says: 'history at defaults: times as fast as HTTP Request at 100 a page', atLeast: 7, unit: '×' },
	'history/page': { says: 'history, per page of 100, no latency: time against HTTP Request', atMost: 0.65, unit: '×' },
	'items/complete': { says: 'history as items: entries that arrive', atLeast: 1, unit: 'of all' },
	'file/growth': { says: 'history as a file: most that n8n’s process grows', atMost: 100, unit: 'MiB' },
	'hold/batch': { says: 'batch: longest hold of the event loop by this package', atMost: 50, unit: 'ms' },
	'hold/file': { says: 'file: longest hold of the event loop by this package', atMost: 50, unit: 'ms' },
	'hold/items': { says: 'items: longest hold of the event loop by this package', atMost: 50, unit: 'ms' },
	'reconcile/time': { says: 'reconciliation: time', atMost: 60, unit: 's' },
	'hold/reconcile': { says: 'reconciliation: longest hold of the event loop by this package', atMost: 50, unit: 'ms' },
	'accepts/default': { says: 'trigger accepts: rate against the least trigger', atLeast: 0.95, unit: '×' },
	'accepts/lazy': { says: 'trigger accepts, lazy engine: rate against the least trigger', atLeast: 0.9, unit: '×' },
	'accepts/lazyFull': { says: 'the same, with the busiest hour remembered', atLeast: 0.8, unit: '×' },
	'duplicates/few': { says: 'known duplicate, lazy engine: rate against the least trigger', atLeast: 0.9, unit: '×' },
	'duplicates/many': { says: 'the same, with the busiest hour remembered', atLeast: 0.8, unit: '×' },
	'package/load': { says: 'package: time to load', atMost: 80, unit: 'ms' },
} as const satisfies Record<string, Goal>;

export type GoalName = keyof typeof goals;

/** Whether a number meets its goal. */
export function meets(name: GoalName, value: number): boolean {
	const { atLeast = -Infinity, atMost = Infinity }: Goal = goals[name];
	return value >= atLeast && value <= atMost;
}
