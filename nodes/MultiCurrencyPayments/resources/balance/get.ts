import type { Balance } from '../../../../contract';
import { readOptions } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get balance',
	description:
		'Read the balance of a currency: available, incoming, outgoing, reserve and withdrawable. Moves no money.',
	properties: [
		{
			displayName: 'Currency',
			name: 'currency',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. AUD',
			description: 'Currency code (ISO 4217). It must be configured on the account.',
		},
		readOptions,
	],
	async execute(item) {
		const currency = item.requiredText('currency', 'Currency').toUpperCase();
		return asItems(
			await item.client.read<Balance>({ method: 'GET', path: '/v2/balances/detail', query: { currency } }),
		);
	},
};
