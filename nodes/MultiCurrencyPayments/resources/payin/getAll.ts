import { readList } from '../../../../core/paging';
import { periodFields, readOptions, returnAllFields, simplifyField } from '../../../shared/fields';
import { asText } from '../../../shared/itemCall';
import { limitOf, periodOf } from '../../../shared/lists';
import { asItems } from '../../../shared/presentation';
import type { Operation } from '../../operation';
import { payinPages, presentPayin } from './payinRecord';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many payins',
	description: 'List the payins of a period. Moves no money.',
	properties: [
		...returnAllFields,
		...periodFields,
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
					description: 'Only payins with exactly this external ID',
				},
			],
		},
		simplifyField,
		readOptions,
	],
	async execute(item) {
		const externalId = asText(item.collection('filters').externalId) || undefined;
		const pages = payinPages(item.client, periodOf(item), externalId);
		const payins = await readList(pages, ({ uuid }) => uuid, limitOf(item));
		return asItems(...payins.map((payin) => presentPayin(item, payin)));
	},
};
