import type { z } from 'zod/v4';

/** One endpoint of the service. Request schemas are loose: unknown fields pass through. */
export interface EndpointContract {
	method: 'GET' | 'POST';
	/** Follows the base address, which ends in /api; a path parameter is written `:uuid`. */
	path: string;
	/** Section of the specification. */
	spec: string;
	response: z.ZodType;
	/** The answer of a service whose records also show the notification-only statuses (assumption `payinDetailStatuses`). */
	responseOfAnyStatus?: z.ZodType;
	params?: z.ZodType;
	query?: z.ZodType;
	body?: z.ZodType;
	/** Does not exist in production. */
	sandboxOnly?: true;
	/** The body is multipart/form-data instead of JSON. */
	multipart?: true;
	/** Needs the access-token header as well as the two others. */
	accessToken?: true;
}
