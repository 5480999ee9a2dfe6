import { awaitableNotificationFields, notificationTarget } from '../../form/notification';
import { asItems } from '../../form/presentation';
import { noting } from '../../money/madeHere';
import { createCheckoutLink } from './createCheckoutLink';
import { linkFields } from './linkFields';
import { presentLink } from './linkRecord';

export const create = noting('checkoutLink', {
	value: 'create',
	name: 'Create',
	action: 'Create checkout link',
	verb: 'created',
	isAskedFor: true,
	description: 'Make a link to a hosted page where a customer pays',
	properties: linkFields(awaitableNotificationFields),
	execute: async (item) => asItems(presentLink(item, await createCheckoutLink(item, notificationTarget(item)))),
});
