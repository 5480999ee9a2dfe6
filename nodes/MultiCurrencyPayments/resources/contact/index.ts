import { recordOptions } from '../../form/fields';
import { requiredIdentifier } from '../../form/identifiers';
import { asItems } from '../../form/presentation';
import type { Operation, Resource } from '../../operation';
import { contactEmailField, presentContact, readContact } from './contactRecord';
import { create } from './create';
import { getAll } from './getAll';
import { resendVerification } from './resendVerification';

const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get contact',
	description: 'Read one contact with the state of its identity check',
	properties: [contactEmailField, ...recordOptions()],
	async execute(item) {
		return asItems(presentContact(item, await readContact(item.client, requiredIdentifier(item, 'email', 'Email'))));
	},
};

export const contact: Resource = {
	value: 'contact',
	name: 'Contact',
	description: 'People and organizations whose identity is checked',
	operations: [create, get, getAll, resendVerification],
	defaultOperation: 'create',
};
