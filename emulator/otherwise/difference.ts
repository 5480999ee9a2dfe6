import type { EndpointId } from '../../contract/endpoints';
import type { NotificationSource } from '../../contract/notifications';

export type Fields = Record<string, unknown>;

/** Emulator settings that change its behaviour. */
export interface OtherBehaviour {
	recordStatuses?: 'thirteen';
	partialRefundsEnd?: true;
	futurePeriods?: 'refused';
	reportPeriods?: 'required';
	signatureHeader?: string;
	signatureEncoding?: 'base64';
	signatureAlgorithm?: 'sha512';
}

/** The parts of a request, in the emulator's names or in those of the other service. */
export interface WireRequest {
	query: Record<string, string>;
	params: Record<string, string>;
	body: unknown;
}

/**
 * How a service differs in which one assumption of the register is wrong ("the other service"). Requests are translated
 * into the emulator's own names, and answers and notifications out of them. The emulator itself knows nothing of it.
 */
export interface Difference {
	request?(endpoint: EndpointId, request: WireRequest): WireRequest;
	answer?(endpoint: EndpointId, answer: Fields): Fields;
	notification?(source: NotificationSource, body: Fields): Fields;
	/** The name of a field in a refusal. */
	field?(endpoint: EndpointId, name: string): string;
	/** The body of a refusal. */
	refusal?(body: Fields): Fields;
	/** What differs in behaviour. */
	settings?: OtherBehaviour;
}

export const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob);

/** Applies `change` to every object inside a value, from the inside out. */
export function everywhere<T>(value: T, change: (fields: Fields) => Fields): T {
	if (Array.isArray(value)) return value.map((each: unknown) => everywhere(each, change)) as T;
	if (!isFields(value)) return value;
	const inside = Object.entries(value).map(([key, each]) => [key, everywhere(each, change)] as const);
	return change(Object.fromEntries(inside)) as T;
}

/** An object with one key renamed. A field that already has the new name is dropped. */
export function renamed(fields: Fields, from: string, to: string): Fields {
	const { [from]: value, [to]: _replaced, ...rest } = fields;
	return value === undefined ? rest : { ...rest, [to]: value };
}

export const without = (fields: Fields, ...keys: string[]): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));

/** A request field with another name in the other service, which does not know the emulator's name. */
export function requestField(endpoints: EndpointId[], own: string, other: string): Difference {
	return {
		request(endpoint, request) {
			if (!endpoints.includes(endpoint)) return request;
			return {
				...request,
				query: renamed(request.query, other, own) as Record<string, string>,
				body: isFields(request.body) ? renamed(request.body, other, own) : request.body,
			};
		},
		field: (endpoint, name) => (endpoints.includes(endpoint) && name === own ? other : name),
	};
}

/** An answer field with another name in the other service, at any depth. */
export function answerField(endpoints: EndpointId[], own: string, other: string): Difference {
	const rename = (fields: Fields) => (own in fields ? renamed(fields, own, other) : fields);
	return { answer: (endpoint, answer) => (endpoints.includes(endpoint) ? everywhere(answer, rename) : answer) };
}

/** All these differences as one. */
export const both = (...differences: Difference[]): Difference => ({
	request: (endpoint, request) =>
		differences.reduceRight((changed, { request: change }) => change?.(endpoint, changed) ?? changed, request),
	answer: (endpoint, answer) =>
		differences.reduce((changed, { answer: change }) => change?.(endpoint, changed) ?? changed, answer),
	notification: (source, body) =>
		differences.reduce((changed, { notification: change }) => change?.(source, changed) ?? changed, body),
	field: (endpoint, name) =>
		differences.reduce((changed, { field: change }) => change?.(endpoint, changed) ?? changed, name),
	refusal: (body) => differences.reduce((changed, { refusal: change }) => change?.(changed) ?? changed, body),
});

/** Another shape for the answers of some endpoints. */
export const answerShape = (endpoints: EndpointId[], change: (answer: Fields) => Fields): Difference => ({
	answer: (endpoint, answer) => (endpoints.includes(endpoint) ? change(answer) : answer),
});

/** Translates the values of a field into those of the other service. */
export function writtenOtherwise(field: string, words: Record<string, string>): (fields: Fields) => Fields {
	return (fields) => {
		const word = words[String(fields[field])];
		return word === undefined ? fields : { ...fields, [field]: word };
	};
}
