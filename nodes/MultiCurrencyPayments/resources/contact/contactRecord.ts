import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Contact } from '../../../../contract';
import type { ItemCall } from '../../form/itemCall';
import { simplified } from '../../form/presentation';
import type { ServiceClient } from '../../../service/client';

const SIMPLE_FIELDS = [
	'email',
	'first_name',
	'last_name',
	'type',
	'phone',
	'country',
	'identity',
	'created_at',
] as const;

export function presentContact(item: ItemCall, record: object): IDataObject {
	return simplified(item, record, SIMPLE_FIELDS);
}

/** One contact (specification: "v2: contacts and reporting", which does not show the detail). @throws {ServiceFailure} */
export async function readContact(client: ServiceClient, email: string): Promise<Contact> {
	return await client.read<Contact>({ method: 'GET', path: '/v2/contacts/detail', query: { email } });
}

/** The service finds contacts by email. */
export const contactEmailField: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. name@email.com',
	description: 'The email by which the contact is known',
};
