import type { INodeProperties } from 'n8n-workflow';
import { currencyField, externalIdField, preventDuplicatesField, simplifyField, writeOptions } from '../../form/fields';
import { payinMethodField, payinParametersField } from '../../form/methodFields';

/** The form of a new payin (specification: "v2: create payin"), with where its status changes go. */
export const payinFields = (notification: INodeProperties[]): INodeProperties[] => [
	payinMethodField,
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1250.50',
		description:
			'In the currency’s base unit, with a dot before the decimals. VND, JPY, XAF, KRW and XOF are rounded to whole units by the service; the amount in the output is the one that counts. May be left empty for usdc_bank only.',
	},
	currencyField('the currency of the method'),
	{
		displayName: 'Customer Name',
		name: 'customerName',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Nathan Smith',
	},
	{
		displayName: 'Customer Email',
		name: 'customerEmail',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. nathan@example.com',
		description: 'Where the method requires a contact, this must be the contact’s email',
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Order 77',
	},
	{
		displayName: 'GST',
		name: 'gst',
		type: 'boolean',
		default: false,
		description: 'Whether goods and services tax applies: only for AUD payins of Australian merchants',
	},
	payinParametersField,
	externalIdField('payin'),
	preventDuplicatesField('payin'),
	...notification,
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
				description:
					'When the payin expires, at least 15 minutes ahead. Only the Vietnamese QR method (vn_…_vnd) heeds it; other methods keep their own expiry.',
			},
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
];
