import type { Curve } from './book';
import type { Kind } from './jobs';

/** One of the chart's diagrams. */
interface Panel {
	name: string;
	/** Titles of the axes: the size to the right, the cost upwards. */
	across: string;
	up: string;
}

export const PANELS = {
	batch: { name: 'Batch of payouts', across: 'payees', up: 'ms per 1,000 payees' },
	items: { name: 'History as items', across: 'entries', up: 'ms per 1,000 entries' },
	file: { name: 'History as a file', across: 'entries', up: 'MiB that n8n grows' },
	trigger: { name: 'Trigger', across: 'events remembered', up: 'rate against the least trigger' },
} as const satisfies Record<string, Panel>;

export type PanelName = keyof typeof PANELS;

const COLOURS: Readonly<Record<Kind, string>> = { rival: '#c2410c', floor: '#8b8b8b', ours: '#2563eb' };
const DASHES = ['', '6 4', '2 3', '8 3 2 3'];
const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [400, 280, 52, 44, 16, 74];
const [INNER_WIDTH, INNER_HEIGHT] = [WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM];

const text = (x: number, y: number, content: string, anchor = 'middle', more = '') =>
	`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" ${more}>${content}</text>`;

const short = (value: number): string =>
	value >= 1_000_000 ? `${value / 1_000_000} M` : value >= 1_000 ? `${value / 1_000} k` : `${Number(value.toFixed(2))}`;

/** The next higher value that suits an axis. */
function niceAbove(value: number): number {
	const power = 10 ** Math.floor(Math.log10(value));
	return ([1, 1.2, 1.5, 2, 3, 5].find((step) => step * power >= value) ?? 10) * power;
}

function panelOf({ name, across, up }: Panel, curves: readonly Curve[]): string {
	const points = curves.flatMap((curve) => curve.points);
	const most = niceAbove(Math.max(...points.map(({ y }) => y)));
	const sizes = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
	// Sizes differ by orders of magnitude, so they are spaced evenly.
	const xOf = (x: number) => LEFT + (INNER_WIDTH * (sizes.indexOf(x) + 0.5)) / sizes.length;
	const yOf = (y: number) => TOP + INNER_HEIGHT * (1 - y / most);
	const levels = [0, 0.5, 1].map((share) => share * most);
	return [
		text(WIDTH / 2, 18, name, 'middle', 'font-weight="bold"'),
		text(LEFT - 40, 34, up, 'start'),
		...levels.map(
			(level) =>
				`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${yOf(level)}" y2="${yOf(level)}" stroke="#8884"/>${text(LEFT - 6, yOf(level) + 4, short(level), 'end')}`,
		),
		...sizes.map((size) => text(xOf(size), HEIGHT - BOTTOM + 16, short(size))),
		text(LEFT + INNER_WIDTH / 2, HEIGHT - BOTTOM + 32, across),
		...curves.map(({ kind, points: own }, index) => {
			const path = own.map(({ x, y }) => `${xOf(x).toFixed(1)},${yOf(y).toFixed(1)}`);
			const dots = path.map((at) => `<circle cx="${at.split(',')[0]}" cy="${at.split(',')[1]}" r="3" stroke="none"/>`);
			return `<g stroke="${COLOURS[kind]}" fill="${COLOURS[kind]}"><polyline points="${path.join(' ')}" fill="none" stroke-width="2" stroke-dasharray="${DASHES[index] ?? ''}"/>${dots.join('')}</g>`;
		}),
		...curves.map(({ name: way, kind }, index) => {
			const [x, y] = [12 + (index % 2) * 190, HEIGHT - BOTTOM + 50 + Math.floor(index / 2) * 16];
			return `<line x1="${x}" x2="${x + 22}" y1="${y - 4}" y2="${y - 4}" stroke="${COLOURS[kind]}" stroke-width="2" stroke-dasharray="${DASHES[index] ?? ''}"/>${text(x + 28, y, way, 'start')}`;
		}),
	].join('\n');
}

/** How costs grow with size, as an SVG picture. Empty panels are left out. */
export function chartOf(curves: readonly Curve[]): string {
	const filled = (Object.keys(PANELS) as PanelName[]).flatMap((name) => {
		const own = curves.filter(({ panel, points }) => panel === name && points.length > 0);
		return own.length > 0 ? [panelOf(PANELS[name], own)] : [];
	});
	const [columns, rows] = [Math.min(2, filled.length), Math.ceil(filled.length / 2)];
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * WIDTH} ${rows * HEIGHT}" width="${columns * WIDTH}" font-family="system-ui, sans-serif" font-size="12">`,
		'<style>text { fill: #333 } @media (prefers-color-scheme: dark) { text { fill: #ddd } }</style>',
		...filled.map(
			(panel, index) =>
				`<g transform="translate(${(index % 2) * WIDTH} ${Math.floor(index / 2) * HEIGHT})">\n${panel}\n</g>`,
		),
		'</svg>\n',
	].join('\n');
}
