import type { EndpointId } from '../../contract/endpoints';
import type { NotificationSource } from '../../contract/notifications';

export type Fields = Record<string, unknown>;

/** Settings of the emulator by which it behaves otherwise. */
export interface OtherBehaviour {
	recordStatuses?: 'thirteen';
	partialRefundsEnd?: true;
	signatureHeader?: string;
	signatureEncoding?: 'base64';
	signatureAlgorithm?: 'sha512';
}

/** What a request carries, in the names of the emulator or of the other service. */
export interface WireRequest {
	query: Record<string, string>;
	params: Record<string, string>;
	body: unknown;
}

/**
 * How a service differs in which one guess of the register is wrong. Requests are rewritten into the emulator's own names,
 * answers and notifications out of them; the emulator inside knows nothing of it.
 */
export interface Difference {
	request?(endpoint: EndpointId, request: WireRequest): WireRequest;
	answer?(endpoint: EndpointId, answer: Fields): Fields;
	notification?(source: NotificationSource, body: Fields): Fields;
	/** What a refusal calls a field. */
	field?(endpoint: EndpointId, name: string): string;
	/** The body of a refusal. */
	refusal?(body: Fields): Fields;
	/** What differs in behaviour. */
	settings?: OtherBehaviour;
}

export const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob);

/** Every object inside a value, from the inside out, as `change` makes it. */
export function everywhere<T>(value: T, change: (fields: Fields) => Fields): T {
	if (Array.isArray(value)) return value.map((each: unknown) => everywhere(each, change)) as T;
	if (!isFields(value)) return value;
	const inside = Object.entries(value).map(([key, each]) => [key, everywhere(each, change)] as const);
	return change(Object.fromEntries(inside)) as T;
}

/** An object with one key called otherwise; what had that name before is gone. */
export function renamed(fields: Fields, from: string, to: string): Fields {
	const { [from]: value, [to]: _replaced, ...rest } = fields;
	return value === undefined ? rest : { ...rest, [to]: value };
}

export const without = (fields: Fields, ...keys: string[]): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));

/** A field of requests that the other service calls otherwise; by the emulator's name it is not known there. */
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

/** A field of answers that the other service calls otherwise, wherever it stands in them. */
export function answerField(endpoints: EndpointId[], own: string, other: string): Difference {
	const rename = (fields: Fields) => (own in fields ? renamed(fields, own, other) : fields);
	return { answer: (endpoint, answer) => (endpoints.includes(endpoint) ? everywhere(answer, rename) : answer) };
}

/** The same difference in both directions. */
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

/** An answer of some endpoints that has another shape. */
export const answerShape = (endpoints: EndpointId[], change: (answer: Fields) => Fields): Difference => ({
	answer: (endpoint, answer) => (endpoints.includes(endpoint) ? change(answer) : answer),
});

/** Values of a field that the other service writes otherwise, wherever the field stands. */
export function writtenOtherwise(field: string, words: Record<string, string>): (fields: Fields) => Fields {
	return (fields) => {
		const word = words[String(fields[field])];
		return word === undefined ? fields : { ...fields, [field]: word };
	};
}
