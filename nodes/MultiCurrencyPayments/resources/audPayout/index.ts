import type { Resource } from '../../operation';
import { create } from './create';
import { createFromFile } from './createFromFile';

export const audPayout: Resource = {
	value: 'audPayout',
	name: 'AUD Payout',
	description: 'Payments to people and companies in Australia, by PayID or bank account (v1)',
	operations: [create, createFromFile],
	defaultOperation: 'create',
};
