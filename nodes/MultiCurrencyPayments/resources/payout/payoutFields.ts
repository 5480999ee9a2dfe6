import type { INodeProperties } from 'n8n-workflow';
import { batchModeField, maxPerBatchField } from '../../form/batchFields';
import {
	additionalFields,
	cleanNamesField,
	currencyField,
	moneyOptions,
	outputFields,
	readOptions,
	repeatFields,
	scheduledAtField,
	withOptions,
} from '../../form/fields';
import {
	methodAmountField,
	payoutMethodField,
	payoutParametersFields,
	withMethodParameters,
} from '../../form/methodFields';

export const batchMode = batchModeField('method, currency and description');

const additionalOptions: INodeProperties[] = [
	{
		displayName: 'Batch External ID',
		name: 'batchExternalId',
		type: 'string',
		default: '',
		placeholder: 'e.g. payroll-2031-03',
		description:
			'Your own reference for the whole batch, such as a payroll. External IDs of payees then need to differ within the batch only, and payees without one are told apart by their account. A repeat finds faster what is already paid.',
	},
	maxPerBatchField,
	scheduledAtField,
];

const detectDuplicatesField: INodeProperties = {
	displayName: 'Detect Duplicates',
	name: 'detectDuplicates',
	type: 'boolean',
	default: true,
	description:
		'Whether to ask the service, after the last request, if another process made the same payments at the same moment. Such a payment becomes an item that failed and names both. Costs one request, and more where the service lists payments late. Left out, it is on for All Items in One Request and off for One Request per Item.',
};

const payoutOptions: INodeProperties = withMethodParameters(
	withOptions(moneyOptions, cleanNamesField, detectDuplicatesField),
);

/** What only matters when a payout is sent. */
const SENDING = ['preventDuplicates', 'simplify', 'output', 'selectedFields'];

/** The form of a check of payouts: that of a new payout without what only matters when it is sent. */
export const previewFields = (): INodeProperties[] =>
	payoutFields([], []).flatMap((field) => {
		if (SENDING.includes(field.name)) return [];
		return field.name === 'options' ? [withMethodParameters(withOptions(readOptions, cleanNamesField))] : [field];
	});

/** The form of a new payout (specification: "v2: create payout"). */
export const payoutFields = (mode: INodeProperties[], notification: INodeProperties[]): INodeProperties[] => [
	payoutMethodField,
	methodAmountField,
	...repeatFields('payout'),
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
	...payoutParametersFields,
	{
		displayName: 'Description',
		name: 'paymentDescription',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. March wages',
		hint: 'At least 5 characters',
		description: 'What the payment is for',
	},
	...notification,
	additionalFields(...additionalOptions.filter(({ name }) => name !== 'maxPerBatch' || mode.length > 0)),
	...outputFields,
	payoutOptions,
];
