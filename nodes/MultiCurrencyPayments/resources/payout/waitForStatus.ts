import { waitForStatusOperation } from '../../money/waiting';
import { awaitedPayout } from './awaitedPayout';

export const waitForStatus = waitForStatusOperation(awaitedPayout, {
	action: 'Wait for final status of payout',
	description:
		'Continue when a payout that this execution has created is completed, expired, cancelled or rejected. Moves no money. One item per execution.',
});
