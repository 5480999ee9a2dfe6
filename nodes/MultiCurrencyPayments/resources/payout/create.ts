import { awaitableNotificationFields, notificationTarget } from '../../form/notification';
import { asItems } from '../../form/presentation';
import { noting } from '../../money/madeHere';
import { payList } from '../../money/batches';
import { createPayout, payoutBatch } from './payoutBatch';
import { inBatches, payoutFields } from './payoutFields';
import { presentPayment } from './payoutRecord';

export const create = noting('payout', {
	value: 'create',
	name: 'Create',
	action: 'Create payout',
	verb: 'paid',
	description: 'Moves money out of the account, once per External ID. Pay people.',
	properties: payoutFields(inBatches, awaitableNotificationFields),
	execute: async (item) => asItems(presentPayment(item, await createPayout(item, notificationTarget(item)))),
	executeAll: async (items, goOn) => await payList(payoutBatch, items, goOn),
});
