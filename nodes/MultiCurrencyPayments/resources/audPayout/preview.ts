import { readAudBalance } from '../../../service/balances';
import { readOptions } from '../../form/fields';
import { previewAll } from '../../preview/preview';
import type { Operation } from '../../operation';
import { audPayoutBatch } from './audPayoutBatch';
import { audPayoutOptions, listedFields } from './create';

export const preview: Operation = {
	value: 'preview',
	name: 'Preview',
	action: 'Preview AUD payouts',
	description: 'Check a whole list of AUD payouts before it is paid, with a verdict for each row',
	// That of a new payout without what only matters once it is sent.
	properties: [...listedFields, audPayoutOptions(readOptions)],
	executeAll: async (items) =>
		await previewAll(audPayoutBatch, items, {
			balanceOf: async (client) => (await readAudBalance(client)).available_balance,
		}),
};
