import { waitForStatusOperation } from '../../wait/waiting';
import { awaitedPayin } from './awaitedPayin';

export const waitForStatus = waitForStatusOperation(awaitedPayin, {
	action: 'Wait for final status of payin',
	description: 'Continue when a payin that this execution has created is received, expired or failed',
});
