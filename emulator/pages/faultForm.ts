import { html } from 'hono/html';
import { endpoints } from '../../contract/endpoints';
import type { FaultRequest } from '../engine/faults';
import type { Markup } from './hostedPage';

const faultWords: Readonly<Record<FaultRequest['fault'], string>> = {
	status: 'refuses with a status',
	slow: 'answers late',
	stall: 'never answers',
	reset: 'breaks the connection',
	truncate: 'cuts the answer short',
	'invalid-json': 'answers with what is no JSON',
	'repeat-cursor': 'repeats the cursor of a page',
};

const option = (value: string, label = value): Markup => html`<option value="${value}">${label}</option>`;

const generations = ['v1', 'v2', 'v3'].map(
	(generation) =>
		html`<optgroup label="${generation}">
			${Object.keys(endpoints)
				.filter((id) => id.startsWith(`${generation}.`))
				.sort()
				.map((id) => option(id))}
		</optgroup>`,
);

/** A labelled field; its name tells the style which fault it belongs to, and its element carries the same as its id. */
const field = (name: string, label: string, control: Markup): Markup =>
	html`<div class="field for-${name}"><label for="fault-${name}">${label}</label>${control}</div>`;

const choice = (name: string, label: string, options: unknown): Markup =>
	field(
		name,
		label,
		html`<select id="fault-${name}" name="${name}">
			${options}
		</select>`,
	);

/** A fault is switched on by this form; the table below it switches it off. Fields that a fault has no use for are not shown. */
export const faultForm: Markup = html`<form
	class="fault"
	data-post="/_control/faults"
	data-said="The fault is on"
	aria-labelledby="faults-heading"
>
	${choice('endpoint', 'Endpoint', [option('*', 'every endpoint'), ...generations])}
	${choice(
		'fault',
		'Fault',
		Object.entries(faultWords).map(([fault, label]) => option(fault, label)),
	)}
	${choice(
		'status',
		'Status',
		['429', '500', '502', '503'].map((status) => option(status)),
	)}
	${field(
		'delayMs',
		'Delay (ms)',
		html`<input id="fault-delayMs" name="delayMs" type="number" min="0" value="5000" />`,
	)}
	${choice('when', 'When', [
		option('before', 'before the effect: nothing done'),
		option('after', 'after the effect: answer lost'),
	])}
	${field('times', 'Times', html`<input id="fault-times" name="times" type="number" min="1" placeholder="always" />`)}
	<button>Switch on</button>
</form>`;
