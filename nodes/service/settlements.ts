import type { IDataObject } from 'n8n-workflow';
import type { SettlementList, SettlementReport } from '../../contract';
import type { FetchPage, Page } from '../../core/paging';
import { cursorPage } from '../../core/paging';
import { instantOf } from '../../core/dates';
import { asObject, asText } from '../../core/payload';
import type { ServiceClient } from './client';
import { PAGE_SIZE, recordsOf } from './lists';
import { sizedPages } from './pageSize';

const PATH = '/v2/reports/settlements';

/** The settlement reports that pass the filters, in the service's order (specification: "v2: contacts and reporting", settlements). */
export function reportPages(
	client: ServiceClient,
	filters: IDataObject = {},
	most = PAGE_SIZE,
): FetchPage<SettlementReport> {
	return sizedPages(client, PATH, most, (size) => async (cursor) => {
		const query = { ...filters, size, cursor };
		return pageOf(await client.read<Partial<SettlementList>>({ method: 'GET', path: PATH, query }), size);
	});
}

/** Assumed: a page that others follow has at least as many records as the default page of other lists. */
const SHORTEST_PAGE = 20;

/**
 * The specification does not show the envelope: without a cursor, a page that may be full does not count as the whole
 * list.
 */
function pageOf(answer: Partial<SettlementList>, size: number): Page<SettlementReport> {
	const records = recordsOf<SettlementReport>(answer);
	const { has_more, next_cursor } = answer;
	if (typeof has_more === 'boolean') return cursorPage(records, has_more, next_cursor ?? null);
	if (next_cursor !== undefined) return { records, next: next_cursor };
	return { records, next: null, mayBeCut: records.length >= Math.min(size, SHORTEST_PAGE) };
}

/**
 * When a report was made, in milliseconds since 1970: its own time is assumed, the closing time of its balance is
 * specified. -Infinity when it shows neither.
 */
export function madeAt(report: object): number {
	const { created_at: created, summary } = asObject(report) ?? {};
	const times = [created, asObject(summary)?.closing_balance_at]
		.map(asText)
		.map(instantOf)
		.filter((time) => time !== null);
	return Math.max(...times, Number.NEGATIVE_INFINITY);
}

/** Whether a page begins with its newest report. The specification does not show the order of the list. */
export function beginsWithNewest(reports: readonly object[]): boolean {
	const [first, ...others] = reports.map(madeAt);
	return first === undefined || others.every((time) => time <= first);
}

/** The id as text: the service may send a number. */
export const identifyReport = ({ id }: SettlementReport): string => String(id);
