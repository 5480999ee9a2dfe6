import { readLink } from '../../../service/checkoutLinks';
import { readOptions, outputFields, uuidField } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { presentLink } from './linkRecord';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get checkout link',
	description: 'Read one link with the status of its payment',
	properties: [uuidField('Checkout Link'), ...outputFields, readOptions],
	async execute(item) {
		return asItems(presentLink(item, await readLink(item.client, item.requiredText('uuid', 'Checkout Link ID'))));
	},
};
