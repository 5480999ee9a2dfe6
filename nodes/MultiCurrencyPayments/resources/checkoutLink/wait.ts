import { readLink } from '../../../service/checkoutLinks';
import { createAndWaitOperation, waitForStatusOperation, type Awaited } from '../../wait/waiting';
import { createCheckoutLink } from './create';
import { linkFields } from './linkFields';
import { presentLink } from './linkRecord';

export const awaitedLink: Awaited = {
	resource: 'checkoutLink',
	what: 'Checkout Link',
	isListed: false,
	read: readLink,
	show: (...link) => [presentLink(...link)],
};

export const createAndWait = createAndWaitOperation(awaitedLink, {
	action: 'Create checkout link and wait',
	verb: 'created',
	isAskedFor: true,
	description: 'Make a link to a hosted page and continue with its final status',
	told: 'the address of the link (payment_url)',
	properties: linkFields([]),
	create: createCheckoutLink,
});

export const waitForStatus = waitForStatusOperation(awaitedLink, {
	action: 'Wait for final status of checkout link',
	description: 'Continue when a link that this execution has created is paid, expired or failed',
});
