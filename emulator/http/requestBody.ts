/**
 * The body of a request: parsed JSON, or the fields and files of a form by name.
 * Undefined when there is none, or when it does not match its content type.
 */
export async function readBody(request: Request): Promise<unknown> {
	if (request.method !== 'POST') return undefined;
	try {
		if (isForm(request.headers)) return Object.fromEntries(await request.formData());
		return JSON.parse(await request.text()) as unknown;
	} catch {
		return undefined;
	}
}

export const isForm = (headers: Headers): boolean =>
	(headers.get('content-type') ?? '').startsWith('multipart/form-data');
