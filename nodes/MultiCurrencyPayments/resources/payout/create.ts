import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { batchFields, maxPerBatchField } from '../../form/batchFields';
import {
	additionalFields,
	cleanNamesField,
	currencyField,
	externalIdField,
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
import { awaitableNotificationFields, notificationTarget, withTriggerPath, type Notify } from '../../form/notification';
import { asItems } from '../../form/presentation';
import { payAlone, payList } from '../../money/batches';
import { noting } from '../../money/madeHere';
import type { ItemCall } from '../../run/itemCall';
import { payoutBatch } from './payoutBatch';
import { presentPayment } from './payoutRecord';

const requiredName = { required: true, description: 'Letters, digits and single spaces' };

/** How, what and whom an item pays, and why (specification: "v2: create payout"). */
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

/** The form of payouts that may be paid in a list, but for its options. */
export const listedFields: INodeProperties[] = [
	...payeeFields,
	...batchFields('method, currency and description'),
	...awaitableNotificationFields,
	furtherFields(maxPerBatchField),
];

/** The same for a payout by itself, whose notifications come to the execution. */
export const singleFields: INodeProperties[] = [...payeeFields, furtherFields()];

export const payoutOptions = (options: INodeProperties): INodeProperties =>
	withMethodParameters(withOptions(options, cleanNamesField));

export const create = noting('payout', {
	value: 'create',
	name: 'Create',
	action: 'Create payout',
	verb: 'paid',
	description: 'Moves money out of the account, once per External ID. Pay people.',
	properties: [...listedFields, ...recordOptions(payoutOptions(withTriggerPath(writeOptions)))],
	execute: async (item) => asItems(presentPayment(item, await createPayout(item, notificationTarget(item)))),
	executeAll: async (items, goOn) => await payList(payoutBatch, items, goOn),
});

/** Pays one payee once and returns the payment with how that came about. */
export const createPayout = async (item: ItemCall, notify: Notify): Promise<IDataObject> =>
	await payAlone(payoutBatch, item, notify);
