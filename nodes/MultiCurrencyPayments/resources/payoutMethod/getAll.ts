import { readMethods } from '../../../shared/methodRecords';
import { returnAllFields } from '../../../shared/fields';
import { limitOf } from '../../../shared/lists';
import { asItems } from '../../../shared/presentation';
import type { Operation } from '../../operation';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many payout methods',
	description: 'List the payout methods of the account. Moves no money.',
	properties: returnAllFields,
	async execute(item) {
		const methods = await readMethods(item.client, 'payout');
		return asItems(...methods.slice(0, limitOf(item)));
	},
};
