import type { Contact } from '../../../../contract';
import { readList } from '../../../../core/service/paging';
import { recordOptions } from '../../form/fields';
import {
	datesQuery,
	filterPeriod,
	filtersField,
	fromDateFilter,
	limitOf,
	mayBeWithin,
	returnAllFields,
	toDateFilter,
} from '../../form/filters';
import { identifyRecord, pageSizeFor } from '../../../service/lists';
import { pagesOfUnshownList } from '../../../service/period';
import { presentAll } from '../../form/presentation';
import type { Operation } from '../../operation';
import { presentContact } from './contactRecord';

const PATH = '/v2/contacts';

/** Specification: "v2: contacts and reporting", which does not show the list. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contacts',
	description: 'List contacts with the state of their identity checks',
	properties: [...returnAllFields, filtersField(fromDateFilter, toDateFilter), ...recordOptions()],
	async execute(item) {
		const limit = limitOf(item);
		const period = filterPeriod(item);
		const pages = pagesOfUnshownList<Contact>(item.client, PATH, datesQuery(period), pageSizeFor(limit));
		// Filtered here again: the specification shows neither the list nor its filters.
		const isChosen = ({ created_at: created }: Contact) => mayBeWithin(period, created, created);
		const contacts = await readList(pages, identifyRecord, limit, isChosen);
		return await presentAll(contacts, (contact) => presentContact(item, contact));
	},
};
