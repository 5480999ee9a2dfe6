import type { IDataObject } from 'n8n-workflow';
import { simplifyField, writeOptions } from '../../form/fields';
import { notificationFields, notificationTarget } from '../../form/notification';
import { asItems, pick } from '../../form/presentation';
import { referenceField } from '../../form/referenceField';
import type { Operation } from '../../operation';
import { createOneTimePayid } from './createOneTimePayid';

const SIMPLE_FIELDS = [
	'id',
	'request_payid',
	'status',
	'stage',
	'amount',
	'total',
	'gst_amount',
	'expired_at',
	'external_id',
	'description',
	'metadata',
	'idempotency',
] as const;

export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create one-time PayID',
	description: 'Ask a customer for one payment by PayID, in AUD. Money moves when the customer pays, not now.',
	properties: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Nathan Smith',
			description: 'Who is asked to pay',
		},
		{
			displayName: 'Emails',
			name: 'emails',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. nathan@example.com, office@example.com',
			description: 'One or more addresses, separated by commas, lower case',
		},
		{
			displayName: 'Amount',
			name: 'amount',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 1250.50',
			description: 'In AUD, without tax, with a dot before the decimals',
		},
		{
			displayName: 'GST',
			name: 'gst',
			type: 'boolean',
			default: false,
			description: 'Whether goods and services tax is added: only for Australian merchants',
		},
		{
			displayName: 'Description',
			name: 'description',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Order 77',
		},
		...notificationFields,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Expired At',
					name: 'expiredAt',
					type: 'dateTime',
					default: '',
					description: 'When the PayID expires, at least 15 minutes ahead; sent in UTC',
				},
				referenceField('PayID'),
				{
					displayName: 'Metadata',
					name: 'metadata',
					type: 'json',
					default: '',
					placeholder: 'e.g. {"cart": "c-9"}',
					description: 'Your own data, returned unchanged, also in notifications',
				},
			],
		},
		simplifyField,
		writeOptions,
	],
	async execute(item) {
		const record: IDataObject = await createOneTimePayid(item, notificationTarget(item));
		return asItems(item.flag('simplify') ? pick(record, SIMPLE_FIELDS) : record);
	},
};
