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
