import { notificationTarget } from '../../form/notification';
import { asItems } from '../../form/presentation';
import { payAlone, payList } from '../../money/batches';
import type { Operation } from '../../operation';
import { audPayoutBatch } from './audPayoutBatch';
import { audPayoutFields } from './audPayoutFields';
import { presentAudPayment } from './audPayoutRecord';

export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create AUD payout',
	verb: 'paid',
	description:
		'Moves money out of the account, once per External ID. Pay people in Australia by PayID or bank account.',
	properties: audPayoutFields,
	async execute(item) {
		const { record } = await payAlone(audPayoutBatch, item, notificationTarget(item));
		return asItems(presentAudPayment(item, record));
	},
	executeAll: async (items, goOn) => await payList(audPayoutBatch, items, goOn),
};
