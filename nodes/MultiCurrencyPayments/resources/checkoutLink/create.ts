import { notificationFields, notificationTarget } from '../../form/notification';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { createCheckoutLink } from './createCheckoutLink';
import { linkFields } from './linkFields';
import { presentLink } from './linkRecord';

export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create checkout link',
	description: 'Make a link to a hosted page where a customer pays. Money moves when the customer pays, not now.',
	properties: linkFields(notificationFields),
	async execute(item) {
		return asItems(presentLink(item, await createCheckoutLink(item, notificationTarget(item))));
	},
};
