import type { INodeProperties } from 'n8n-workflow';
import type { ItemCall } from '../run/itemCall';

/** Also names the field in messages. */
const LABEL = 'Put Output File in Field';

/** Which binary field of the output item gets the file. */
export const outputFileField: INodeProperties = {
	displayName: LABEL,
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	hint: 'The name of the output binary field to put the file in',
};

/** What {@link outputFileField} says. @throws NodeOperationError when it is empty */
export function outputFieldOf(item: ItemCall): string {
	return item.requiredText('binaryPropertyName', LABEL);
}
