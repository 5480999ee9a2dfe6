import { asUtcTimestamp } from '../../../../core/dates';
import { readList } from '../../../../core/paging';
import { readOptions, returnAllFields } from '../../form/fields';
import { limitOf } from '../../../service/lists';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { identifyReport, reportPages } from './reports';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many settlement reports',
	description: 'List settlement reports, newest first. Moves no money.',
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
					displayName: 'From Date',
					name: 'fromDate',
					type: 'dateTime',
					default: '',
					description: 'Start of the period',
				},
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
				{ displayName: 'To Date', name: 'toDate', type: 'dateTime', default: '', description: 'End of the period' },
			],
		},
		readOptions,
	],
	async execute(item) {
		const { reportFrequency, fromDate, toDate } = item.collection('filters');
		const from = item.parsedDate(fromDate, 'From Date');
		const to = item.parsedDate(toDate, 'To Date');
		const pages = reportPages(item.client, {
			report_frequency: reportFrequency,
			...(from && { from_date: asUtcTimestamp(from) }),
			...(to && { to_date: asUtcTimestamp(to) }),
		});
		return asItems(...(await readList(pages, identifyReport, limitOf(item))));
	},
};
