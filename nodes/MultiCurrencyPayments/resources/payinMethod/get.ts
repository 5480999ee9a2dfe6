import { payinMethodField } from '../../form/methodFields';
import { methodOf } from '../../form/methodParameters';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get payin method',
	description: 'Read what a payin method asks for: parameters, banks, limits and conditions',
	properties: [payinMethodField],
	async execute(item) {
		return asItems(await methodOf(item, 'payin'));
	},
};
