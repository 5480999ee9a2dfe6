import { randomBytes } from 'crypto';

/** A form with one file, ready to be sent. */
export interface MultipartForm {
	body: Buffer;
	contentType: string;
}

/** The file of a form. */
export interface FormFile {
	field: string;
	name: string;
	mimeType: string;
	content: Buffer;
}

/**
 * A multipart/form-data body (RFC 7578); fields without a value are left out. Built by hand, because n8n treats
 * the built-in FormData as an empty object and drops it, and the nodes ship without dependencies.
 */
export function multipartForm(fields: Record<string, string | undefined>, file: FormFile): MultipartForm {
	const boundary = `form-${randomBytes(18).toString('hex')}`;
	const parts: (string | Buffer)[] = [];
	for (const [name, value] of Object.entries(fields)) {
		if (value === undefined) continue;
		parts.push(`--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`);
	}
	parts.push(
		`--${boundary}\r\ncontent-disposition: form-data; name="${quoted(file.field)}"; filename="${quoted(file.name)}"\r\ncontent-type: ${file.mimeType}\r\n\r\n`,
		file.content,
		`\r\n--${boundary}--\r\n`,
	);
	return {
		body: Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : part))),
		contentType: `multipart/form-data; boundary=${boundary}`,
	};
}

/** A name escaped the way browsers do it, so that it ends neither its quotes nor its line. */
function quoted(name: string): string {
	return name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}
