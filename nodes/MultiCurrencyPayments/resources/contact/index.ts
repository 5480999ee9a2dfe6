import type { ResendVerificationBody } from '../../../../contract';
import { readOptions, recordOptions } from '../../form/fields';
import { requiredIdentifier } from '../../form/identifiers';
import { asItems } from '../../form/presentation';
import type { Operation, Resource } from '../../operation';
import { post } from '../actions';
import { contactEmailField, presentContact, readContact } from './contactRecord';
import { create } from './create';
import { getAll } from './getAll';

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
