import type { Handlers } from '../handlers';
import { pageOf } from '../numberedPages';
import { utcPeriod } from '../../engine/timestamps';

/** The Card API. */
export const cardsHandlers = {
	'v2.cards.createPayment': ({ account, body }) => account.cards.create(body),
	'v2.cards.capturePayment': ({ account, body }) => account.cards.capture(body.uuid),
	'v2.cards.refundPayment': ({ account, body }) => account.cards.refund(body),
	'v2.cards.list': ({ account, query }) => {
		const payments = account.cards.list({ ...utcPeriod(query.start_date, query.end_date), status: query.status });
		const { total_page, records } = pageOf(payments, query);
		return { per_page: query.per_page, page: query.page, total_page, records };
	},
	'v2.cards.detail': ({ account, params }) => account.cards.detail(params.uuid),
} satisfies Handlers;
