import type { Resource } from '../../operation';
import { create } from './create';

export const gatewayLink: Resource = {
	value: 'gatewayLink',
	name: 'Gateway Link (V1)',
	description: 'Links for shops that use the older payment gateway (AUD). Otherwise choose Checkout Link.',
	operations: [create],
	defaultOperation: 'create',
	currency: 'AUD',
};
