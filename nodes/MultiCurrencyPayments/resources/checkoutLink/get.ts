import { readLink } from '../../../service/checkoutLinks';
import { recordOptions, recordField } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { presentLink } from './linkRecord';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get checkout link',
	description: 'Read one link with the status of its payment',
	properties: [recordField('Checkout Link'), ...recordOptions()],
	execute: async (item) =>
		asItems(presentLink(item, await readLink(item.client, item.requiredText('uuid', 'Checkout Link')))),
};
