import { notificationFields, notificationTarget } from '../../form/notification';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { createPayin, payinFields } from './createPayin';
import { presentPayin } from './payinRecord';

export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create payin',
	description: 'Ask a customer for a payment. Money moves when the customer pays, not now.',
	properties: payinFields(notificationFields),
	async execute(item) {
		return asItems(presentPayin(item, await createPayin(item, notificationTarget(item))));
	},
};
