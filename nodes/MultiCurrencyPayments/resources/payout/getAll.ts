import type { PayoutBatchDetail } from '../../../../contract';
import { readList } from '../../../../core/service/paging';
import type { Period } from '../../../service/period';
import { identifyRecord } from '../../../service/lists';
import { payoutPages } from '../../../service/payouts';
import { isCreatedIn, isOfExternalId, limitOf, listPeriodOf, paymentListFields, timeOf } from '../../form/filters';
import type { ItemCall } from '../../run/itemCall';
import { presentAll } from '../../form/presentation';
import type { Operation } from '../../operation';
import { presentBatch } from './payoutRecord';

const DAY = 86_400_000;

/** The longest period that can be asked for, in milliseconds: a leap year, of which the last day counts as a whole (specification: "Limits"). */
const LONGEST_PERIOD = 367 * DAY;

/** The longest period that surely counts as one year, minus two seconds because rounding lengthens the period. */
const SURELY_A_YEAR = 365 * DAY - 2_000;

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many payouts',
	description: 'List the payouts of a period of up to one year, with an item for each payee',
	properties: paymentListFields('payouts whose batch'),
	async execute(item) {
		const period = listPeriodOf(item);
		if (period.to.getTime() - period.from.getTime() > LONGEST_PERIOD) {
			throw item.refusal(
				'The period is longer than one year',
				'The payment service lists payouts for up to one year at a time: choose From Date and To Date closer together.',
			);
		}
		return await presentAll(await payoutsOf(item, period), (payout) => presentBatch(item, payout), limitOf(item));
	},
};

/**
 * A period of about a year is read in two halves, in the order in which the service lists: newest first, unless the
 * records show that it is the other way round. Both halves include their ends, so a payout may come twice.
 */
async function payoutsOf(item: ItemCall, { from, to, asked }: Period): Promise<PayoutBatchDetail[]> {
	const externalId = item.reference(item.filters.externalId) || undefined;
	const limit = limitOf(item);
	const isCreated = isCreatedIn({ from, to, asked });
	const isChosen = (payout: PayoutBatchDetail) =>
		isCreated(createdAt(payout)) && isOfExternalId(payout.external_id, externalId);
	const read = async (period: Period, most: number) =>
		await readList(payoutPages(item.client, period, externalId), identifyRecord, most, isChosen);
	if (to.getTime() - from.getTime() <= SURELY_A_YEAR) return await read({ from, to, asked }, limit);
	const middle = new Date((from.getTime() + to.getTime()) / 2);
	// A single record shows no order.
	const enough = Math.max(limit, 2);
	const newer = await read({ from: middle, to, asked }, enough);
	if (newer.length >= enough && !beginsWithOldest(newer)) return newer.slice(0, limit);
	const older = await read({ from, to: middle, asked }, enough);
	const inOrder = beginsWithOldest(newer) || beginsWithOldest(older) ? [...older, ...newer] : [...newer, ...older];
	const once = new Map(inOrder.map((payout) => [identifyRecord(payout), payout]));
	return [...once.values()].slice(0, limit);
}

/** Whether the first is older than the last, as far as they show it. */
function beginsWithOldest(payouts: readonly PayoutBatchDetail[]): boolean {
	return timeOf(createdAt(payouts[0])) < timeOf(createdAt(payouts.at(-1)));
}

/** A batch may show the time of its payments alone. */
const createdAt = (payout?: Partial<PayoutBatchDetail> & { created_at?: unknown }): unknown =>
	payout?.created_at ?? payout?.payout_transactions?.[0]?.created_at;
