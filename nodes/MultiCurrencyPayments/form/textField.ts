import type { INodeProperties } from 'n8n-workflow';

/**
 * A field for a text, empty at first.
 * @param more what it has besides: whether it is required, its description, where it is shown
 */
export const textField = (
	displayName: string,
	name: string,
	placeholder: string,
	more: Partial<INodeProperties> = {},
): INodeProperties => ({ displayName, name, type: 'string', default: '', placeholder, ...more });
