import type { INodeProperties } from 'n8n-workflow';
import { batchFields, maxPerBatchField } from '../../form/batchFields';
import {
	additionalFields,
	cleanNamesField,
	currencyField,
	externalIdFields,
	outputFields,
	readOptions,
	scheduledAtField,
	withOptions,
	writeOptions,
} from '../../form/fields';
import {
	methodAmountField,
	payoutMethodField,
	payoutParametersFields,
	withMethodParameters,
} from '../../form/methodFields';

export const inBatches = batchFields('method, currency and description');

const payoutOptions: INodeProperties = withMethodParameters(withOptions(writeOptions, cleanNamesField));

/** What only matters when a payout is sent. */
const SENDING = ['simplify', 'output', 'selectedFields'];

/** The form of a check of payouts: that of a new payout without what only matters when it is sent. */
export const previewFields = (): INodeProperties[] =>
	payoutFields(inBatches, []).flatMap((field) => {
		if (SENDING.includes(field.name)) return [];
		return field.name === 'options' ? [withMethodParameters(withOptions(readOptions, cleanNamesField))] : [field];
	});

/** The form of a new payout (specification: "v2: create payout"). */
export const payoutFields = (mode: INodeProperties[], notification: INodeProperties[]): INodeProperties[] => [
	payoutMethodField,
	methodAmountField,
	...externalIdFields('payout', 'e.g. wages-2031-03-ben'),
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
	additionalFields(...(mode.length > 0 ? [maxPerBatchField] : []), scheduledAtField),
	...outputFields,
	payoutOptions,
];
