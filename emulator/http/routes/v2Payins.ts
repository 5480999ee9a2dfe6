import { unprocessable } from '../../engine/serviceError';
import type { Handlers } from '../handlers';
import { findMethod, methodsOf } from '../../methods/catalogue';
import { payinMethodRecord } from '../../methods/method';
import { payinCreated, payinDetail, payinListed, refundInformation } from '../../payins/payinRecords';
import { utcPeriod } from '../../engine/timestamps';

const ok = { status: 'Ok' };

/** Sections "v2: payin methods", "v2: create payin" and "v2: payin queries and actions". */
export const v2PayinsHandlers = {
	'v2.payins.methods': ({ account }) => ({
		records: methodsOf(account.currency, 'payin').map(({ currency, name }) => ({ currency, payin_method_name: name })),
	}),
	'v2.payins.methodParams': ({ account, query }) => {
		const method = findMethod(account.currency, 'payin', query.payin_method_name);
		if (!method) throw unprocessable({ payin_method_name: 'is not available for this account' });
		return { record: payinMethodRecord(method) };
	},
	'v2.payins.create': ({ account, body }) => payinCreated(account.payins.create(body)),
	'v2.payins.detail': ({ world, account, query }) =>
		payinDetail(account.payins.get(query.uuid), world.settings.recordStatuses),
	'v2.payins.list': ({ world, account, query }) => {
		const { total, records } = account.payins.list({
			...utcPeriod(query.from_date, query.to_date),
			externalId: query.external_id,
			page: query.page,
			size: query.per_page,
		});
		return {
			total,
			page: query.page,
			limit: query.per_page,
			records: records.map((payin) => payinListed(payin, world.settings.recordStatuses)),
		};
	},
	'v2.payins.cancel': ({ account, body }) => {
		account.payins.cancel(body.uuid);
		return ok;
	},
	'v2.payins.refund': ({ world, account, body }) => {
		const payin = account.payins.get(body.uuid);
		const refund = account.payins.refunds.request(payin, body);
		return { ...refundInformation(payin, refund), payin_request: payinListed(payin, world.settings.recordStatuses) };
	},
	'v2.payins.simulate': ({ account, body }) => {
		account.payins.simulate(body.uuid, body.status, body.amount);
		return { status: 'ok' };
	},
	'v2.payins.confirmOtp': ({ account, body }) => {
		account.payins.confirmOtp(body.uuid, body.code);
		return ok;
	},
	'v2.payins.resendOtp': ({ account, body }) => {
		account.payins.resendOtp(body.uuid);
		return ok;
	},
	'v2.payins.authorizeStk': ({ account, body }) => {
		account.payins.authorizeStk(body.uuid, body.pin);
		return ok;
	},
} satisfies Handlers;
