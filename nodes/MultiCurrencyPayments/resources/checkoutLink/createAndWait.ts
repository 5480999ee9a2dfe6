import { readLink } from '../../../service/checkoutLinks';
import { createAndWaitOperation } from '../../money/waiting';
import { createCheckoutLink } from './createCheckoutLink';
import { linkFields } from './linkFields';
import { presentLink } from './linkRecord';

export const createAndWait = createAndWaitOperation({
	action: 'Create checkout link and wait',
	description:
		'Make a link to a hosted page and continue when the customer has paid, or the link has expired or failed. Money moves when the customer pays. One item per execution.',
	properties: linkFields([]),
	create: createCheckoutLink,
	read: async (client, { uuid }) => await readLink(client, String(uuid)),
	present: presentLink,
});
