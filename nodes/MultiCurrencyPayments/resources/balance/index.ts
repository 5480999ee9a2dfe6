import type { Resource } from '../../operation';
import { get } from './get';
import { getHistory } from './getHistory';

export const balance: Resource = {
	value: 'balance',
	name: 'Balance',
	description: 'What the account holds, and what changed it',
	operations: [get, getHistory],
	defaultOperation: 'get',
};
