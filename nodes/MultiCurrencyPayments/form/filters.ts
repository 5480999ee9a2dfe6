import type { INodeProperties } from 'n8n-workflow';
import { paymentStatuses } from '../../../core/events/payments';
import { labelOfKey } from '../../../core/text/words';
import { asUtcDay, asUtcTimestamp, instantOf } from '../../../core/time/dates';
import { mayBeKey } from '../../../core/payments/match';
import { isShown } from '../../../core/service/payload';
import { aheadOf, endOf, isUntilNow, type OpenPeriod, type Period } from '../../service/period';
import { dateField, recordOptions, textField } from './fields';
import type { ItemCall } from '../run/itemCall';
import { asText } from '../../../core/text/values';

/** The fields of every list: how many records, of which period, and by which filters. */

const DAY = 86_400_000;

/** How many days a period has when From Date is left empty. */
const DEFAULT_DAYS = 30;

const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
};

export const returnAllFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	limitField,
];

/** How many records an item asks for; Infinity for all. @throws NodeOperationError when the limit is no number of records */
export function limitOf(item: ItemCall): number {
	const isAll = item.parsedFlag(item.value('returnAll'), 'Return All');
	return isAll ? Infinity : item.count(item.value('limit'), 'Limit', Number(limitField.default));
}

const fromField = (description: string) => dateField('From Date', 'fromDate', description);
const toField = (description: string) => dateField('To Date', 'toDate', description);

/** For lists that the service reads by period only. */
export const periodFields: INodeProperties[] = [
	{
		...fromField(
			`Start of the period. Defaults to ${DEFAULT_DAYS} days before its end. A date without a time zone is in that of the workflow.`,
		),
		hint: `Empty: the last ${DEFAULT_DAYS} days`,
	},
	toField('End of the period; a day without a time counts as a whole. Defaults to now.'),
];

/** The period of {@link periodFields}. @throws NodeOperationError when it ends before it starts */
export function periodOf(item: ItemCall, now = new Date()): Period {
	const start = item.date('fromDate', 'From Date');
	const to = lastMoment(item, item.value('toDate'), now) ?? now;
	const from = start ?? new Date(to.getTime() - DEFAULT_DAYS * DAY);
	assertInOrder(item, from, to);
	return { from, to, asked: now };
}

/** The same for a list: without a To Date it ends tomorrow, because the service's clock may be ahead of n8n's. */
export function listPeriodOf(item: ItemCall): Period {
	const asked = new Date();
	const period = periodOf(item, asked);
	return period.to === asked ? aheadOf({ from: period.from, asked }) : period;
}

/**
 * Whether a record of the list of a period was created in it, by what it shows: the list takes whole seconds, so that its end
 * is later by up to one ({@link periodQuery}). Without a To Date the service's own clock decides.
 */
export const isCreatedBy =
	(period: Period) =>
	(createdAt: unknown): boolean =>
		isUntilNow(period) || !(timeOf(createdAt) > period.to.getTime());

/** The same for a list that takes whole days, and so gives more than the period has at both ends. */
export function isCreatedWithin(period: Period): (createdAt: unknown) => boolean {
	const [since, isBy] = [startOf(period.from), isCreatedBy(period)];
	return (createdAt) => !(timeOf(createdAt) < since) && isBy(createdAt);
}

/** The start of a period in the whole seconds that lists take, in milliseconds; NaN where there is none. */
const startOf = (from: Date | undefined): number => Math.floor(Number(from) / 1000) * 1000;

/**
 * Whether what a list gives for a period belongs to it. A list may go by whole days or seconds, and then gives too much of the
 * first and the last. What was created on another day shows that the list goes by another date, as of what is due.
 */
export function isCreatedIn(period: Period): (createdAt: unknown) => boolean {
	const { from, to } = period;
	const since = startOf(from);
	return (createdAt) => {
		const time = timeOf(createdAt);
		const isOn = (end: Date) =>
			Math.abs(time - end.getTime()) <= 1000 ||
			[end, endOf(end)].some((each) => asUtcDay(each) === asUtcDay(new Date(time)));
		return !(time < since && isOn(from)) && !(!isUntilNow(period) && time > to.getTime() && isOn(to));
	};
}

