import type { INodeProperties } from 'n8n-workflow';
import { writeOptions } from '../../form/fields';
import { notificationFields, notificationTarget } from '../../form/notification';
import { asItems } from '../../form/presentation';
import { referenceField } from '../../form/referenceField';
import type { Operation } from '../../operation';
import { createStaticPayid } from './createStaticPayid';

const optionalField = (displayName: string, name: string, placeholder: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder,
});

export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create static PayID',
	description:
		'Give a customer a PayID that can be paid again and again, in AUD. Money moves when the customer pays, not now.',
	properties: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Nathan Smith',
			description: 'Letters without accents, digits and spaces',
		},
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. name@email.com',
		},
		{
			displayName: 'Prefix of the PayID',
			name: 'prefixStaticPayid',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. nathan.smith',
			description: '3 to 35 lower-case letters, digits and dots; the part before the @ of the PayID',
		},
		...notificationFields,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				optionalField('Address', 'address', 'e.g. 12 Harbour Road'),
				optionalField('City', 'city', 'e.g. Sydney'),
				referenceField('PayID'),
				{ ...optionalField('Phone', 'phone', 'e.g. +61-412345678'), description: 'With country code' },
				optionalField('State', 'state', 'e.g. NSW'),
				optionalField('ZIP Code', 'zipCode', 'e.g. 2000'),
			],
		},
		writeOptions,
	],
	async execute(item) {
		return asItems(await createStaticPayid(item, notificationTarget(item)));
	},
};
