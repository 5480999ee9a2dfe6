import { readMethods } from '../../../service/methods';
import { limitOf, returnAllFields } from '../../form/filters';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many payin methods',
	description: 'List the payin methods of the account',
	properties: returnAllFields,
	async execute(item) {
		const methods = await readMethods(item.client, 'payin');
		return asItems(methods.slice(0, limitOf(item)));
	},
};
