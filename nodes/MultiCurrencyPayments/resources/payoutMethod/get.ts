import { payoutMethodField } from '../../form/methodFields';
import { methodOf } from '../../form/methodParameters';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get payout method',
	description: 'Read what a payout method asks for: parameters, banks, limits and conditions',
	properties: [payoutMethodField],
	async execute(item) {
		return asItems(await methodOf(item, 'payout'));
	},
};
