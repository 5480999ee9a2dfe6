import type { Resource } from '../../operation';
import { get } from './get';
import { getHistory } from './getHistory';

export const audBalance: Resource = {
	value: 'audBalance',
	name: 'AUD Balance',
	description: 'The AUD balance with signed amounts and a running total (v1)',
	operations: [get, getHistory],
	defaultOperation: 'get',
};
