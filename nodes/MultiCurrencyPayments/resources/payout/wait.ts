import type { IDataObject } from 'n8n-workflow';
import { readPayout } from '../../../service/payouts';
import { recordOptions, writeOptions } from '../../form/fields';
import { batchOf } from '../../money/madeHere';
import { createAndWaitOperation, waitForStatusOperation, type Awaited } from '../../wait/waiting';
import { createPayout, payoutOptions, singleFields } from './create';
import { paymentIn, presentBatch, presentPayment, presentWholeBatch } from './payoutRecord';

/** A payout that an execution waits for: one payment, shown with its batch, or a whole batch. */
export const awaitedPayout: Awaited = {
	resource: 'payout',
	what: 'Payout',
	isListed: true,
	read: async (client, uuid) => await readPayout(client, uuid),
	show: (item, batch, known) =>
		isPayment(known) ? [presentPayment(item, paymentIn(batch, known))] : presentBatch(item, { ...known, ...batch }),
	// As one item, by which the batch is known when a notification ends the wait.
	showMeanwhile: (item, batch, known) =>
		isPayment(known) ? presentPayment(item, paymentIn(batch, known)) : presentWholeBatch(item, { ...known, ...batch }),
};

const isPayment = (known: IDataObject): boolean => ![undefined, known.uuid].includes(batchOf(known));

export const createAndWait = createAndWaitOperation(awaitedPayout, {
	action: 'Create payout and wait',
	verb: 'paid',
	description: 'Moves money out of the account, once per External ID. Pay somebody and continue with the final status.',
	properties: [...singleFields, ...recordOptions(payoutOptions(writeOptions))],
	create: createPayout,
});

export const waitForStatus = waitForStatusOperation(awaitedPayout, {
	action: 'Wait for final status of payout',
	description: 'Continue when a payout that this execution has created has its final status',
});
