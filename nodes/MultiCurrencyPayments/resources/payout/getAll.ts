import type { PayoutBatchDetail } from '../../../../contract';
import { readList } from '../../../../core/paging';
import type { Period } from '../../../service/period';
import { identifyRecord } from '../../../service/lists';
import { payoutPages } from '../../../service/payouts';
import { limitOf, paymentListFields, periodOf } from '../../form/filters';
import type { ItemCall } from '../../form/itemCall';
import { asText } from '../../form/itemCall';
import { presentAll } from '../../form/presentation';
import type { Operation } from '../../operation';
import { presentBatch } from './payoutRecord';

const DAY = 86_400_000;

/** The longest period that can be asked for, in milliseconds: a leap year (specification: "Limits"). */
const LONGEST_PERIOD = 366 * DAY;

/** The longest period that surely counts as one year, minus two seconds because rounding lengthens the period. */
const SURELY_A_YEAR = 365 * DAY - 2_000;

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many payouts',
	description: 'Moves no money. List the payouts of a period of up to one year.',
	properties: paymentListFields('payouts whose batch'),
	async execute(item) {
		const period = periodOf(item);
		if (period.to.getTime() - period.from.getTime() > LONGEST_PERIOD) {
			throw item.refusal(
				'The period is longer than one year',
				'The payment service lists payouts for up to one year at a time: choose From Date and To Date closer together.',
			);
		}
		return await presentAll(await payoutsOf(item, period), (payout) => presentBatch(item, payout));
	},
};

/**
 * A period of about a year is read in two halves, newest first. Both include their ends, so a payout may come twice.
 */
async function payoutsOf(item: ItemCall, { from, to, asked }: Period): Promise<PayoutBatchDetail[]> {
	const externalId = asText(item.collection('filters').externalId) || undefined;
	const limit = limitOf(item);
	const middle = new Date((from.getTime() + to.getTime()) / 2);
	const isShort = to.getTime() - from.getTime() <= SURELY_A_YEAR;
	const periods = isShort
		? [{ from, to, asked }]
		: [
				{ from: middle, to, asked },
				{ from, to: middle, asked },
			];
	const found = new Map<string, PayoutBatchDetail>();
	for (const period of periods) {
		const payouts = await readList(payoutPages(item.client, period, externalId), identifyRecord, limit);
		for (const payout of payouts) if (found.size < limit) found.set(identifyRecord(payout), payout);
	}
	return [...found.values()];
}
