import type { Resource } from '../../operation';
import { get } from './get';
import { getHistory } from './getHistory';

export const audBalance: Resource = {
	value: 'audBalance',
	name: 'AUD Balance (V1)',
	description:
		'The AUD balance by the older API, whose history shows signed amounts and a running total. Otherwise choose Balance.',
	operations: [get, getHistory],
	defaultOperation: 'get',
};
