import type { PayinAuthorizeStkBody } from '../../../../contract';
import { act } from '../actions';
import { readOptions, recordField, textField } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';

export const authorizeStk: Operation = {
	value: 'authorizeStk',
	name: 'Authorize STK',
	action: 'Authorize STK of payin',
	verb: 'authorised',
	description: 'Sandbox only: simulate the customer entering the PIN on the phone (stage authorize_stk)',
	sandboxOnly: true,
	properties: [
		recordField('Payin'),
		textField('PIN', 'pin', 'e.g. 1234', {
			typeOptions: { password: true },
			required: true,
			description: 'The PIN the simulated wallet owner enters',
		}),
		readOptions,
	],
	async execute(item) {
		const uuid = item.requiredText('uuid', 'Payin');
		const body: PayinAuthorizeStkBody = { uuid, pin: item.requiredText('pin', 'PIN') };
		return asItems(await act(item, '/v2/payins/authorize_stk', body));
	},
};