/** For lists that can also be read without a period. */
export const fromDateFilter = fromField('Start of the period');
export const toDateFilter = toField('End of the period; a day without a time counts as a whole');

/** The period of {@link fromDateFilter} and {@link toDateFilter}. @throws NodeOperationError when it ends before it starts */
export function filterPeriod(item: ItemCall): OpenPeriod {
	const { fromDate, toDate } = item.filters;
	const from = item.parsedDate(fromDate, 'From Date');
	const to = lastMoment(item, toDate, new Date());
	if (from && to) assertInOrder(item, from, to);
	return { from, to };
}

/** The end of a period, which may be a day as a whole: undefined for now, and for a day that goes on. @throws NodeOperationError */
function lastMoment(item: ItemCall, written: unknown, now: Date): Date | undefined {
	const moment = item.parsedDate(written, 'To Date');
	if (!moment || !isDay(written)) return moment;
	const nextDay = asUtcDay(new Date(Date.parse(asText(written)) + DAY));
	// After the last day that can be written there is none.
	if (!isDay(nextDay)) return moment;
	const end = new Date(Number(item.parsedDate(nextDay, 'To Date')) - 1);
	return moment <= now && now <= end ? undefined : end;
}

/**
 * Whether a record may belong to the chosen period, where the service might ignore its dates: not when all times that it
 * shows lie before it, or all after it. By which of them the service chooses is not shown. A record without times passes.
 */
export function mayBeWithin({ from, to }: OpenPeriod, ...times: unknown[]): boolean {
	const shown = times.map(timeOf).filter((time) => !Number.isNaN(time));
	const ends = times.map((time) => timeOf(time) + (isDay(time) ? DAY - 1 : 0)).filter((time) => !Number.isNaN(time));
	return shown.length === 0 || !(Math.max(...ends) < startOf(from) || Math.min(...shown) > Number(to));
}

/** The times that a record shows, but for when it expires. */
export const timesIn = (record: object | null = {}): unknown[] =>
	Object.entries(record ?? {})
		.filter(([name]) => name.endsWith('_at') && !name.startsWith('expire'))
		.map(([, time]) => time as unknown);

const isDay = (written: unknown): boolean => /^\d{4}-\d\d-\d\d$/.test(asText(written));

/** In milliseconds since 1970; NaN, which compares with nothing, where there is no time. */
export function timeOf(written: unknown): number {
	const text = asText(written);
	// A filter may be a day.
	return instantOf(text) ?? Date.parse(text);
}

function assertInOrder(item: ItemCall, from: Date, to: Date): void {
	if (from <= to) return;
	throw item.refusal(
		`From Date (${asUtcTimestamp(from)}) lies after To Date (${asUtcTimestamp(to)})`,
		'Exchange the two dates, or leave To Date empty for now.',
	);
}

/** @param only which records are returned, such as “links whose metadata has exactly this external_id” */
export const externalIdFilter = (only: string): INodeProperties =>
	textField('External ID', 'externalId', 'e.g. invoice-2031-077', { description: `Only ${only}` });

/** @param only which records are returned, such as “links whose payment has this status” */
export const payinStatusFilter = (only: string): INodeProperties => ({
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [...paymentStatuses].sort().map((value) => ({ name: labelOfKey(value), value })),
	default: 'received',
	description: `Only ${only}`,
});

/** The collection of a list's filters. n8n requires its options in alphabetical order. */
export const filtersField = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options,
});

/** The form of a list of payments. @param whose whose external ID is meant, such as “payouts whose batch” */
export const paymentListFields = (whose: string): INodeProperties[] => [
	...returnAllFields,
	...periodFields,
	filtersField(externalIdFilter(`${whose} has exactly this external ID`)),
	...recordOptions(),
];

/**
 * Whether a record has an external ID that is asked for, in whatever spelling the service has stored it, as far as it shows
 * one. Asked of what is listed: the service may take the filter for a part of what it looks for, or ignore it.
 */
export const isOfExternalId = (shown: unknown, asked: string | undefined): boolean =>
	asked === undefined || !isShown(shown) || mayBeKey(asked, shown);
