import type { INodeProperties } from 'n8n-workflow';
import { writeOptions } from '../../form/fields';
import { contactEmailField } from './contactRecord';

const requiredField = (
	displayName: string,
	name: string,
	placeholder: string,
	description?: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	required: true,
	default: '',
	placeholder,
	description,
});

const ofOrganizations = { displayOptions: { show: { contactType: ['organization'] } } };
const ofOthers = { displayOptions: { hide: { contactType: ['organization'] } } };

const dateOfBirth = requiredField('Date of Birth', 'dateOfBirth', 'e.g. 1990-03-04', 'Year, month and day');

/** The specification does not show whether an organization has one, so the service decides. */
const dateOfBirthFields: INodeProperties[] = [
	{ ...dateOfBirth, ...ofOthers },
	{
		...dateOfBirth,
		...ofOrganizations,
		required: false,
		description: 'Of the person who stands for the organization, should the service ask for it',
	},
];

const genders = [
	{ name: 'Female', value: 'female' },
	{ name: 'Male', value: 'male' },
];

/** As {@link dateOfBirthFields}. */
const genderFields: INodeProperties[] = [
	{ displayName: 'Gender', name: 'gender', type: 'options', options: genders, default: 'female', ...ofOthers },
	{
		displayName: 'Gender',
		name: 'gender',
		type: 'options',
		options: [...genders, { name: 'None', value: 'none' }],
		default: 'none',
		description: 'Of the person who stands for the organization, should the service ask for it',
		...ofOrganizations,
	},
];

/**
 * The form of a new contact. The fields are from the public reference: the specification ("v2: contacts and reporting") does
 * not show them.
 */
export const contactFields: INodeProperties[] = [
	{
		...contactEmailField,
		description: 'Unique per contact. Payins and payouts of methods that require a contact must carry this email.',
	},
	requiredField('First Name', 'firstName', 'e.g. Nathan'),
	requiredField('Last Name', 'lastName', 'e.g. Smith'),
	{
		displayName: 'Contact Type',
		name: 'contactType',
		type: 'options',
		options: [
			{ name: 'Individual', value: 'individual' },
			{
				name: 'Organization',
				value: 'organization',
				description: 'Needs a registration number, under Additional Fields',
			},
		],
		default: 'individual',
	},
	...dateOfBirthFields,
	requiredField('Phone', 'phone', 'e.g. +61-412345678', 'With country code'),
	...genderFields,
	requiredField('Street', 'street', 'e.g. 12 Harbour Road'),
	requiredField('City', 'city', 'e.g. Sydney'),
	requiredField('Postal Code', 'postalCode', 'e.g. 2000'),
	requiredField('State', 'state', 'e.g. NSW'),
	requiredField('Country', 'country', 'e.g. AU', 'Code of two letters'),
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options: [
			{
				displayName: 'Registration Number',
				name: 'registrationNumber',
				type: 'string',
				default: '',
				placeholder: 'e.g. 51824753556',
				description: 'Required for an organization',
			},
		],
	},
	writeOptions,
];
