import { readOptions, simplifyField, uuidField } from '../../../shared/fields';
import { asItems } from '../../../shared/presentation';
import type { Operation } from '../../operation';
import { presentLink, readLink } from './linkRecord';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get checkout link',
	description: 'Read one link with the status of its payment (transaction_info.status). Moves no money.',
	properties: [uuidField('Checkout Link'), simplifyField, readOptions],
	async execute(item) {
		return asItems(presentLink(item, await readLink(item.client, item.requiredText('uuid', 'Checkout Link ID'))));
	},
};
