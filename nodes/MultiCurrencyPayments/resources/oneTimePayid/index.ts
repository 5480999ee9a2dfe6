import type { Resource } from '../../operation';
import { create } from './create';

export const oneTimePayid: Resource = {
	value: 'oneTimePayid',
	name: 'One-Time PayID',
	description: 'PayIDs for one payment each (AUD)',
	operations: [create],
	defaultOperation: 'create',
	currency: 'AUD',
};
