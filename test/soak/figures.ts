import { SEED } from './chance';

/** What a soak counted. */
export interface Figures {
	people: number;
	executions: number;
	requests: number;
	faults: number;
	/** Faults that hid a payment that was made. */
	hidden: number;
	/** Items reported as unknown, and how many of these were paid. */
	unknown: number;
	unknownButPaid: number;
	/** Processes that ended by SIGKILL, and executions that ended with them. */
	processesKilled: number;
	killed: number;
	paidTwice: number;
	lost: number;
	/** Reported successes without a payment, and items without any report. */
	untold: number;
	seconds: number;
}

export const noFigures = (): Figures => ({
	people: 0,
	executions: 0,
	requests: 0,
	faults: 0,
	hidden: 0,
	unknown: 0,
	unknownButPaid: 0,
	processesKilled: 0,
	killed: 0,
	paidTwice: 0,
	lost: 0,
	untold: 0,
	seconds: 0,
});

const LABELS: Record<keyof Figures, string> = {
	people: 'People to be paid',
	executions: 'Executions (first, retried, run again)',
	requests: 'Requests',
	faults: 'Faults',
	hidden: 'of these on payouts that were made all the same',
	unknown: 'Items reported as unknown on the way',
	unknownButPaid: 'of these paid in fact',
	processesKilled: 'Processes killed',
	killed: 'Executions killed with them',
	paidTwice: 'Paid twice',
	lost: 'Not paid in the end',
	untold: 'Success without payment, or no word',
	seconds: 'Seconds',
};

export function add(sum: Figures, more: Figures): void {
	for (const name of Object.keys(sum) as (keyof Figures)[]) sum[name] += more[name];
}

/** Shows the figures of a soak, straight to the terminal: jest would frame them. */
export function show(title: string, figures: Figures): void {
	const share = ((100 * figures.faults) / Math.max(1, figures.requests)).toFixed(1);
	const lines = (Object.keys(LABELS) as (keyof Figures)[]).map((name) => {
		const value = name === 'seconds' ? figures.seconds.toFixed(0) : figures[name].toLocaleString('en');
		return `  ${LABELS[name].padEnd(50)}${value.padStart(10)}${name === 'faults' ? `  (${share} %)` : ''}`;
	});
	process.stderr.write(`\n${title}, SEED=${SEED}\n${lines.join('\n')}\n\n`);
}
