import { readCheckoutMethods } from '../../../service/checkoutLinks';
import { readOptions } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';

export const getMethods: Operation = {
	value: 'getMethods',
	name: 'Get Methods',
	action: 'Get methods of checkout link',
	description: 'List what the hosted page can offer: methods with their limits, card brands, languages',
	properties: [readOptions],
	async execute(item) {
		const { records, ...page } = await readCheckoutMethods(item.client);
		// A method keeps its own fields, whatever the answer has beside the list.
		return asItems(records.map((method) => ({ ...method, ...page, ...method })));
	},
};
