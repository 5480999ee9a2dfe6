import type { SettlementReport } from '../../../../contract';
import { readList } from '../../../../core/service/paging';
import { readOptions } from '../../form/fields';
import {
	filterPeriod,
	filtersField,
	fromDateFilter,
	limitOf,
	mayBeWithin,
	returnAllFields,
	timesIn,
	toDateFilter,
} from '../../form/filters';
import { pageSizeFor } from '../../../service/lists';
import { periodQuery } from '../../../service/period';
import { identifyReport, isOfFrequency, reportPages } from '../../../service/settlements';
import { asItems } from '../../form/presentation';
import type { Operation, Resource } from '../../operation';
import { download, FREQUENCIES } from './download';

const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many settlement reports',
	description: 'List settlement reports, in the order of the service',
	properties: [
		...returnAllFields,
		filtersField(
			fromDateFilter,
			{
				displayName: 'Report Frequency',
				name: 'reportFrequency',
				type: 'options',
				options: FREQUENCIES,
				default: 'daily',
			},
			toDateFilter,
		),
		readOptions,
	],
	async execute(item) {
		const frequency = item.parsedText(item.filters.reportFrequency, 'Report Frequency').toLowerCase() || undefined;
		const limit = limitOf(item);
		const period = filterPeriod(item);
		const filters = { report_frequency: frequency, ...periodQuery(period) };
		// Filtered here again: the specification shows no filter by dates, so the service may ignore them. Nor does it show all fields.
		const isChosen = (report: Partial<SettlementReport>) => {
			const times = [report.period_start, report.period_end, ...timesIn(report), ...timesIn(report.summary)];
			return isOfFrequency(report, frequency) && mayBeWithin(period, ...times);
		};
		const pages = reportPages(item.client, filters, pageSizeFor(limit));
		return asItems(await readList(pages, identifyReport, limit, isChosen));
	},
};

export const settlementReport: Resource = {
	value: 'settlementReport',
	name: 'Settlement Report',
	description: 'What was settled, by day or month',
	operations: [download, getAll],
	defaultOperation: 'download',
};
