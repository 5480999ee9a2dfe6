import type { Resource } from '../../operation';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';
import { resendVerification } from './resendVerification';

export const contact: Resource = {
	value: 'contact',
	name: 'Contact',
	description: 'People and organizations whose identity is checked',
	operations: [create, get, getAll, resendVerification],
	defaultOperation: 'create',
};
