import type { IDataObject } from 'n8n-workflow';
import type { SettlementList, SettlementReport } from '../../contract';
import type { FetchPage } from '../../core/paging';
import { cursorPage } from '../../core/paging';
import { hasRecords } from './answers';
import type { ServiceClient } from './client';
import { PAGE_SIZE } from './lists';
import { sizedPages } from './pageSize';

const PATH = '/v2/reports/settlements';

/** The settlement reports that pass the filters, newest first (specification: "v2: contacts and reporting", settlements). */
export function reportPages(
	client: ServiceClient,
	filters: IDataObject = {},
	most = PAGE_SIZE,
): FetchPage<SettlementReport> {
	return sizedPages(client, PATH, most, (size) => async (cursor) => {
		const page = await client.read<SettlementList>(
			{ method: 'GET', path: PATH, query: { ...filters, size, cursor } },
			hasRecords,
		);
		return cursorPage(page.records, page.has_more, page.next_cursor);
	});
}

export const identifyReport = ({ id }: SettlementReport): string => id;
