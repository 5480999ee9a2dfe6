import type { IDataObject } from 'n8n-workflow';
import type { SettlementList, SettlementReport } from '../../contract';
import type { FetchPage } from '../../core/paging';
import { cursorPage } from '../../core/paging';
import type { ServiceClient } from './client';
import { sizedPages } from './pageSize';

const PATH = '/v2/reports/settlements';

/** How many reports a list in the editor shows before it asks for more. */
const SCREENFUL = 100;

/** The settlement reports that pass the filters, newest first (specification: "v2: contacts and reporting", settlements). */
export function reportPages(
	client: ServiceClient,
	filters: IDataObject = {},
	most = SCREENFUL,
): FetchPage<SettlementReport> {
	return sizedPages(client, PATH, most, (size) => async (cursor) => {
		const page = await client.read<SettlementList>({ method: 'GET', path: PATH, query: { ...filters, size, cursor } });
		return cursorPage(page.records, page.has_more, page.next_cursor);
	});
}

export const identifyReport = ({ id }: SettlementReport): string => id;
