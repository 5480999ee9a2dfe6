import type { IDataObject } from 'n8n-workflow';
import { readPayout } from '../../../service/payouts';
import { createAndWaitOperation } from '../../money/waiting';
import { createPayout } from './payoutBatch';
import { payoutFields } from './payoutFields';
import { paymentIn, presentPayment } from './payoutRecord';

export const createAndWait = createAndWaitOperation({
	action: 'Create payout and wait',
	description:
		'Pay somebody and continue when the payout is completed, expired, cancelled or rejected. Moves money out of the account, once. One item per execution.',
	properties: payoutFields([], []),
	create: createPayout,
	read: async (client, { batch }) => await readPayout(client, String((batch as IDataObject).uuid)),
	merge: (record, batch) => paymentIn(batch, record),
	present: presentPayment,
});
