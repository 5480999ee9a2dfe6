import { readPayout } from '../../../service/payouts';
import { resumeTarget, waitForFinal, waitLimitField } from '../../money/waiting';
import type { Operation } from '../../operation';
import { createPayout } from './createPayout';
import { payoutFields } from './payoutFields';
import { presentBatch } from './payoutRecord';

export const createAndWait: Operation = {
	value: 'createAndWait',
	name: 'Create and Wait',
	action: 'Create payout and wait',
	description:
		'Pay somebody and continue when the payout is completed, expired, cancelled or rejected. Moves money out of the account, once. One item per execution.',
	properties: [...payoutFields([], []), waitLimitField],
	async execute(item) {
		const payout = await createPayout(item, resumeTarget(item));
		return await waitForFinal(
			item,
			payout,
			(record) => presentBatch(item, record),
			async () => await readPayout(item.client, String(payout.uuid)),
		);
	},
};
