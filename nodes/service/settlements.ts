import type { IDataObject } from 'n8n-workflow';
import type { SettlementList, SettlementReport } from '../../contract';
import type { FetchPage } from '../../core/paging';
import { cursorPage } from '../../core/paging';
import type { ServiceClient } from './client';
import { PAGE_SIZE } from './lists';

/** The settlement reports that pass the filters, newest first (specification: "v2: contacts and reporting", settlements). */
export function reportPages(client: ServiceClient, filters: IDataObject = {}): FetchPage<SettlementReport> {
	return async (cursor) => {
		const page = await client.read<SettlementList>({
			method: 'GET',
			path: '/v2/reports/settlements',
			query: { ...filters, size: PAGE_SIZE, cursor },
		});
		return cursorPage(page.records, page.has_more, page.next_cursor);
	};
}

export const identifyReport = ({ id }: SettlementReport): string => id;
