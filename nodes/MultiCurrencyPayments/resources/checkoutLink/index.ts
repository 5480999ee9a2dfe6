import { readCheckoutMethods, readLink } from '../../../service/checkoutLinks';
import { readOptions, recordField, recordOptions } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation, Resource } from '../../operation';
import { create } from './create';
import { getAll } from './getAll';
import { presentLink } from './linkRecord';
import { refund } from './refund';
import { awaitedLink, createAndWait, waitForStatus } from './wait';

const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get checkout link',
	description: 'Read one link with the status of its payment',
	properties: [recordField('Checkout Link'), ...recordOptions()],
	execute: async (item) =>
		asItems(presentLink(item, await readLink(item.client, item.requiredText('uuid', 'Checkout Link')))),
};

const getMethods: Operation = {
	value: 'getMethods',
	name: 'Get Methods',
	action: 'Get methods of checkout link',
	description: 'List what the hosted page can offer: methods with their limits, card brands, languages',
	properties: [readOptions],
	async execute(item) {
		const { records, ...page } = await readCheckoutMethods(item.client);
		// A method keeps its own fields, whatever the answer has beside the list.
		return asItems(records.map((method) => ({ ...method, ...page, ...method })));
	},
};

export const checkoutLink: Resource = {
	value: 'checkoutLink',
	name: 'Checkout Link',
	description: 'Links to a hosted page where customers pay',
	operations: [create, createAndWait, waitForStatus, get, getAll, refund, getMethods],
	defaultOperation: 'create',
	read: readLink,
	present: awaitedLink.show,
};
