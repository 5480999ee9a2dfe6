import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const payinMethod: Resource = {
	value: 'payinMethod',
	name: 'Payin Method',
	description: 'How customers can pay',
	operations: [get, getAll],
	defaultOperation: 'get',
};
