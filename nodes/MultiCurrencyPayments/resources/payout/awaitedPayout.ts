import type { IDataObject } from 'n8n-workflow';
import { readPayout } from '../../../service/payouts';
import type { Awaited } from '../../money/waiting';
import { paymentIn, presentBatch, presentPayment } from './payoutRecord';

/** A payout that an execution waits for: one payment, shown with its batch, or a whole batch. */
export const awaitedPayout: Awaited = {
	resource: 'payout',
	what: 'Payout',
	isListed: true,
	read: async (client, uuid) => await readPayout(client, uuid),
	uuidOf: ({ batch }) => String((batch as IDataObject).uuid),
	show: (item, batch, known) =>
		known.batch ? presentPayment(item, paymentIn(batch, known)) : presentBatch(item, { ...known, ...batch }),
};
