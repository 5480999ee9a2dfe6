import type { Balance } from '../../../../contract';
import { readBalance } from '../../../service/balances';
import { currencyField, readOptions } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation, Resource } from '../../operation';
import { getHistory } from './getHistory';
import { namedCurrencies, ownCurrency } from './ownCurrency';

const get: Operation = {
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

const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many balances',
	description: 'Read the balances of all accounts that the credential holds',
	properties: [readOptions],
	usesAllAccounts: true,
	async execute(item) {
		const balances: Balance[] = [];
		for (const account of item.run.accounts) {
			const { currency: own } = account.credential;
			// Only the account of the field App ID, which the item has, may leave its currency to its methods.
			for (const currency of own === '' ? await namedCurrencies(item) : [own])
				balances.push(await readBalance(item.clientOf(account), currency));
		}
		return asItems(balances);
	},
};

export const balance: Resource = {
	value: 'balance',
	name: 'Balance',
	description: 'What the accounts hold, and what changed it',
	operations: [get, getAll, getHistory],
	defaultOperation: 'get',
};
