import type { INodePropertyOptions } from 'n8n-workflow';
import type { AnyPayinStatus } from '../../../../contract';
import { readList } from '../../../../core/paging';
import { readOptions, returnAllFields, simplifyField } from '../../form/fields';
import { filterDatesQuery, fromDateFilter, toDateFilter } from '../../form/filterDates';
import { limitOf } from '../../../service/lists';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { linkPages, presentLink } from './linkRecord';

const STATUSES: Readonly<Record<AnyPayinStatus, string>> = {
	authorised: 'Authorised',
	dispute_lost: 'Dispute Lost',
	expired: 'Expired',
	failed: 'Failed',
	in_dispute: 'In Dispute',
	partially_refunded: 'Partially Refunded',
	pending: 'Pending',
	received: 'Received',
	return_expired: 'Return Expired',
	return_pending: 'Return Pending',
	return_received: 'Return Received',
	return_rejected: 'Return Rejected',
	waiting: 'Waiting',
};

const statusOptions: INodePropertyOptions[] = Object.entries(STATUSES).map(([value, name]) => ({ name, value }));

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many checkout links',
	description: 'List checkout links with the status of their payments, for reconciliation. Moves no money.',
	properties: [
		...returnAllFields,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'External ID',
					name: 'externalId',
					type: 'string',
					default: '',
					description: 'Only links whose metadata has exactly this external_id',
				},
				fromDateFilter,
				{
					displayName: 'Payin Method Code',
					name: 'payinMethodCode',
					type: 'string',
					default: '',
					placeholder: 'e.g. au_card_aud',
					description: 'Only links that were paid, or are to be paid, by this method',
				},
				{
					displayName: 'Status',
					name: 'status',
					type: 'options',
					options: statusOptions,
					default: 'received',
					description: 'Only links whose payment has this status',
				},
				toDateFilter,
			],
		},
		simplifyField,
		readOptions,
	],
	async execute(item) {
		const { status, payinMethodCode, externalId } = item.collection('filters');
		const pages = linkPages(item.client, {
			...filterDatesQuery(item),
			status,
			payin_method_code: payinMethodCode,
			external_id: externalId,
		});
		const links = await readList(pages, ({ uuid }) => uuid, limitOf(item));
		return asItems(...links.map((link) => presentLink(item, link)));
	},
};
