import { readAudBalance } from '../../../service/balances';
import { readOptions } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation, Resource } from '../../operation';
import { getHistory } from './getHistory';

const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get AUD balance',
	description: 'Read the AUD balance: available, incoming, outgoing, reserve and withdrawable',
	properties: [readOptions],
	async execute(item) {
		return asItems(await readAudBalance(item.client));
	},
};

export const audBalance: Resource = {
	value: 'audBalance',
	name: 'AUD Balance (V1)',
	description: 'Older API: a history with signed amounts and a running total. Otherwise choose Balance.',
	operations: [get, getHistory],
	defaultOperation: 'get',
	currency: 'AUD',
};
