/**
 * The parameters a payment method asks for. The service describes each in one string of the form
 * `type:Mandatory|Optional <description>` (specification: "Payin method record").
 */

/** One parameter of a method, as its form needs it. */
export interface MethodParameter {
	key: string;
	/** The type as the service names it, lower case; empty when it named none. */
	type: string;
	required: boolean;
	description: string;
	/** The values to choose from, when the description lists them as "one of a, b, c". */
	choices: string[];
}

/** Parses one description. One of another form becomes the description of an optional text. */
export function parseMethodParameter(key: string, described: unknown): MethodParameter {
	const text = typeof described === 'string' ? described.trim() : '';
	const match = /^([^:\s]*)\s*:\s*(mandatory|required|optional)\b[\s,:.-]*(.*)$/is.exec(text);
	if (!match) return { key, type: '', required: false, description: text, choices: [] };
	const [, type = '', need = '', description = ''] = match;
	return {
		key,
		type: type.toLowerCase(),
		required: need.toLowerCase() !== 'optional',
		description: description.trim(),
		choices: choicesIn(description),
	};
}

/** All parameters of a method record's `payin_method_params` or `payout_method_params`, in the service's order. */
export function parseMethodParameters(described: unknown): MethodParameter[] {
	if (typeof described !== 'object' || described === null || Array.isArray(described)) return [];
	return Object.entries(described).map(([key, value]) => parseMethodParameter(key, value));
}

/** The keys of mandatory parameters that have no value. `0` and `false` are values. */
export function missingParameters(parameters: MethodParameter[], values: Record<string, unknown>): string[] {
	return parameters.filter(({ key, required }) => required && isBlank(values[key])).map(({ key }) => key);
}

/** What `ug_bank_ugx` takes as payment_reason (specification: "v2: create payout"). A test holds it equal to contract/. */
export const UG_BANK_PAYMENT_REASONS: readonly string[] = [
	'other',
	'bills',
	'groceries',
	'travel',
	'health',
	'entertainment',
	'housing',
	'school-fees',
];

/** No letter of another script than Latin; other signs are free. Specification: "v2: create payin", transliterate. */
export const ROMAJI = /^[\p{Script=Latin}\p{Lm}\P{L}]+$/u;

/**
 * What a method refuses according to the specification, whatever the service says about its parameters: one sentence
 * each. A whole number that a JavaScript number cannot hold exactly is refused as well, because its digits are lost
 * already: money would go to another account.
 */
export function refusedParameters(
	kind: 'payin' | 'payout',
	method: string,
	parameters: MethodParameter[],
	values: Record<string, unknown>,
): string[] {
	const { payment_reason: reason, transliterate } = values;
	const integers = parameters.filter(({ type }) => isInteger(type)).map(({ key }) => key);
	// Account numbers are texts, but come as numbers from sheets and JSON.
	const tooLong = Object.entries(values)
		.filter(
			([key, value]) =>
				typeof value === 'number' &&
				!Number.isSafeInteger(value) &&
				(integers.includes(key) || Number.isInteger(value)),
		)
		.map(([key]) => key);
	return [
		...tooLong.map((key) => `${key} is no whole number that n8n can hold exactly: write it as text`),
		...(kind === 'payout' &&
		method === 'ug_bank_ugx' &&
		!isBlank(reason) &&
		!UG_BANK_PAYMENT_REASONS.includes(String(reason))
			? [`payment_reason must be one of ${UG_BANK_PAYMENT_REASONS.join(', ')}`]
			: []),
		...(method === 'jp_bank_jpy' && transliterate === true ? notRomaji(values) : []),
	];
}

function notRomaji(values: Record<string, unknown>): string[] {
	return ['first_name', 'last_name']
		.filter((key) => typeof values[key] === 'string' && !isBlank(values[key]) && !ROMAJI.test(values[key].trim()))
		.map((key) => `${key} must be written in Latin letters (romaji) to be transliterated`);
}

const isInteger = (type: string): boolean => type === 'integer' || type === 'int';

function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function choicesIn(description: string): string[] {
	const match = /\bone of:?\s+([^.;()]+)/i.exec(description);
	if (!match?.[1]) return [];
	const words = match[1]
		.split(/,|\bor\b/)
		.map((word) => word.trim())
		.filter((word) => word !== '');
	return words.every((word) => /^[\w-]+$/.test(word)) && words.length > 1 ? words : [];
}
