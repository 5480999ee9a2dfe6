import type { ResendVerificationBody } from '../../../../contract';
import { acknowledges, fieldsOf } from '../../../service/answers';
import { readOptions } from '../../form/fields';
import { requiredIdentifier } from '../../form/identifiers';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { contactEmailField } from './contactRecord';

export const resendVerification: Operation = {
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
		const request = { method: 'POST' as const, path: '/v2/contacts/resend_verification', body, moves: [] };
		return asItems({ ...fieldsOf(await item.client.write(request, acknowledges)), ...body });
	},
};
