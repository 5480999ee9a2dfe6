import { createAndWaitOperation } from '../../wait/waiting';
import { awaitedLink } from './awaitedLink';
import { createCheckoutLink } from './createCheckoutLink';
import { linkFields } from './linkFields';

export const createAndWait = createAndWaitOperation(awaitedLink, {
	action: 'Create checkout link and wait',
	verb: 'created',
	isAskedFor: true,
	description: 'Make a link to a hosted page and continue with its final status',
	told: 'the address of the link (payment_url)',
	properties: linkFields([]),
	create: createCheckoutLink,
});
