import { readList } from '../../../../core/paging';
import { limitOf, paymentListFields, periodOf } from '../../form/filters';
import { payoutPages } from '../../../service/payouts';
import { asText } from '../../form/itemCall';
import { presentAll } from '../../form/presentation';
import type { Operation } from '../../operation';
import { presentBatch } from './payoutRecord';

/** The longest period of the payout list, in milliseconds: a leap year (specification: "Limits"). */
const LONGEST_PERIOD = 366 * 86_400_000;

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many payouts',
	description: 'List the payouts of a period of up to one year. Moves no money.',
	properties: paymentListFields('payouts whose batch'),
	async execute(item) {
		const period = periodOf(item);
		if (period.to.getTime() - period.from.getTime() > LONGEST_PERIOD) {
			throw item.refusal(
				'The period is longer than one year',
				'The payment service lists payouts for up to one year at a time: choose From Date and To Date closer together.',
			);
		}
		const externalId = asText(item.collection('filters').externalId) || undefined;
		const payouts = await readList(payoutPages(item.client, period, externalId), ({ uuid }) => uuid, limitOf(item));
		return await presentAll(payouts, (payout) => presentBatch(item, payout));
	},
};
