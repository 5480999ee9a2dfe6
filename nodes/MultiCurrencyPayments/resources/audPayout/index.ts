import { readAudBalance } from '../../../service/balances';
import { readOptions } from '../../form/fields';
import type { Operation, Resource } from '../../operation';
import { previewAll } from '../../preview/preview';
import { audPayoutBatch } from './audPayoutBatch';
import { audPayoutOptions, create, listedFields } from './create';
import { createFromFile } from './createFromFile';

const preview: Operation = {
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

export const audPayout: Resource = {
	value: 'audPayout',
	name: 'AUD Payout (V1)',
	description: 'Older API: for files, and for Retry Until Funded. Otherwise choose Payout.',
	operations: [create, preview, createFromFile],
	defaultOperation: 'create',
	currency: 'AUD',
};
