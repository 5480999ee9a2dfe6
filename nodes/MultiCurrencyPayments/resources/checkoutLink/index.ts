import type { Resource } from '../../operation';
import { create } from './create';
import { createAndWait } from './createAndWait';
import { get } from './get';
import { getAll } from './getAll';
import { getMethods } from './getMethods';
import { presentLink } from './linkRecord';
import { refund } from './refund';

export const checkoutLink: Resource = {
	value: 'checkoutLink',
	name: 'Checkout Link',
	description: 'Links to a hosted page where customers pay',
	operations: [create, createAndWait, get, getAll, refund, getMethods],
	defaultOperation: 'create',
	present: presentLink,
};
