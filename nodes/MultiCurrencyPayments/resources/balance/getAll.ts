import type { Balance } from '../../../../contract';
import { readBalance } from '../../../service/balances';
import { readOptions } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { namedCurrencies } from './ownCurrency';

export const getAll: Operation = {
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
