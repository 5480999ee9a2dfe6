import { randomBytes } from 'crypto';
import type { InputFile } from './inputFile';

/**
 * A multipart/form-data body (RFC 7578); fields without a value are left out. Built by hand, because n8n treats
 * the built-in FormData as an empty object and drops it, and the nodes ship without dependencies.
 */
export function multipartForm(
	fields: Record<string, string | undefined>,
	file: InputFile & { field: string },
): { body: Buffer; contentType: string } {
	const boundary = `form-${randomBytes(18).toString('hex')}`;
	const partOf = (field: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(field)}"`;
	const texts = Object.entries(fields).map(([field, value]) =>
		value === undefined ? '' : `${partOf(field)}\r\n\r\n${value}\r\n`,
	);
	const head = `${partOf(file.field)}; filename="${quoted(file.name)}"\r\ncontent-type: ${file.mimeType}\r\n\r\n`;
	return {
		body: Buffer.concat([Buffer.from(texts.join('') + head), file.content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
		contentType: `multipart/form-data; boundary=${boundary}`,
	};
}

/** A name escaped the way browsers do it, so that it ends neither its quotes nor its line. */
function quoted(name: string): string {
	return name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}
