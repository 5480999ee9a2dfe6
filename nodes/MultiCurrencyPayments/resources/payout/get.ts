import { readPayout } from '../../../service/payouts';
import { additionalFields, recordField, recordOptions, textField } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { presentBatch } from './payoutRecord';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get payout',
	description: 'Read one payout with the status of each of its transactions',
	properties: [
		recordField('Payout'),
		additionalFields(
			textField('Transaction ID', 'childUuid', 'e.g. T9AB33KD', {
				description: 'Returns only the transaction with this uuid',
			}),
		),
		...recordOptions(),
	],
	async execute(item) {
		const childUuid = item.parsedText(item.additionalFields.childUuid, 'Transaction ID') || undefined;
		const batch = await readPayout(item.client, item.requiredText('uuid', 'Payout'), childUuid);
		return asItems(presentBatch(item, batch));
	},
};
