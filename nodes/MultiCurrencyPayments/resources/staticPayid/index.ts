import type { Resource } from '../../operation';
import { create } from './create';

export const staticPayid: Resource = {
	value: 'staticPayid',
	name: 'Static PayID',
	description: 'PayIDs that a customer can pay again and again (AUD)',
	operations: [create],
	defaultOperation: 'create',
	currency: 'AUD',
};
