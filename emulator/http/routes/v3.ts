import type { Handlers } from '../handlers';
import { pageOf } from '../numberedPages';
import { utcPeriod } from '../../engine/timestamps';

/** v3: hosted checkout. */
export const v3Handlers = {
	'v3.methods': ({ account }) => ({
		records: account.checkoutSessions.methods.map(({ currency, code, label, minAmount, maxAmount }) => ({
			currency,
			payin_method_code: code,
			payin_method_name: label,
			min_amount: minAmount,
			max_amount: maxAmount,
		})),
		supported_card_brands: account.checkoutSessions.methods.some(({ kind }) => kind === 'card')
			? ['visa', 'mastercard']
			: [],
		supported_languages: ['en'],
	}),
	'v3.links.create': ({ account, body }) => account.links.create(body),
	'v3.links.list': ({ account, query }) => {
		const { status, payin_method_code, external_id } = query;
		const links = account.links.list({
			...utcPeriod(query.from_date, query.to_date),
			status,
			payin_method_code,
			external_id,
		});
		const { total, records } = pageOf(links, query);
		return { total, page: query.page, limit: query.per_page, records };
	},
	'v3.links.detail': ({ account, params }) => account.links.detail(params.uuid),
	'v3.links.refund': ({ account, body }) => account.links.refund(body.uuid, body),
} satisfies Handlers;
