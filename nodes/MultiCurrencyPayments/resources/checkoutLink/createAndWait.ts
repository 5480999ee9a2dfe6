import { createAndWaitOperation } from '../../money/waiting';
import { awaitedLink } from './awaitedLink';
import { createCheckoutLink } from './createCheckoutLink';
import { linkFields } from './linkFields';

export const createAndWait = createAndWaitOperation(awaitedLink, {
	action: 'Create checkout link and wait',
	verb: 'created',
	description:
		'Make a link to a hosted page and continue when the customer has paid, or the link has expired or failed. Money moves when the customer pays. One item per execution.',
	told: 'the address of the link (payment_url)',
	properties: linkFields([]),
	create: createCheckoutLink,
});
