import { readLink } from '../../../service/checkoutLinks';
import type { Awaited } from '../../wait/waiting';
import { presentLink } from './linkRecord';

/** A checkout link that an execution waits for. */
export const awaitedLink: Awaited = {
	resource: 'checkoutLink',
	what: 'Checkout Link',
	isListed: false,
	read: readLink,
	uuidOf: ({ uuid }) => String(uuid),
	show: (...link) => [presentLink(...link)],
};
