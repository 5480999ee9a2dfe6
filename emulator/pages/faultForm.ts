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

/** A fault is switched on by this form; the table below it switches it off. Fields that a fault has no use for are not shown. */
export const faultForm: Markup = html`<form
	class="fault"
	data-post="/_control/faults"
	data-said="The fault is on"
	aria-labelledby="faults-heading"
>
	<label
		>Endpoint
		<select name="endpoint">
			${option('*', 'every endpoint')}${generations}
		</select></label
	>
	<label
		>Fault
		<select name="fault">
			${Object.entries(faultWords).map(([fault, label]) => option(fault, label))}
		</select></label
	>
	<label class="for-status"
		>Status
		<select name="status" data-number>
			${['429', '500', '502', '503'].map((status) => option(status))}
		</select></label
	>
	<label class="for-slow">Delay (ms) <input name="delayMs" type="number" min="0" value="5000" required /></label>
	<label
		>When
		<select name="when">
			${option('before', 'before the effect: nothing done')} ${option('after', 'after the effect: answer lost')}
		</select></label
	>
	<label>Times <input name="times" type="number" min="1" placeholder="until removed" /></label>
	<button>Switch on</button>
</form>`;
