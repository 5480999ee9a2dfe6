import type { AudBalanceHistory, AudBalanceHistoryEntry } from '../../../../contract';
import { asUtcDay } from '../../../../core/time/dates';
import { readList, type FetchPage } from '../../../../core/service/paging';
import { readAudBalance } from '../../../service/balances';
import type { ServiceClient } from '../../../service/client';
import { numberedPages, pageSizeFor, sizedPages } from '../../../service/lists';
import { pagesOfPeriod, type Period } from '../../../service/period';
import { readOptions } from '../../form/fields';
import { isCreatedWithin, limitOf, listPeriodOf, periodFields, returnAllFields } from '../../form/filters';
import { asItems } from '../../form/presentation';
import type { Operation, Resource } from '../../operation';

const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get AUD balance',
	description: 'Read the AUD balance: available, incoming, outgoing, reserve and withdrawable',
	properties: [readOptions],
	async execute(item) {
		return asItems(await readAudBalance(item.client));
	},
};

const getHistory: Operation = {
	value: 'getHistory',
	name: 'Get History',
	action: 'Get AUD balance history',
	description: 'List what changed the AUD balance in a period, with the balance after each',
	properties: [...returnAllFields, ...periodFields, readOptions],
	async execute(item) {
		const limit = limitOf(item);
		const period = listPeriodOf(item);
		const isCreated = isCreatedWithin(period);
		const pages = historyPages(item.client, period, pageSizeFor(limit));
		return asItems(await readList(pages, identifyEntry, limit, (entry) => isCreated(entry.created_at)));
	},
};

/** What tells an entry from the others, several of which may share an id. */
const identifyEntry = ({ id, type, amount, balance_after, reference_id, created_at }: AudBalanceHistoryEntry): string =>
	`${id} ${type} ${amount} ${balance_after} ${reference_id} ${created_at}`;

const PATH = '/v1/balances/history';

/** Specification: "v1: balances", history. It takes whole days of UTC and includes both, so what lies outside the period is left out afterwards. */
function historyPages(client: ServiceClient, period: Period, most: number): FetchPage<AudBalanceHistoryEntry> {
	return sizedPages(client, PATH, most, (size) =>
		pagesOfPeriod(client, PATH, period, ({ from, to }) => {
			const query = { from_date: asUtcDay(from), to_date: asUtcDay(to), per_page: size };
			const read = ({ data, total }: AudBalanceHistory) => ({ records: data, total });
			const pages = numberedPages(client, PATH, query, read, () => readAudBalance(client));
			// The current day goes on while it is read.
			return async (position) => ({ ...(await pages(position)), mayGrow: true });
		}),
	);
}

export const audBalance: Resource = {
	value: 'audBalance',
	name: 'AUD Balance (V1)',
	description: 'Older API: a history with signed amounts and a running total. Otherwise choose Balance.',
	operations: [get, getHistory],
	defaultOperation: 'get',
	currency: 'AUD',
};
