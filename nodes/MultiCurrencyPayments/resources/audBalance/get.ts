import { readAudBalance } from '../../../service/balances';
import { readOptions } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get AUD balance',
	description: 'Read the AUD balance: available, incoming, outgoing, reserve and withdrawable',
	properties: [readOptions],
	async execute(item) {
		return asItems(await readAudBalance(item.client));
	},
};
