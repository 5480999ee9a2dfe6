import type { INodeProperties } from 'n8n-workflow';
import { batchFields, maxPerBatchField } from '../../form/batchFields';
import {
	additionalFields,
	audAmountField,
	cleanNamesField,
	externalIdField,
	presetField,
	recordOptions,
	scheduledAtField,
	textField,
	withOptions,
	writeOptions,
} from '../../form/fields';
import { notificationFields, notificationTarget, withTriggerPath } from '../../form/notification';
import { asItems } from '../../form/presentation';
import { payAlone, payList } from '../../money/batches';
import type { Operation } from '../../operation';
import { audPayoutBatch } from './audPayoutBatch';
import { presentAudPayment } from './audPayoutRecord';

export const descriptionField = textField('Description', 'paymentDescription', 'e.g. March wages', {
	description: 'What the payment is for. The service may demand 5 to 140 characters.',
});

export const retryField = presetField('Retry Until Funded', 'isRetry', false, {
	description: 'Whether the service keeps trying when the balance does not cover the payout',
});

const shownFor = (addressing: 'payid' | 'bankAccount') => ({ show: { addressing: [addressing] } });

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
		displayOptions: shownFor('payid'),
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
		displayOptions: shownFor('payid'),
	},
	textField('BSB', 'bsb', 'e.g. 062-000', {
		displayOptions: shownFor('bankAccount'),
		description: 'Six digits. Keep it as text in spreadsheets, which drop leading zeros.',
	}),
	textField('Account Number', 'accountNumber', 'e.g. 12345678', { displayOptions: shownFor('bankAccount') }),
];

/** The form but for its options. The specification ("v1: AUD payouts") shows not all fields: the public reference does. */
export const listedFields: INodeProperties[] = [
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
	...notificationFields,
	additionalFields(
		textField('Address', 'address', 'e.g. 12 Harbour Road, Sydney', { description: 'Postal address of the payee' }),
		maxPerBatchField,
		retryField,
		scheduledAtField,
	),
];

export const audPayoutOptions = (options: INodeProperties): INodeProperties =>
	withOptions(withTriggerPath(options), cleanNamesField);

export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create AUD payout',
	verb: 'paid',
	description:
		'Moves money out of the account, once per External ID. Pay people in Australia by PayID or bank account.',
	properties: [...listedFields, ...recordOptions(audPayoutOptions(writeOptions))],
	async execute(item) {
		const record = await payAlone(audPayoutBatch, item, notificationTarget(item));
		return asItems(presentAudPayment(item, record));
	},
	executeAll: async (items, goOn) => await payList(audPayoutBatch, items, goOn),
};
