import type { Figure } from './figures';
import { goals, meets, type Goal, type GoalName } from './goals';
import type { Kind } from './jobs';

/** One line of what was measured. */
interface Line {
	/** What was done, and how much of it. */
	job: string;
	kind: Kind;
	way: string;
	figure: Figure;
	unit: string;
}

/** A number that has a goal. */
interface Verdict {
	goal: GoalName;
	/** At which size. */
	at: string;
	value: number;
}

/** A curve of the chart: how a cost grows. */
export interface Curve {
	panel: string;
	name: string;
	kind: Kind;
	points: { x: number; y: number }[];
}

const rounded = (value: number): string =>
	value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
	[headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Everything that one run has measured. */
export class Book {
	private readonly lines: Line[] = [];
	private readonly verdicts: Verdict[] = [];
	readonly curves: Curve[] = [];

	/** @param tell is told each line as it comes */
	constructor(private readonly tell: (text: string) => void) {}

	line(line: Line): void {
		this.lines.push(line);
		const { median, min, max } = line.figure;
		this.tell(`${line.job}, ${line.way}: ${rounded(median)} (${rounded(min)}–${rounded(max)}) ${line.unit}`);
	}

	verdict(goal: GoalName, at: string, value: number): void {
		this.verdicts.push({ goal, at, value });
		this.tell(`${meets(goal, value) ? '  met' : '  MISSED'}: ${goals[goal].says}, ${at}: ${rounded(value)}`);
	}

	point(panel: string, name: string, kind: Kind, x: number, y: number): void {
		let curve = this.curves.find((one) => one.panel === panel && one.name === name);
		if (!curve) this.curves.push((curve = { panel, name, kind, points: [] }));
		curve.points.push({ x, y });
	}

	/** How many goals were missed. */
	get missed(): number {
		return this.verdicts.filter(({ goal, value }) => !meets(goal, value)).length;
	}

	get tallied(): { met: number; missed: number } {
		return { met: this.verdicts.length - this.missed, missed: this.missed };
	}

	/** The goals and what was measured, as Markdown. */
	get tables(): string {
		const judged = this.verdicts.map(({ goal, at, value }) => {
			const { says, atLeast, atMost, unit }: Goal = goals[goal];
			const wanted = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`;
			return [says, at, `${wanted} ${unit}`, `${rounded(value)} ${unit}`, meets(goal, value) ? 'met' : '**missed**'];
		});
		const measured = this.lines.map(({ job, kind, way, figure: { median, min, max, count }, unit }) => [
			job,
			kind,
			way,
			`${rounded(median)} ${unit}`,
			`${rounded(min)}–${rounded(max)}`,
			String(count),
		]);
		return [
			'## Goals',
			table(['What', 'At', 'Goal', 'Measured', ''], judged),
			'## What was measured',
			table(['Job', 'By', 'How', 'Median', 'Spread', 'Runs'], measured),
		].join('\n\n');
	}
}
