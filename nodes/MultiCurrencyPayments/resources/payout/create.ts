import { notificationFields, notificationTarget } from '../../form/notification';
import { asItems } from '../../form/presentation';
import { payAll } from '../../money/batches';
import type { Operation } from '../../operation';
import { createPayout, payoutBatch } from './payoutBatch';
import { batchMode, payoutFields } from './payoutFields';
import { presentPayment } from './payoutRecord';

export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create payout',
	description: 'Pay people. Moves money out of the account; each payment is made once even when the node is repeated.',
	properties: payoutFields([batchMode], notificationFields),
	async execute(item) {
		return asItems(presentPayment(item, await createPayout(item, notificationTarget(item))));
	},
	async executeAll(run, items, goOn) {
		return await payAll(payoutBatch, run, items, goOn);
	},
};
