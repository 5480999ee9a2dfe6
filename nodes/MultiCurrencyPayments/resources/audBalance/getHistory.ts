import type { AudBalanceHistory, AudBalanceHistoryEntry } from '../../../../contract';
import { asUtcDay, dayBeginningAt } from '../../../../core/dates';
import type { FetchPage } from '../../../../core/paging';
import { readList } from '../../../../core/paging';
import { readOptions } from '../../form/fields';
import type { ItemCall } from '../../form/itemCall';
import { limitOf, periodFields, periodOf, returnAllFields } from '../../form/filters';
import type { Period } from '../../../service/period';
import { pagesOfPeriod } from '../../../service/period';
import { readAudBalance } from '../../../service/balances';
import { emptyWhereNotFound, numberedPages } from '../../../service/lists';
import { pageSizeFor, sizedPages } from '../../../service/pageSize';
import { asItems } from '../../form/presentation';
import type { ServiceClient } from '../../../service/client';
import type { Operation } from '../../operation';

export const getHistory: Operation = {
	value: 'getHistory',
	name: 'Get History',
	action: 'Get AUD balance history',
	description: 'List what changed the AUD balance in whole UTC days, with the balance after each',
	properties: [...returnAllFields, ...periodFields, readOptions],
	async execute(item) {
		const limit = limitOf(item);
		const period = periodOf(item);
		const pages = historyPages(item.client, { ...period, to: withNamedDay(item, period.to) }, pageSizeFor(limit));
		return asItems(await readList(pages, identifyEntry, limit));
	},
};

/** What tells an entry from the others, several of which may share an id. */
const identifyEntry = ({ id, type, amount, balance_after, reference_id, created_at }: AudBalanceHistoryEntry): string =>
	`${id} ${type} ${amount} ${balance_after} ${reference_id} ${created_at}`;

/** A To Date that names a day means that day in UTC, too: in zones ahead of UTC it begins on the day before. */
function withNamedDay(item: ItemCall, to: Date): Date {
	const day = dayBeginningAt(item.date('toDate', 'To Date') ?? to, item.n8n.getTimezone());
	return day === null ? to : new Date(Math.max(to.getTime(), Date.parse(`${day}T00:00Z`)));
}

const PATH = '/v1/balances/history';

/** Specification: "v1: balances", history. It takes whole days and includes both. */
function historyPages(client: ServiceClient, period: Period, most: number): FetchPage<AudBalanceHistoryEntry> {
	return sizedPages(client, PATH, most, (size) =>
		pagesOfPeriod(client, PATH, period, ({ from, to }) => {
			const query = { from_date: asUtcDay(from), to_date: asUtcDay(to), per_page: size };
			const read = ({ data, total }: AudBalanceHistory) => ({ records: data, total });
			const pages = emptyWhereNotFound(client, PATH, query, numberedPages(client, PATH, query, read), () =>
				readAudBalance(client),
			);
			// The current day goes on while it is read.
			return async (position) => ({ ...(await pages(position)), mayGrow: true });
		}),
	);
}
