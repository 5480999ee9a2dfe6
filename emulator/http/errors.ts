import { errorCodes } from '../../contract/errors';

/** The three generations of the service, each with its own error body. */
export type Generation = 'v1' | 'v2' | 'v3';

/** A refusal by the service; the application renders it in the shape of the generation that was called. */
export class ServiceError extends Error {
	constructor(
		readonly status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 502 | 503,
		readonly code: string,
		message: string,
		/** For 422: field name to what is wrong with it. */
		readonly fields?: Readonly<Record<string, string>>,
	) {
		super(message);
		this.name = 'ServiceError';
	}
}

/** 400: the request cannot be understood. */
export const badRequest = (message: string): ServiceError => new ServiceError(400, errorCodes.badRequest, message);

/** 401: credentials or access token missing or wrong (section Authentication). */
export const unauthorized = (message = 'Not Authorised'): ServiceError =>
	new ServiceError(401, errorCodes.requireLogin, message);

/** 404: no such record or path. */
export const notFound = (message: string): ServiceError => new ServiceError(404, errorCodes.notFound, message);

/**
 * 422: understood but refused. `fields` maps a field to what is wrong with it; `message` is a whole sentence.
 * With no field at all only the sentence is answered.
 */
export const unprocessable = (fields: Readonly<Record<string, string>>, message?: string): ServiceError =>
	new ServiceError(422, 'UNPROCESSABLE_ENTITY', message ?? '', fields);

/** 404: the operation exists only in the sandbox (marked "sandbox only" in the specification). */
export const forbiddenInProduction = (): ServiceError => notFound('This operation exists only in the sandbox');

// What v1 calls a status in its `error` member; the specification shows Unauthorized and UnprocessableEntity.
const V1_NAMES: Readonly<Record<number, string>> = {
	400: 'BadRequest',
	401: errorCodes.unauthorized,
	403: 'Forbidden',
	404: 'NotFound',
	409: 'Conflict',
	422: errorCodes.unprocessableEntity,
	429: 'TooManyRequests',
};

/** A refusal in one sentence, its fields included. */
export function sentenceOf(error: ServiceError): string {
	const fields = Object.entries(error.fields ?? {}).map(([field, problem]) => `${field} ${problem}`);
	return [error.message, ...fields].filter((part) => part !== '').join(', ');
}

/**
 * The error body of a generation (section Errors).
 * v1: `{error, message}`; v2 and v3: `{errors: {code, message}}`, and for 422 a map of field to problem.
 */
export function errorBody(generation: Generation, error: ServiceError): Record<string, unknown> {
	if (generation === 'v1')
		return { error: V1_NAMES[error.status] ?? 'InternalServerError', message: sentenceOf(error) };
	if (error.status === 422)
		return { errors: { ...error.fields, ...(error.message === '' ? {} : { message: error.message }) } };
	return { errors: { code: error.code, message: error.message } };
}
