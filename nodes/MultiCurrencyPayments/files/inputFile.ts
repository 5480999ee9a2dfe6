import { randomBytes } from 'crypto';
import type { INodeProperties } from 'n8n-workflow';
import type { ItemCall } from '../run/itemCall';

/** Which binary field of the input item holds the file. */
export const inputFileField: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	hint: 'The name of the input binary field containing the file',
};

/** A file of the input item. */
export interface InputFile {
	content: Buffer;
	/** Empty when the item has none. */
	name: string;
	/** Lower case, without parameters. */
	mimeType: string;
}

/** Reads the file that {@link inputFileField} names. @throws NodeOperationError when it is missing or empty */
export async function readInputFile(item: ItemCall): Promise<InputFile> {
	const field = item.requiredText(inputFileField.name, inputFileField.displayName);
	const file = item.n8n.getInputData()[item.index]?.binary?.[field];
	if (!file) {
		throw item.refusal(
			`The item has no file in the field ${field}`,
			'Name the binary field of the input item that holds the file.',
		);
	}
	const content = await item.n8n.helpers.getBinaryDataBuffer(item.index, field);
	if (content.length === 0) {
		throw item.refusal(`The file in the field ${field} is empty`, 'Hand in a file with content.');
	}
	const [mimeType = ''] = (file.mimeType || 'application/octet-stream').toLowerCase().split(';');
	return { content, name: file.fileName?.trim() ?? '', mimeType: mimeType.trim() };
}

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
const quoted = (name: string): string => name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
