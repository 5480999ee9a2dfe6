import type { Contact } from '../../../../contract';
import { attempt } from '../../../../core/attempt';
import { textField } from '../../form/fields';
import type { ServiceClient } from '../../../service/client';
import { isNotFound, isRefused } from '../../../service/failure';

/** One contact (specification: "v2: contacts and reporting", which does not show the detail). @throws {ServiceFailure} */
export async function readContact(client: ServiceClient, email: string): Promise<Contact> {
	return await client.read<Contact>({ path: '/v2/contacts/detail', query: { email } });
}

/** Whether the service shows a contact with this email; null where it refuses to tell. @throws {ServiceFailure} */
export async function hasContact(client: ServiceClient, email: string): Promise<boolean | null> {
	const read = await attempt(() => readContact(client, email));
	if ('value' in read) return true;
	if (isNotFound(read.failure)) return false;
	if (isRefused(read.failure)) return null;
	throw read.failure;
}

export const contactEmailField = textField('Email', 'email', 'e.g. name@email.com', {
	required: true,
	description: 'The email by which the contact is known',
});
