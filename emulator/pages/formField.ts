import { html, raw } from 'hono/html';
import type { Markup } from './hostedPage';

/** What was typed into a form, by field. */
export type Values = Readonly<Record<string, string>>;

/** A rejected form: the values typed, and the problems by field. */
export interface RejectedForm {
	values: Values;
	problems: Values;
}

export const emptyForm: RejectedForm = { values: {}, problems: {} };

/** One field of a form. */
export interface Field {
	name: string;
	label: string;
	hint?: string;
	placeholder?: string;
	autocomplete: string;
	type?: 'tel' | 'text' | 'password' | 'number';
	/** Digits alone, so that a phone shows its number pad. */
	digits?: true;
	/** Takes the focus when the page opens. */
	focused?: boolean;
}

/** The field with its label and, after a rejection, what is wrong with it. */
export function input(field: Field, prefill: string, { values, problems }: RejectedForm): Markup {
	const { name, label, hint, placeholder, autocomplete, type, digits, focused } = field;
	const problem = problems[name];
	// The first invalid field takes the focus, so that the customer can type at once.
	const first = Object.keys(problems)[0];
	return html`<label
		>${label}${hint ? html` <small>${hint}</small>` : ''}
		<input
			name="${name}"
			type="${type ?? 'text'}"
			value="${type === 'password' ? '' : (values[name] ?? prefill)}"
			autocomplete="${autocomplete}"
			placeholder="${placeholder ?? ''}"
			${digits ? raw('inputmode="numeric"') : ''}
			${problem ? raw(`aria-invalid="true" aria-describedby="${name}-problem"`) : ''}
			${first === name || (first === undefined && focused) ? raw('autofocus') : ''}
		/>
		${problem ? html`<span class="problem" id="${name}-problem">${label} ${problem}</span>` : ''}</label
	>`;
}

/** The text fields of a posted form. */
export async function postedValues({ req }: { req: { parseBody(): Promise<object> } }): Promise<Values> {
	const body = Object.entries(await req.parseBody());
	return Object.fromEntries(body.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
