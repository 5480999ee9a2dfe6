import { recordField } from '../../form/fields';
import { simulateOperation } from '../actions';

export const simulate = simulateOperation({
	action: 'Simulate payout',
	description: 'Sandbox only: let a pending payout complete or fail, as if it had been processed',
	path: '/v2/payouts/simulate',
	uuid: recordField('Payout', '={{ $json.batch_uuid }}'),
});
