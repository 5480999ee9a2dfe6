import { act } from '../actions';
import { readOptions, recordField } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';

export const cancelScheduled: Operation = {
	value: 'cancelScheduled',
	name: 'Cancel Scheduled',
	action: 'Cancel scheduled payout',
	verb: 'cancelled',
	description: 'Moves no money. Cancel a payout whose status is scheduled, so that nobody in it is paid.',
	properties: [recordField('Payout'), readOptions],
	async execute(item) {
		const uuid = item.requiredText('uuid', 'Payout');
		return asItems({ ...(await act(item, '/v2/payouts/cancel_scheduled', { uuid })), cancelled: true });
	},
};
