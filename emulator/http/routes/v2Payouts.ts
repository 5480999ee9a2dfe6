import { ASSUMED } from '../../../contract/assumed';
import { limits } from '../../../contract/limits';
import { branchCodes } from '../../payouts/bankLookups';
import { notFound, unprocessable } from '../../engine/serviceError';
import type { Handlers } from '../handlers';
import { findMethod, methodsOf } from '../../methods/catalogue';
import { payoutMethodRecord } from '../../methods/method';
import { payoutCreated, payoutDetail } from '../../payouts/payoutRecords';
import { PAYOUT_PAGE } from '../../payouts/payouts';
import { utcPeriod } from '../../engine/timestamps';

/** The list spans at most a year (section Limits, "Payout list period"). */
function listPeriod(fromDate: string, toDate: string) {
	const period = utcPeriod(fromDate, toDate);
	const latest = new Date(period.from);
	latest.setUTCFullYear(latest.getUTCFullYear() + limits.payoutListMaximumYears);
	if (period.to > latest.getTime()) throw unprocessable({ to_date: 'must be at most one year after from_date' });
	return period;
}

/** Sections "v2: payout methods", "v2: create payout" and "v2: payout queries and actions". */
export const v2PayoutsHandlers = {
	'v2.payouts.methods': ({ account }) => ({
		records: methodsOf(account.currency, 'payout').map(({ currency, name }) => ({
			currency,
			payout_method_name: name,
		})),
	}),
	'v2.payouts.methodParams': ({ account, query }) => {
		const method = findMethod(account.currency, 'payout', query.payout_method_name);
		if (!method) throw unprocessable({ payout_method_name: 'is not available for this account' });
		return { record: payoutMethodRecord(method) };
	},
	'v2.payouts.create': ({ account, body }) => payoutCreated(account.payouts.create(body)),
	'v2.payouts.detail': ({ account, query }) => {
		const batch = account.payouts.get(query.uuid);
		if (query.child_uuid !== undefined && !batch.transactions.some(({ uuid }) => uuid === query.child_uuid)) {
			throw notFound(`Payout ${query.uuid} has no transaction ${query.child_uuid}`);
		}
		return payoutDetail(batch, query.child_uuid);
	},
	'v2.payouts.list': ({ account, query }) => {
		const { total, records } = account.payouts.list({
			...listPeriod(query.from_date, query.to_date),
			externalId: query.external_id,
			page: query.page,
		});
		const pages = Math.ceil(total / PAYOUT_PAGE);
		return {
			from_date: query.from_date,
			to_date: query.to_date,
			page: query.page,
			size: PAYOUT_PAGE,
			next_page: query.page < pages ? query.page + 1 : null,
			total_page: pages,
			total_count: total,
			records: records.map((batch) => payoutDetail(batch)),
		};
	},
	'v2.payouts.cancelScheduled': ({ account, body }) => {
		account.payouts.cancelScheduled(body.uuid);
		return { status: ASSUMED.cancelledPayoutStatus };
	},
	'v2.payouts.simulate': ({ account, body }) => {
		account.payouts.simulate(body.uuid, body.status);
		return { status: 'ok' };
	},
	'v2.payouts.branchCodes': ({ account, query }) => ({
		records: branchCodes(account.currency, query.payout_method_name, query.swift_code),
	}),
} satisfies Handlers;
