import type { INodeProperties } from 'n8n-workflow';
import { batchFields, maxPerBatchField } from '../../form/batchFields';
import {
	additionalFields,
	cleanNamesField,
	currencyField,
	externalIdField,
	readOptions,
	recordOptions,
	scheduledAtField,
	textField,
	withOptions,
	writeOptions,
} from '../../form/fields';
import {
	payoutAmountFields,
	payoutMethodField,
	payoutParametersField,
	withMethodParameters,
} from '../../form/methodParameters';
import { awaitableNotificationFields, withTriggerPath } from '../../form/notification';

export const inBatches = batchFields('method, currency and description');

const requiredName = { required: true, description: 'Letters, digits and single spaces' };

/** How, what and whom an item pays, and why. */
const payeeFields: INodeProperties[] = [
	payoutMethodField,
	externalIdField('payment', 'wages-2031-03-ben'),
	...payoutAmountFields,
	textField('First Name', 'firstName', 'e.g. Nathan', requiredName),
	textField('Last Name', 'lastName', 'e.g. Smith', requiredName),
	textField('Email', 'email', 'e.g. name@email.com', {
		required: true,
		description: 'Email of the payee. Where the method requires a contact, this must be the contact’s email.',
	}),
	payoutParametersField,
	textField('Description', 'paymentDescription', 'e.g. March wages', {
		required: true,
		hint: 'At least 5 characters',
		description: 'What the payment is for',
	}),
];

const furtherFields = (...more: INodeProperties[]): INodeProperties =>
	additionalFields(currencyField('the currency of the method'), scheduledAtField, ...more);

/** The form of a check of payouts: that of a new payout without what only matters once it is sent. */
export const previewFields: INodeProperties[] = [
	...payeeFields,
	...inBatches,
	...awaitableNotificationFields,
	furtherFields(maxPerBatchField),
	withMethodParameters(withOptions(withTriggerPath(readOptions), cleanNamesField)),
];

/** The form of a new payout (specification: "v2: create payout"). */
export const payoutFields = (mode: INodeProperties[], notification: INodeProperties[]): INodeProperties[] => [
	...payeeFields,
	...mode,
	...notification,
	furtherFields(...(mode.length > 0 ? [maxPerBatchField] : [])),
	...recordOptions(withMethodParameters(withOptions(withTriggerPath(writeOptions, notification), cleanNamesField))),
];
