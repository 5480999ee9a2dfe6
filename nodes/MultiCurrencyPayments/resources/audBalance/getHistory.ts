import type { AudBalanceHistory, AudBalanceHistoryEntry } from '../../../../contract';
import { asUtcDay } from '../../../../core/dates';
import type { FetchPage } from '../../../../core/paging';
import { readList } from '../../../../core/paging';
import { readOptions } from '../../form/fields';
import { limitOf, periodFields, periodOf, returnAllFields } from '../../form/filters';
import type { Period } from '../../../service/lists';
import { numberedPages, PAGE_SIZE } from '../../../service/lists';
import { asItems } from '../../form/presentation';
import type { ServiceClient } from '../../../service/client';
import type { Operation } from '../../operation';

export const getHistory: Operation = {
	value: 'getHistory',
	name: 'Get History',
	action: 'Get AUD balance history',
	description:
		'List everything that changed the AUD balance in whole UTC days, with signed amounts (credits positive, debits negative) and the balance after each. Moves no money.',
	properties: [...returnAllFields, ...periodFields, readOptions],
	async execute(item) {
		const pages = historyPages(item.client, periodOf(item));
		return asItems(...(await readList(pages, ({ id }) => id, limitOf(item))));
	},
};

/** Specification: "v1: balances", history. It takes whole days and counts both in. */
function historyPages(client: ServiceClient, { from, to }: Period): FetchPage<AudBalanceHistoryEntry> {
	const query = { from_date: asUtcDay(from), to_date: asUtcDay(to), per_page: PAGE_SIZE };
	let size = PAGE_SIZE;
	return numberedPages(client, '/v1/balances/history', query, ({ data, total, page }: AudBalanceHistory) => {
		// The answer does not say how long a page is, and the service may allow less than was asked for.
		if (page === 1) size = data.length;
		return { records: data, size, total };
	});
}
