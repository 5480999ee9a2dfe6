import { awaitableNotificationFields, notificationTarget } from '../../form/notification';
import { asItems } from '../../form/presentation';
import { noting } from '../../money/madeHere';
import { createPayin, payinFields } from './createPayin';
import { presentPayin } from './payinRecord';

export const create = noting('payin', {
	value: 'create',
	name: 'Create',
	action: 'Create payin',
	verb: 'created',
	isAskedFor: true,
	description: 'Ask a customer for a payment',
	properties: payinFields(awaitableNotificationFields),
	execute: async (item) => asItems(presentPayin(item, await createPayin(item, notificationTarget(item)))),
});
