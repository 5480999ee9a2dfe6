import { readLink } from '../../../service/checkoutLinks';
import type { Resource } from '../../operation';
import { awaitedLink } from './awaitedLink';
import { create } from './create';
import { createAndWait } from './createAndWait';
import { get } from './get';
import { getAll } from './getAll';
import { getMethods } from './getMethods';
import { refund } from './refund';
import { waitForStatus } from './waitForStatus';

export const checkoutLink: Resource = {
	value: 'checkoutLink',
	name: 'Checkout Link',
	description: 'Links to a hosted page where customers pay',
	operations: [create, createAndWait, waitForStatus, get, getAll, refund, getMethods],
	defaultOperation: 'create',
	read: readLink,
	present: awaitedLink.show,
};
