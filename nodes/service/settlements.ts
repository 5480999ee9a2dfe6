import type { IDataObject } from 'n8n-workflow';
import type { SettlementReport } from '../../contract';
import { instantOf } from '../../core/time/dates';
import { asObject, isShown, textOrNull } from '../../core/service/payload';
import type { ServiceClient } from './client';
import { PAGE_SIZE } from './lists';
import { pagesOfUnshownList } from './period';

const PATH = '/v2/reports/settlements';

/**
 * The settlement reports that pass the filters, in the service's order (specification: "v2: contacts and reporting",
 * settlements).
 */
export const reportPages = (client: ServiceClient, filters: IDataObject = {}, most = PAGE_SIZE) =>
	pagesOfUnshownList<SettlementReport>(client, PATH, filters, most, { sizeName: 'size', isOnePage: true });

/**
 * When a report was made, in milliseconds since 1970: its own time and the end of its period are assumed, the closing time
 * of its balance is specified. -Infinity when it shows none.
 */
export function madeAt(report: object): number {
	const { created_at: created, period_end: end, summary } = asObject(report) ?? {};
	const times = [created, asObject(summary)?.closing_balance_at, end].map((time) => timeOf(textOrNull(time) ?? ''));
	return Math.max(...times);
}

/** In milliseconds since 1970, of a day when it begins; -Infinity when it cannot be read. */
const timeOf = (written: string): number =>
	instantOf(/^[\d-]{10}$/.test(written) ? `${written}T00:00` : written) ?? -Infinity;

/**
 * When the reports of a page were made, as {@link madeAt}. One that shows no time counts as being as old as the one below
 * it, or above it; Infinity where none shows any.
 */
export function timesOf(reports: readonly object[]): number[] {
	const times = reports.map(madeAt);
	const isKnown = (time: number) => time !== -Infinity;
	return times.map(
		(_time, index) => times.slice(index).find(isKnown) ?? times.slice(0, index).reverse().find(isKnown) ?? Infinity,
	);
}

/** Whether a page begins with its newest report. The specification does not show the order of the list. */
export function beginsWithNewest(reports: readonly object[]): boolean {
	const [first, ...others] = timesOf(reports);
	return first === undefined || others.every((time) => time <= first);
}

/** Whether a report is listed before its file is made. */
export const lacksFile = (report: { file_url?: unknown }): boolean =>
	report.file_url !== undefined && !isShown(report.file_url);

/** The id as text: the service may send a number. */
export const identifyReport = ({ id }: SettlementReport): string => String(id);

/** Whether a report is of a frequency, in lower case, as far as it shows its own. Asked here again: the service may ignore the filter. */
export function isOfFrequency({ report_frequency: shown }: Partial<SettlementReport>, frequency?: string): boolean {
	const own = textOrNull(shown)?.toLowerCase() ?? null;
	return frequency === undefined || own === null || own === frequency;
}
