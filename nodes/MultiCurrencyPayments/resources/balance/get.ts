import { readBalance } from '../../../service/balances';
import { currencyField, readOptions } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { ownCurrency } from './ownCurrency';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get balance',
	description: 'Read the balance of a currency: available, incoming, outgoing, reserve and withdrawable',
	properties: [currencyField('the currency of the account'), readOptions],
	async execute(item) {
		const currency = item.text('currency').toUpperCase() || (await ownCurrency(item));
		return asItems(await readBalance(item.client, currency));
	},
};
