import type { Handlers } from '../handlers';
import { pageOf } from '../numberedPages';

/** The Cashback API. */
export const cashbacksHandlers = {
	'v2.cashbacks.activate': ({ account, body }) => account.cashbacks.activate(body),
	'v2.cashbacks.deliver': ({ account, body }) => account.cashbacks.deliver(body),
	'v2.cashbacks.campaigns': ({ account, query }) => {
		const { total, total_page, records } = pageOf(account.cashbacks.campaigns(query.status), query);
		return {
			page: query.page,
			per_page: query.per_page,
			next_page: query.page < total_page ? query.page + 1 : null,
			total_page,
			total_count: total,
			records,
		};
	},
} satisfies Handlers;
