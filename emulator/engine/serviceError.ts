import { errorCodes } from '../../contract/errors';

/** The service refuses a call. `http/` writes the error body of the API version that was called. */
export class ServiceError extends Error {
	constructor(
		readonly status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 502 | 503,
		readonly code: string,
		message: string,
		/** For 422: what is wrong, by field. */
		readonly fields?: Readonly<Record<string, string>>,
	) {
		super(message);
		this.name = 'ServiceError';
	}
}

/** The same refusal with its fields renamed. */
export const withFields = (error: ServiceError, nameOf: (field: string) => string): ServiceError =>
	new ServiceError(
		error.status,
		error.code,
		error.message,
		error.fields && Object.fromEntries(Object.entries(error.fields).map(([name, problem]) => [nameOf(name), problem])),
	);

/** 400: the request cannot be read. */
export const badRequest = (message: string): ServiceError => new ServiceError(400, errorCodes.badRequest, message);

/** 401: credentials or access token are missing or wrong (section Authentication). */
export const unauthorized = (message = 'Not Authorised'): ServiceError =>
	new ServiceError(401, errorCodes.requireLogin, message);

/** 404: no such record or path. */
export const notFound = (message: string): ServiceError => new ServiceError(404, errorCodes.notFound, message);

/**
 * 422: the request can be read but not carried out. `fields` says what is wrong with each field; `message` is a full
 * sentence, for when no field is at fault.
 */
export const unprocessable = (fields: Readonly<Record<string, string>>, message?: string): ServiceError =>
	new ServiceError(422, 'UNPROCESSABLE_ENTITY', message ?? '', fields);

/** 404: the operation is marked "sandbox only" in the specification. */
export const notInProduction = (): ServiceError => notFound('This operation exists only in the sandbox');
