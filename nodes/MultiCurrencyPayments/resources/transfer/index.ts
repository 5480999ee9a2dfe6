import type { Resource } from '../../operation';
import { simulate } from './simulate';

export const transfer: Resource = {
	value: 'transfer',
	name: 'Transfer',
	description: 'Transfers out of the treasury account (sandbox)',
	operations: [simulate],
	defaultOperation: 'simulate',
};
