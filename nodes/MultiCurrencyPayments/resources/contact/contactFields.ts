import type { INodeProperties } from 'n8n-workflow';
import { additionalFields, createOptions } from '../../form/fields';
import { contactEmailField } from './contactRecord';

const textField = (displayName: string, name: string, placeholder: string, description?: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder,
	description,
});

/**
 * The form of a new contact. The fields are from the public reference: the specification ("v2: contacts and reporting")
 * shows none, so only the email is demanded, by which the contact is found.
 */
export const contactFields: INodeProperties[] = [
	{
		...contactEmailField,
		description: 'Unique per contact. Payins and payouts of methods that require a contact must carry this email.',
	},
	textField('First Name', 'firstName', 'e.g. Nathan'),
	textField('Last Name', 'lastName', 'e.g. Smith'),
	{
		displayName: 'Contact Type',
		name: 'contactType',
		type: 'options',
		options: [
			{ name: 'Individual', value: 'individual' },
			{ name: 'None', value: 'none', description: 'Send none' },
			{
				name: 'Organization',
				value: 'organization',
				description: 'May need a registration number, under Additional Fields',
			},
		],
		default: 'individual',
		description: 'The service says which of the other fields it needs for each. What is left empty is not sent.',
	},
	textField('Date of Birth', 'dateOfBirth', 'e.g. 1990-03-04', 'Year, month and day'),
	textField('Phone', 'phone', 'e.g. +61-412345678', 'With country code'),
	{
		displayName: 'Gender',
		name: 'gender',
		type: 'options',
		options: [
			{ name: 'Female', value: 'female' },
			{ name: 'Male', value: 'male' },
			{ name: 'None', value: 'none', description: 'Send none' },
		],
		default: 'none',
	},
	textField('Street', 'street', 'e.g. 12 Harbour Road'),
	textField('City', 'city', 'e.g. Sydney'),
	textField('Postal Code', 'postalCode', 'e.g. 2000'),
	textField('State', 'state', 'e.g. NSW'),
	textField('Country', 'country', 'e.g. AU', 'Code of two letters'),
	additionalFields(textField('Registration Number', 'registrationNumber', 'e.g. 51824753556', 'Of an organization')),
	createOptions,
];
