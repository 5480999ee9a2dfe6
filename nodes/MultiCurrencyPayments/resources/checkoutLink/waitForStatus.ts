import { waitForStatusOperation } from '../../wait/waiting';
import { awaitedLink } from './awaitedLink';

export const waitForStatus = waitForStatusOperation(awaitedLink, {
	action: 'Wait for final status of checkout link',
	description: 'Continue when a link that this execution has created is paid, expired or failed',
});
