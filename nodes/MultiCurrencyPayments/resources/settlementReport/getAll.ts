import { readList } from '../../../../core/paging';
import { readOptions } from '../../form/fields';
import {
	filterDatesQuery,
	filtersField,
	fromDateFilter,
	limitOf,
	returnAllFields,
	toDateFilter,
} from '../../form/filters';
import { pageSizeFor } from '../../../service/pageSize';
import { identifyReport, reportPages } from '../../../service/settlements';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many settlement reports',
	description: 'List settlement reports, in the order of the service. Moves no money.',
	properties: [
		...returnAllFields,
		filtersField(
			fromDateFilter,
			{
				displayName: 'Report Frequency',
				name: 'reportFrequency',
				type: 'options',
				options: [
					{ name: 'Daily', value: 'daily' },
					{ name: 'Monthly', value: 'monthly' },
				],
				default: 'daily',
			},
			toDateFilter,
		),
		readOptions,
	],
	async execute(item) {
		const { reportFrequency } = item.collection('filters');
		const limit = limitOf(item);
		const filters = { report_frequency: reportFrequency, ...filterDatesQuery(item) };
		return asItems(await readList(reportPages(item.client, filters, pageSizeFor(limit)), identifyReport, limit));
	},
};
