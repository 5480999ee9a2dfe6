import type { z } from 'zod/v4';
import { endpoints, type EndpointContract, type EndpointId } from '../../contract/endpoints';
import { badRequest, unprocessable, type ServiceError } from '../engine/serviceError';
import type { Settings } from '../engine/settings';

/** What a request carried, before any check. */
export interface RawRequest {
	query: Record<string, string>;
	params: Record<string, string>;
	body: unknown;
}

// The public reference answers these with one sentence instead of a map of fields.
const SENTENCE_ENDPOINTS: readonly EndpointId[] = ['v2.contacts.submitKyc', 'v2.contacts.shareToken'];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key as string] : undefined), value);
}

// payout_transaction_details[0].email
const fieldName = (path: readonly PropertyKey[]): string =>
	path.reduce<string>(
		(name, key) => (typeof key === 'number' ? `${name}[${key}]` : name === '' ? String(key) : `${name}.${String(key)}`),
		'',
	) || 'body';

function problem(issue: z.core.$ZodIssue, value: unknown): string {
	if (value === undefined || value === null || value === '') return "can't be blank";
	switch (issue.code) {
		case 'invalid_type':
			return `must be a ${issue.expected}`;
		case 'too_small':
			return issue.origin === 'string'
				? `is too short (minimum is ${issue.minimum} characters)`
				: `must be ${issue.inclusive ? 'at least' : 'greater than'} ${issue.minimum}`;
		case 'too_big':
			return issue.origin === 'string'
				? `is too long (maximum is ${issue.maximum} characters)`
				: `must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`;
		case 'invalid_value':
			return `must be one of ${issue.values.map(String).join(', ')}`;
		case 'invalid_format':
			// Keeps the contract's own messages; the library's default would show a pattern.
			return issue.message.startsWith('Invalid') ? 'is invalid' : issue.message;
		default:
			return issue.message.startsWith('Invalid') ? 'is invalid' : issue.message;
	}
}

function humanised(field: string): string {
	const words = field.replaceAll(/[_.[\]]+/g, ' ').trim();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

function refusal(endpoint: EndpointId, issues: readonly z.core.$ZodIssue[], value: unknown): ServiceError {
	const fields: Record<string, string> = {};
	for (const issue of issues) fields[fieldName(issue.path)] ??= problem(issue, valueAt(value, issue.path));
	if (!SENTENCE_ENDPOINTS.includes(endpoint)) return unprocessable(fields);
	return unprocessable(
		{},
		Object.entries(fields)
			.map(([field, what]) => `${humanised(field)} ${what}`)
			.join(', '),
	);
}

/**
 * Parses a request by the contract and fills in the defaults.
 * @throws ServiceError 400 when the body is no object at all, 422 when a field is missing or wrong (section Errors).
 */
export function validate(endpoint: EndpointId, raw: RawRequest): { query: unknown; params: unknown; body: unknown } {
	const contract: EndpointContract = endpoints[endpoint];
	if (contract.body !== undefined && (!isRecord(raw.body) || Array.isArray(raw.body)))
		throw badRequest('The request body must be a JSON object');
	const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
		if (schema === undefined) return undefined;
		const result = schema.safeParse(value);
		if (!result.success) throw refusal(endpoint, result.error.issues, value);
		return result.data;
	};
	return {
		query: parse(contract.query, raw.query),
		params: parse(contract.params, raw.params),
		body: parse(contract.body, raw.body),
	};
}

/** How an answer breaks the contract; undefined when it does not. */
export function answerProblem(
	endpoint: EndpointId,
	answer: unknown,
	{ recordStatuses }: Pick<Settings, 'recordStatuses'>,
): string | undefined {
	const { response, responseOfAnyStatus }: EndpointContract = endpoints[endpoint];
	const schema = recordStatuses === 'thirteen' ? (responseOfAnyStatus ?? response) : response;
	const result = schema.safeParse(answer);
	return result.success ? undefined : result.error.message;
}
