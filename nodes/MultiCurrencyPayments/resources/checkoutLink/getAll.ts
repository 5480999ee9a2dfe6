import { readList } from '../../../../core/service/paging';
import { identifyRecord, pageSizeFor } from '../../../service/lists';
import { linkPages } from '../../../service/checkoutLinks';
import { recordOptions, textField } from '../../form/fields';
import {
	externalIdFilter,
	datesQuery,
	filterPeriod,
	filtersField,
	fromDateFilter,
	limitOf,
	payinStatusFilter,
	returnAllFields,
	toDateFilter,
} from '../../form/filters';
import { presentAll } from '../../form/presentation';
import type { Operation } from '../../operation';
import { linkFilter } from './linkFilter';
import { presentLink } from './linkRecord';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many checkout links',
	description: 'List checkout links with the status of their payments, for reconciliation',
	properties: [
		...returnAllFields,
		filtersField(
			externalIdFilter('links whose metadata has exactly this external_id'),
			fromDateFilter,
			textField('Payin Method Code', 'payinMethodCode', 'e.g. au_card_aud', {
				description:
					'Only links for this method. Whether it shows those made for all methods too, the service decides.',
			}),
			payinStatusFilter('links whose payment has this status'),
			toDateFilter,
		),
		...recordOptions(),
	],
	async execute(item) {
		const { status, payinMethodCode, externalId } = item.filters;
		const limit = limitOf(item);
		const period = filterPeriod(item);
		const filters = {
			...datesQuery(period),
			status: item.parsedText(status, 'Status').toLowerCase() || undefined,
			payin_method_code: item.parsedText(payinMethodCode, 'Payin Method Code') || undefined,
			external_id: item.reference(externalId) || undefined,
		};
		const chosen = linkFilter(filters, period);
		const pages = linkPages(item.client, filters, pageSizeFor(limit));
		const links = await readList(pages, identifyRecord, limit, chosen.keeps);
		const { hidden } = chosen;
		if (hidden !== '') {
			throw item.refusal(
				`The service does not show the ${hidden} of its links, so it cannot be filtered by`,
				`Leave the filter ${hidden === 'status' ? 'Status' : 'External ID'} empty, or look for the link in the merchant dashboard.`,
			);
		}
		return await presentAll(links, (link) => presentLink(item, link));
	},
};
