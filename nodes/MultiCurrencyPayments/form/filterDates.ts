import type { INodeProperties } from 'n8n-workflow';
import { asUtcTimestamp } from '../../../core/dates';
import type { ItemCall } from './itemCall';
import { checkedPeriod } from '../../service/lists';

/** Dates of a list that may be read without any; the names sort them among the other filters. */
export const fromDateFilter: INodeProperties = {
	displayName: 'From Date',
	name: 'fromDate',
	type: 'dateTime',
	default: '',
	description: 'Start of the period',
};

export const toDateFilter: INodeProperties = {
	displayName: 'To Date',
	name: 'toDate',
	type: 'dateTime',
	default: '',
	description: 'End of the period',
};

/** The dates among an item's filters as the v2 and v3 lists want them; each may be missing. @throws when they are exchanged */
export function filterDatesQuery(item: ItemCall): { from_date?: string; to_date?: string } {
	const { fromDate, toDate } = item.collection('filters');
	const from = item.parsedDate(fromDate, 'From Date');
	const to = item.parsedDate(toDate, 'To Date');
	if (from && to) checkedPeriod(item, from, to);
	return { ...(from && { from_date: asUtcTimestamp(from) }), ...(to && { to_date: asUtcTimestamp(to) }) };
}
