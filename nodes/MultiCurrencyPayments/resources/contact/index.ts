import type { IDataObject } from 'n8n-workflow';
import type { Contact, ResendVerificationBody } from '../../../../contract';
import { readList } from '../../../../core/service/paging';
import { identifyRecord, pageSizeFor } from '../../../service/lists';
import { pagesOfUnshownList, periodQuery } from '../../../service/period';
import { readOptions, recordOptions } from '../../form/fields';
import {
	filterPeriod,
	filtersField,
	fromDateFilter,
	limitOf,
	mayBeWithin,
	returnAllFields,
	toDateFilter,
} from '../../form/filters';
import { requiredIdentifier } from '../../form/identifiers';
import { asItems, pick, presentAll } from '../../form/presentation';
import type { Operation, Resource } from '../../operation';
import type { ItemCall } from '../../run/itemCall';
import { post } from '../actions';
import { contactEmailField, readContact } from './contactRecord';
import { create } from './create';

const SIMPLE_FIELDS = ['email', 'first_name', 'last_name', 'type', 'phone', 'country', 'identity', 'created_at'];

/** A contact as the item wants it. One with none of these fields has an unknown form and is returned whole. */
function presentContact(item: ItemCall, record: object): IDataObject {
	const simple = item.isSimple ? pick(record as IDataObject, SIMPLE_FIELDS) : {};
	return Object.keys(simple).length > 0 ? simple : (record as IDataObject);
}

const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get contact',
	description: 'Read one contact with the state of its identity check',
	properties: [contactEmailField, ...recordOptions()],
	async execute(item) {
		return asItems(presentContact(item, await readContact(item.client, requiredIdentifier(item, 'email', 'Email'))));
	},
};

const PATH = '/v2/contacts';

/** Specification: "v2: contacts and reporting", which does not show the list. */
const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contacts',
	description: 'List contacts with the state of their identity checks',
	properties: [...returnAllFields, filtersField(fromDateFilter, toDateFilter), ...recordOptions()],
	async execute(item) {
		const limit = limitOf(item);
		const period = filterPeriod(item);
		const pages = pagesOfUnshownList<Contact>(item.client, PATH, periodQuery(period), pageSizeFor(limit));
		// Filtered here again: the specification shows neither the list nor its filters.
		const isChosen = ({ created_at: created }: Contact) => mayBeWithin(period, created, created);
		const contacts = await readList(pages, identifyRecord, limit, isChosen);
		return await presentAll(contacts, (contact) => presentContact(item, contact));
	},
};

const resendVerification: Operation = {
	value: 'resendVerification',
	name: 'Resend Verification',
	action: 'Resend verification of contact',
	verb: 'resent',
	description: 'Moves no money. Send the identity verification link to a contact again, by email or SMS.',
	properties: [
		contactEmailField,
		{
			displayName: 'Resend To',
			name: 'resendTo',
			type: 'options',
			options: [
				{ name: 'Email', value: 'email' },
				{ name: 'Phone', value: 'phone', description: 'By SMS to the registered number' },
			],
			default: 'email',
		},
		readOptions,
	],
	async execute(item) {
		const body: ResendVerificationBody = {
			email: requiredIdentifier(item, 'email', 'Email'),
			resend_to: item.choice('resendTo', 'Resend To', ['email', 'phone']),
		};
		return asItems({ ...(await post(item, '/v2/contacts/resend_verification', body)), ...body });
	},
};

export const contact: Resource = {
	value: 'contact',
	name: 'Contact',
	description: 'People and organizations whose identity is checked',
	operations: [create, get, getAll, resendVerification],
	defaultOperation: 'create',
};
