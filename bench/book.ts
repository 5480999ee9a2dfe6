import type { PanelName } from './chart';
import type { Figure } from './figures';
import { goals, meets, type Goal, type GoalName } from './goals';
import type { Kind } from './jobs';

/** One measurement. */
interface Line {
	/** What was done, and how much of it. */
	job: string;
	kind: Kind;
	way: string;
	figure: Figure;
	unit: string;
	/** Processor time of n8n's main thread, in milliseconds, where it is known. */
	busy?: number;
}

/** A number that has a goal. */
interface Verdict {
	goal: GoalName;
	/** The size at which it was measured. */
	at: string;
	value: number;
	/** The same number against the least trigger that verifies and remembers. When this meets the goal, n8n is the limit. */
	atLimit?: number;
	/** What the least node reaches. When this misses the goal as well, n8n is the limit of what is about as fast. */
	least?: number;
}

/** How much slower than the least node counts as about as fast. */
const ABOUT = 1.1;

/** A curve of the chart, which shows how a cost grows. */
export interface Curve {
	panel: PanelName;
	name: string;
	kind: Kind;
	points: { x: number; y: number }[];
}

const rounded = (value: number): string =>
	value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
	[headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const MISSED = '**missed**';

function outcomeOf({ goal, value, atLimit, least }: Verdict): string {
	if (meets(goal, value)) return 'met';
	const isAtLimit = atLimit !== undefined && meets(goal, atLimit);
	const isAsLeast = least !== undefined && !meets(goal, least) && value <= least * ABOUT;
	return isAtLimit || isAsLeast ? 'at n8n’s own limit' : MISSED;
}

function numberOf({ goal, value, atLimit, least }: Verdict): string {
	const number = `${rounded(value)} ${goals[goal].unit}`;
	if (least !== undefined) return `${number}; the least node ${rounded(least)}`;
	return atLimit === undefined
		? number
		: `${number}; against the least trigger that verifies and remembers ${rounded(atLimit)}`;
}

/** Everything that one run has measured. */
export class Book {
	private readonly lines: Line[] = [];
	private readonly verdicts: Verdict[] = [];
	private readonly failures: [row: string, why: string][] = [];
	readonly curves: Curve[] = [];

	/** @param tell receives each line as it is recorded */
	constructor(private readonly tell: (text: string) => void) {}

	line(line: Line): void {
		this.lines.push(line);
		const { median, min, max } = line.figure;
		const busy = line.busy === undefined ? '' : `, n8n busy ${rounded(line.busy)} ms`;
		this.tell(`${line.job}, ${line.way}: ${rounded(median)} (${rounded(min)}–${rounded(max)}) ${line.unit}${busy}`);
	}

	verdict(goal: GoalName, at: string, value: number, limit: Pick<Verdict, 'atLimit' | 'least'> = {}): void {
		const verdict = { goal, at, value, ...limit };
		this.verdicts.push(verdict);
		this.tell(`  ${outcomeOf(verdict)}: ${goals[goal].says}, ${at}: ${numberOf(verdict)}`);
	}

	point(panel: PanelName, name: string, kind: Kind, x: number, y: number): void {
		let curve = this.curves.find((one) => one.panel === panel && one.name === name);
		if (!curve) this.curves.push((curve = { panel, name, kind, points: [] }));
		curve.points.push({ x, y });
	}

	/** Records a row that could not be measured to its end. It counts as a goal that was missed. */
	stopped(row: string, why: string): void {
		this.failures.push([row, why]);
		this.tell(`  stopped: ${why}`);
	}

	/** How many goals were missed. */
	get missed(): number {
		return this.failures.length + this.verdicts.filter((verdict) => outcomeOf(verdict) === MISSED).length;
	}

	get tallied(): { met: number; missed: number } {
		return { met: this.verdicts.length + this.failures.length - this.missed, missed: this.missed };
	}

	/** The goals and what was measured, as Markdown. */
	get tables(): string {
		const judged = this.verdicts.map((verdict) => {
			const { goal, at } = verdict;
			const { says, atLeast, atMost, unit }: Goal = goals[goal];
			const wanted = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`;
			return [says, at, `${wanted} ${unit}`, numberOf(verdict), outcomeOf(verdict)];
		});
		const measured = this.lines.map(({ job, kind, way, figure: { median, min, max, count }, unit, busy }) => [
			job,
			kind,
			way,
			`${rounded(median)} ${unit}`,
			`${rounded(min)}–${rounded(max)}`,
			String(count),
			busy === undefined ? '' : `${rounded(busy)} ms`,
		]);
		const stopped = this.failures.map(([row, why]) => [row, '', '', why, MISSED]);
		return [
			'## Goals',
			table(['What', 'At', 'Goal', 'Measured', ''], [...judged, ...stopped]),
			'## What was measured',
			table(['Job', 'By', 'How', 'Median', 'Spread', 'Runs', 'n8n busy'], measured),
		].join('\n\n');
	}
}
