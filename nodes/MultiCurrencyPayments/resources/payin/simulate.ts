import type { PayinSimulateBody } from '../../../../contract';
import { amountAsJsonNumber } from '../../../../core/money';
import { act, outcomeField } from '../../../shared/actions';
import { readOptions, uuidField } from '../../../shared/fields';
import { asItems } from '../../../shared/presentation';
import type { Operation } from '../../operation';

export const simulate: Operation = {
	value: 'simulate',
	name: 'Simulate',
	action: 'Simulate payin',
	description: 'Sandbox only: let a pending payin be paid or fail, as if the customer had acted',
	sandboxOnly: true,
	properties: [
		uuidField('Payin'),
		outcomeField,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Amount',
					name: 'amount',
					type: 'string',
					default: '',
					placeholder: 'e.g. 100.00',
					description: 'How much is simulated as paid. Left out: everything.',
				},
			],
		},
		readOptions,
	],
	async execute(item) {
		const { amount } = item.collection('additionalFields');
		const body: PayinSimulateBody = {
			uuid: item.requiredText('uuid', 'Payin ID'),
			status: item.text('outcome') === 'failed' ? 'failed' : 'completed',
			...(amount !== undefined && { amount: amountAsJsonNumber(item.parsedAmount(amount, 'Amount')) }),
		};
		const { status, ...answer } = await act(item, '/v2/payins/simulate', body);
		return asItems({
			...answer,
			uuid: body.uuid,
			outcome: body.status,
			accepted: String(status).toLowerCase() === 'ok',
		});
	},
};
