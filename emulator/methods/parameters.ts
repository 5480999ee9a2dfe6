/** The type that a params endpoint gives before the colon. */
export type ParameterType = 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'object';

/** One key of `payin_method_params` or `payout_method_params`. */
export interface Parameter {
	key: string;
	type: ParameterType;
	mandatory: boolean;
	/** The description in the params endpoint. */
	text: string;
	/** The only values accepted. */
	oneOf?: readonly string[];
}

type Rest = Partial<Pick<Parameter, 'type' | 'oneOf'>>;

const parameter =
	(mandatory: boolean) =>
	(key: string, text: string, rest: Rest = {}): Parameter => ({ key, type: 'string', mandatory, text, ...rest });

export const mandatory = parameter(true);
export const optional = parameter(false);

/** `type:Mandatory|Optional <description>` by key (section "Payin method record"). */
export function describeParameters(parameters: readonly Parameter[]): Record<string, string> {
	return Object.fromEntries(
		parameters.map(({ key, type, mandatory: needed, text, oneOf }) => [
			key,
			`${type}:${needed ? 'Mandatory' : 'Optional'} ${text}${oneOf ? `, one of ${oneOf.join(', ')}` : ''}`,
		]),
	);
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function isCalendarDate(value: unknown): boolean {
	if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
	const date = new Date(`${value}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** A string parameter may arrive as a number, as account numbers often do. It is echoed as sent. */
const accepts: Readonly<Record<ParameterType, (value: unknown) => boolean>> = {
	string: (value) => typeof value === 'string' || typeof value === 'number',
	number: (value) => typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)),
	integer: (value) => Number.isInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value)),
	boolean: (value) => typeof value === 'boolean',
	date: isCalendarDate,
	object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Problems with the submitted parameters, by key. Unknown keys are accepted. */
export function checkParameters(
	parameters: readonly Parameter[],
	given: Readonly<Record<string, unknown>>,
): Record<string, string> {
	const problems: Record<string, string> = {};
	for (const { key, type, mandatory: needed, oneOf } of parameters) {
		const value = given[key];
		if (!isPresent(value)) {
			if (needed) problems[key] = "can't be blank";
		} else if (!accepts[type](value)) {
			problems[key] = type === 'date' ? 'must be a date such as 1990-12-31' : `must be of type ${type}`;
		} else if (oneOf && !oneOf.includes(String(value))) {
			problems[key] = `must be one of ${oneOf.join(', ')}`;
		}
	}
	return problems;
}
