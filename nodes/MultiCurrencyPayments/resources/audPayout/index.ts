import type { Resource } from '../../operation';
import { create } from './create';
import { createFromFile } from './createFromFile';

export const audPayout: Resource = {
	value: 'audPayout',
	name: 'AUD Payout (V1)',
	description:
		'Payouts in Australia by the older API: for PayID types beside email, for retry until funded, and for payout files. Otherwise take Payout.',
	operations: [create, createFromFile],
	defaultOperation: 'create',
};
