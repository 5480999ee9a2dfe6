import type { SettlementReport } from '../../../../contract';
import { readList } from '../../../../core/service/paging';
import { readOptions } from '../../form/fields';
import {
	datesQuery,
	filterPeriod,
	filtersField,
	fromDateFilter,
	limitOf,
	mayBeWithin,
	returnAllFields,
	timesIn,
	toDateFilter,
} from '../../form/filters';
import { pageSizeFor } from '../../../service/pageSize';
import { identifyReport, isOfFrequency, reportPages } from '../../../service/settlements';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { FREQUENCIES } from './frequencies';

/** The specification does not show all of its fields. */
type ShownReport = Partial<SettlementReport>;

export const getAll: Operation = {
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
		const reportFrequency =
			item.parsedText(item.filters.reportFrequency, 'Report Frequency').toLowerCase() || undefined;
		const limit = limitOf(item);
		const period = filterPeriod(item);
		const filters = { report_frequency: reportFrequency, ...datesQuery(period) };
		// Filtered here again: the specification shows no filter by dates, so the service may ignore them.
		const isChosen = (report: ShownReport) => {
			const { period_start: start, period_end: end, summary } = report;
			return (
				isOfFrequency(report, reportFrequency) &&
				mayBeWithin(period, start, end, ...timesIn(report), ...timesIn(summary))
			);
		};
		const pages = reportPages(item.client, filters, pageSizeFor(limit));
		return asItems(await readList(pages, identifyReport, limit, isChosen));
	},
};
