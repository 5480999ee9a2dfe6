import type { IDataObject } from 'n8n-workflow';
import type { Contact, ContactList } from '../../../../contract';
import type { FetchPage } from '../../../../core/paging';
import { readList } from '../../../../core/paging';
import { readOptions, simplifyField } from '../../form/fields';
import {
	filterDatesQuery,
	filtersField,
	fromDateFilter,
	limitOf,
	returnAllFields,
	toDateFilter,
} from '../../form/filters';
import { PAGE_SIZE } from '../../../service/lists';
import { asItems } from '../../form/presentation';
import type { ServiceClient } from '../../../service/client';
import type { Operation } from '../../operation';
import { presentContact } from './contactRecord';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contacts',
	description: 'List contacts with the state of their identity checks. Moves no money.',
	properties: [...returnAllFields, filtersField(fromDateFilter, toDateFilter), simplifyField, readOptions],
	async execute(item) {
		const pages = contactPages(item.client, filterDatesQuery(item));
		const contacts = await readList(pages, ({ email }) => email, limitOf(item));
		return asItems(...contacts.map((contact) => presentContact(item, contact)));
	},
};

/** Specification: "v2: contacts and reporting", which does not show the list. The answer counts pages, not records. */
function contactPages(client: ServiceClient, filters: IDataObject): FetchPage<Contact> {
	return async (position) => {
		const page = typeof position === 'number' ? position : 1;
		const { records, total_page } = await client.read<ContactList>({
			method: 'GET',
			path: '/v2/contacts',
			query: { ...filters, per_page: PAGE_SIZE, page },
		});
		return { records, next: page < total_page ? page + 1 : null };
	};
}
