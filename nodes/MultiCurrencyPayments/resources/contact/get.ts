import { recordOptions } from '../../form/fields';
import { requiredIdentifier } from '../../form/identifiers';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { contactEmailField, presentContact, readContact } from './contactRecord';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get contact',
	description: 'Read one contact with the state of its identity check',
	properties: [contactEmailField, ...recordOptions()],
	async execute(item) {
		return asItems(presentContact(item, await readContact(item.client, requiredIdentifier(item, 'email', 'Email'))));
	},
};
