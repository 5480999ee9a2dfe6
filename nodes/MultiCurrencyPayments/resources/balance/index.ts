import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';
import { getHistory } from './getHistory';

export const balance: Resource = {
	value: 'balance',
	name: 'Balance',
	description: 'What the accounts hold, and what changed it',
	operations: [get, getAll, getHistory],
	defaultOperation: 'get',
};
