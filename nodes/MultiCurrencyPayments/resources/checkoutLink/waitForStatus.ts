import { waitForStatusOperation } from '../../money/waiting';
import { awaitedLink } from './awaitedLink';

export const waitForStatus = waitForStatusOperation(awaitedLink, {
	action: 'Wait for final status of checkout link',
	description:
		'Continue when the customer has paid by a link that this execution has created, or the link has expired or failed. Moves no money. One item per execution.',
});
