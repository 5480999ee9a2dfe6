import type { INodeProperties } from 'n8n-workflow';
import { batchFields, maxPerBatchField } from '../../form/batchFields';
import {
	additionalFields,
	audAmountField,
	cleanNamesField,
	externalIdField,
	readOptions,
	recordOptions,
	scheduledAtField,
	textField,
	withOptions,
	writeOptions,
} from '../../form/fields';
import { notificationFields, withTriggerPath } from '../../form/notification';

export const descriptionField = textField('Description', 'paymentDescription', 'e.g. March wages', {
	description: 'What the payment is for. The service may demand 5 to 140 characters.',
});

export const retryField: INodeProperties = {
	displayName: 'Retry Until Funded',
	name: 'isRetry',
	type: 'boolean',
	default: false,
	description: 'Whether the service keeps trying when the balance does not cover the payout',
};

/** None is required: with an expression for the addressing n8n would ask for the fields of both kinds. */
const addressFields: INodeProperties[] = [
	{
		displayName: 'Pay To',
		name: 'addressing',
		type: 'options',
		options: [
			{ name: 'Bank Account', value: 'bankAccount', description: 'By BSB and account number' },
			{ name: 'PayID', value: 'payid', description: 'By email, phone number, ABN or organisation ID' },
		],
		default: 'payid',
		description: 'Where the money goes. Items of each kind are sent in requests of their own.',
	},
	textField('PayID', 'payid', 'e.g. nathan@example.com', {
		displayOptions: { show: { addressing: ['payid'] } },
		description:
			'An email, a phone number, an ABN or an organisation ID: what PayID Type says. It is sent as you write it; the service may demand lower case, and phone numbers like +61-412345678.',
	}),
	{
		displayName: 'PayID Type',
		name: 'payidType',
		type: 'options',
		options: [
			{ name: 'ABN', value: 'abn' },
			{ name: 'Email', value: 'email' },
			{ name: 'Organisation ID', value: 'org_id' },
			{ name: 'Phone', value: 'phone' },
		],
		default: 'email',
		displayOptions: { show: { addressing: ['payid'] } },
	},
	textField('BSB', 'bsb', 'e.g. 062-000', {
		displayOptions: { show: { addressing: ['bankAccount'] } },
		description: 'Six digits. Keep it as text in spreadsheets, which drop leading zeros.',
	}),
	textField('Account Number', 'accountNumber', 'e.g. 12345678', {
		displayOptions: { show: { addressing: ['bankAccount'] } },
	}),
];

/** Whom an item pays, what, where to, and why. */
const payeeFields: INodeProperties[] = [
	externalIdField('payment', 'wages-2031-03-ben'),
	audAmountField,
	textField('Payee', 'payee', 'e.g. Nathan Smith', {
		required: true,
		description: 'Full name. The service may demand letters, digits, spaces and apostrophes only: see Clean Names.',
	}),
	textField('Email', 'email', 'e.g. name@email.com', { description: 'Email of the payee. The service may demand it.' }),
	...addressFields,
	descriptionField,
	...batchFields('kind of account, description and schedule'),
];

const furtherFields: INodeProperties = additionalFields(
	textField('Address', 'address', 'e.g. 12 Harbour Road, Sydney', { description: 'Postal address of the payee' }),
	maxPerBatchField,
	retryField,
	scheduledAtField,
);

/** The form of a new AUD payout (specification: "v1: AUD payouts"; its other fields are from the public reference). */
export const audPayoutFields: INodeProperties[] = [
	...payeeFields,
	...notificationFields,
	furtherFields,
	...recordOptions(withOptions(withTriggerPath(writeOptions), cleanNamesField)),
];

/** The form of a check of payouts: that of a new payout without what only matters once it is sent. */
export const audPreviewFields: INodeProperties[] = [
	...payeeFields,
	...notificationFields,
	furtherFields,
	withOptions(withTriggerPath(readOptions), cleanNamesField),
];
