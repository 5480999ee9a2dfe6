import { notificationFields, notificationTarget } from '../../form/notification';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { createPayout } from './createPayout';
import { payInBatches } from './payInBatches';
import { batchModeField, payoutFields } from './payoutFields';
import { presentBatch } from './payoutRecord';

export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create payout',
	description: 'Pay people. Moves money out of the account; each payment is made once even when the node is repeated.',
	properties: payoutFields([batchModeField], notificationFields),
	async execute(item) {
		return asItems(presentBatch(item, await createPayout(item, notificationTarget(item))));
	},
	executeAll: payInBatches,
};
