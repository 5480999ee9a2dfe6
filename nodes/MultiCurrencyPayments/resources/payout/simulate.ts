import { simulateOperation } from '../actions';

export const simulate = simulateOperation({
	action: 'Simulate payout',
	description: 'Sandbox only: let a pending payout complete or fail, as if it had been processed',
	path: '/v2/payouts/simulate',
	what: 'Payout',
});
