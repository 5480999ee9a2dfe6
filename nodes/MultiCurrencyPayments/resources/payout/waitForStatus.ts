import { waitForStatusOperation } from '../../wait/waiting';
import { awaitedPayout } from './awaitedPayout';

export const waitForStatus = waitForStatusOperation(awaitedPayout, {
	action: 'Wait for final status of payout',
	description: 'Continue when a payout that this execution has created has its final status',
});
