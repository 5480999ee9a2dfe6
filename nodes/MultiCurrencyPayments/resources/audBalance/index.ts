import type { Resource } from '../../operation';
import { get } from './get';
import { getHistory } from './getHistory';

export const audBalance: Resource = {
	value: 'audBalance',
	name: 'AUD Balance (V1)',
	description: 'Older API: a history with signed amounts and a running total. Otherwise choose Balance.',
	operations: [get, getHistory],
	defaultOperation: 'get',
	currency: 'AUD',
};
