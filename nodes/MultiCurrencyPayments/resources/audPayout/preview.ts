import { readAudBalance } from '../../../service/balances';
import { previewAll } from '../../preview/preview';
import type { Operation } from '../../operation';
import { audPayoutBatch } from './audPayoutBatch';
import { audPreviewFields } from './audPayoutFields';

export const preview: Operation = {
	value: 'preview',
	name: 'Preview',
	action: 'Preview AUD payouts',
	description: 'Check a whole list of AUD payouts before it is paid, with a verdict for each row',
	properties: audPreviewFields,
	executeAll: async (items) =>
		await previewAll(audPayoutBatch, items, {
			doubtsOf: ({ doubts }) => doubts,
			balanceOf: async (client) => (await readAudBalance(client)).available_balance,
		}),
};
