import type { ItemCall } from '../form/itemCall';

/** A file of the input item. */
export interface InputFile {
	content: Buffer;
	/** Empty when the item does not say. */
	name: string;
	/** Lower case, without parameters. */
	mimeType: string;
}

/** Reads the file that the item's field `binaryPropertyName` names. @throws when it is missing or empty */
export async function readInputFile(item: ItemCall): Promise<InputFile> {
	const field = item.requiredText('binaryPropertyName', 'Input Binary Field');
	const file = item.n8n.getInputData()[item.index]?.binary?.[field];
	if (!file) {
		throw item.refusal(
			`The item has no file in the field ${field}`,
			'Name the binary field of the input item that holds the file.',
		);
	}
	const content = await item.n8n.helpers.getBinaryDataBuffer(item.index, field);
	if (content.length === 0)
		throw item.refusal(`The file in the field ${field} is empty`, 'Hand in a file with content.');
	const [mimeType = ''] = (file.mimeType || 'application/octet-stream').toLowerCase().split(';');
	return { content, name: file.fileName?.trim() ?? '', mimeType: mimeType.trim() };
}
