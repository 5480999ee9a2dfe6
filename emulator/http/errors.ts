import { errorCodes } from '../../contract/errors';
import type { ServiceError } from '../engine/serviceError';

/** The three API versions ("generations") of the service, each with its own error body. */
export type Generation = 'v1' | 'v2' | 'v3';

// v1 names a status in its `error` member; the specification shows Unauthorized and UnprocessableEntity.
const V1_NAMES: Readonly<Record<number, string>> = {
	400: 'BadRequest',
	401: errorCodes.unauthorized,
	403: 'Forbidden',
	404: 'NotFound',
	409: 'Conflict',
	422: errorCodes.unprocessableEntity,
	429: 'TooManyRequests',
};

/** The whole error in one sentence, its fields included. */
export function sentenceOf(error: ServiceError): string {
	const fields = Object.entries(error.fields ?? {}).map(([field, problem]) => `${field} ${problem}`);
	return [error.message, ...fields].filter((part) => part !== '').join(', ');
}

/**
 * The error body of a generation (section Errors).
 * v1: `{error, message}`; v2 and v3: `{errors: {code, message}}`, at 422 a map of field to problem instead.
 */
export function errorBody(generation: Generation, error: ServiceError): Record<string, unknown> {
	if (generation === 'v1')
		return { error: V1_NAMES[error.status] ?? 'InternalServerError', message: sentenceOf(error) };
	if (error.status === 422)
		return { errors: { ...error.fields, ...(error.message === '' ? {} : { message: error.message }) } };
	return { errors: { code: error.code, message: error.message } };
}
