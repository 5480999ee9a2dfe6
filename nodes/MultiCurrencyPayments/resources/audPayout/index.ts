import type { Resource } from '../../operation';
import { create } from './create';
import { createFromFile } from './createFromFile';
import { preview } from './preview';

export const audPayout: Resource = {
	value: 'audPayout',
	name: 'AUD Payout (V1)',
	description: 'Older API: for files, and for Retry Until Funded. Otherwise choose Payout.',
	operations: [create, preview, createFromFile],
	defaultOperation: 'create',
	currency: 'AUD',
};
