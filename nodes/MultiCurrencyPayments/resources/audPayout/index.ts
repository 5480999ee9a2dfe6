import type { Resource } from '../../operation';
import { create } from './create';
import { createFromFile } from './createFromFile';
import { preview } from './preview';

export const audPayout: Resource = {
	value: 'audPayout',
	name: 'AUD Payout (V1)',
	description:
		'Payouts in Australia by the older API. Choose it for PayIDs other than emails, for payouts that wait for funds, and for payout files; otherwise choose Payout.',
	operations: [create, preview, createFromFile],
	defaultOperation: 'create',
};
