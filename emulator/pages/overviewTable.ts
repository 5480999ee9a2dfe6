import { html } from 'hono/html';
import type { Markup } from './hostedPage';

/** One column: its heading, and how its cells look. */
export interface Column {
	heading: string;
	/** number: right-aligned; wrap: may take several lines; time: UTC. */
	kind?: 'number' | 'wrap' | 'time';
	/** Repeats the heading on a narrow screen, where the value alone says nothing. */
	named?: true;
}

type Cell = Markup | string | number;

const tableCell = (cell: Cell, column: Column | undefined): Markup =>
	cell === ''
		? html`<td class="none"></td>`
		: html`<td class="${column?.kind ?? ''}" ${column?.named ? html`data-label="${column.heading}"` : ''}>${cell}</td>`;

/** A table; on a narrow screen each row becomes a block of lines. */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[], empty: string): Markup {
	if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
	return html`<div class="scroll">
		<table>
			<thead>
				<tr>
					${columns.map(({ heading, kind }) => html`<th scope="col" class="${kind ?? ''}">${heading}</th>`)}
				</tr>
			</thead>
			<tbody>
				${rows.map(
					(cells) =>
						html`<tr>
							${cells.map((cell, index) => tableCell(cell, columns[index]))}
						</tr>`,
				)}
			</tbody>
		</table>
	</div>`;
}

type Tone = 'good' | 'bad' | 'open';

const toneOf = (word: string): Tone => {
	if (/received|completed|settled|delivered|active|^2/i.test(word)) return 'good';
	if (/fail|reject|expired|given up|dispute|reset|stall|truncate|invalid|^[45]|^E[A-Z]/i.test(word)) return 'bad';
	return 'open';
};

/** A word in the colour of its meaning. The word alone is enough to understand it. */
export const badge = (word: string, tone: Tone = toneOf(word)): Markup =>
	html`<span class="badge ${tone}">${word}</span>`;

/** A time to the second. The column's heading says that it is UTC. */
export const shortTime = (time: Date | string): string =>
	(typeof time === 'string' ? time : time.toISOString()).slice(0, 19).replace('T', ' ');
