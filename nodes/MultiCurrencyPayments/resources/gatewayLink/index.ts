import type { Resource } from '../../operation';
import { create } from './create';

export const gatewayLink: Resource = {
	value: 'gatewayLink',
	name: 'Gateway Link',
	description: 'Links to the payment gateway for the orders of a shop (AUD)',
	operations: [create],
	defaultOperation: 'create',
};
