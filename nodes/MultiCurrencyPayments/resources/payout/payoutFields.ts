import type { INodeProperties } from 'n8n-workflow';
import { batchModeField, maxPerBatchField } from '../../form/batchFields';
import { currencyField, externalIdField, preventDuplicatesField, simplifyField, writeOptions } from '../../form/fields';
import { methodAmountField, payoutMethodField, payoutParametersField } from '../../form/methodFields';

export const batchMode = batchModeField('method, currency and description');

const additionalOptions: INodeProperties[] = [
	{
		displayName: 'Batch External ID',
		name: 'batchExternalId',
		type: 'string',
		default: '',
		placeholder: 'e.g. payroll-2031-03',
		description:
			'Your reference of the whole batch. Set it when all items go in one request: the service can be asked for batches only, so this is the key by which a run that is started anew finds what is already paid.',
	},
	maxPerBatchField,
	{
		displayName: 'Scheduled At',
		name: 'scheduledAt',
		type: 'dateTime',
		default: '',
		description: 'When the payout is to be processed; sent in UTC',
	},
];

/** The form of a new payout (specification: "v2: create payout"). */
export const payoutFields = (mode: INodeProperties[], notification: INodeProperties[]): INodeProperties[] => [
	payoutMethodField,
	currencyField('the currency of the method'),
	...mode,
	{
		displayName: 'First Name',
		name: 'firstName',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Nathan',
		description: 'Letters, digits and single spaces',
	},
	{
		displayName: 'Last Name',
		name: 'lastName',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Smith',
		description: 'Letters, digits and single spaces',
	},
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. name@email.com',
		description: 'Email of the payee. Where the method requires a contact, this must be the contact’s email.',
	},
	methodAmountField,
	payoutParametersField,
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. March wages',
		description: 'At least 5 characters',
	},
	externalIdField('payout'),
	{ ...preventDuplicatesField('payout'), default: true },
	...notification,
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options: additionalOptions.filter(({ name }) => name !== 'maxPerBatch' || mode.length > 0),
	},
	simplifyField,
	writeOptions,
];
