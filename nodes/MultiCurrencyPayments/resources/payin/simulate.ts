import { amountAsJsonNumber } from '../../../../core/money';
import { simulateOperation } from '../actions';
import { additionalFields, recordField, textField } from '../../form/fields';

export const simulate = simulateOperation({
	action: 'Simulate payin',
	description: 'Sandbox only: let a pending payin be paid or fail, as if the customer had acted',
	path: '/v2/payins/simulate',
	uuid: recordField('Payin', '={{ $json.uuid }}'),
	properties: [
		additionalFields(
			textField('Amount', 'amount', 'e.g. 100.00', {
				description: 'How much is simulated as paid. Left out: everything.',
			}),
		),
	],
	body(item) {
		const { amount } = item.additionalFields;
		return amount === undefined ? {} : { amount: amountAsJsonNumber(item.parsedAmount(amount, 'Amount')) };
	},
});
