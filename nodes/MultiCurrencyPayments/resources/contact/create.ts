import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { contactFields } from './contactFields';
import { createContact } from './createContact';

export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create contact',
	description: 'Register a person or an organization, as methods that require a contact ask for. Moves no money.',
	properties: contactFields,
	async execute(item) {
		return asItems(await createContact(item));
	},
};
